import HTTPTypes

/// Learns what cookies hold when they come and go, so that it is masked wherever else it turns up.
struct LearningCookies: CookieStorage {
  private let storage: any CookieStorage
  private let known: KnownSecrets
  private let cache: (any CacheStorage)?
  /// The request whose responses set cookies, where it is a login.
  private var login: (request: CookieLogin, url: String)?

  /// - Parameter cache: notes which login set a cookie; nil for none.
  init(_ storage: any CookieStorage, _ known: KnownSecrets, cache: (any CacheStorage)? = nil) {
    (self.storage, self.known, self.cache) = (storage, known, cache)
  }

  /// For one request.
  func set(by login: CookieLogin, at url: String) -> LearningCookies {
    var copy = self
    copy.login = (login, url)
    return copy
  }

  var cookies: [Cookie] { storage.cookies }

  func header(for url: String) -> String? {
    let header = storage.header(for: url)
    if let header { learn(header, as: .cookie) }
    return header
  }

  func receive(_ lines: [String], from url: String) {
    for line in lines { learn(line, as: .setCookie) }
    storage.receive(lines, from: url)
  }

  func headerBytes(for url: String) -> [UInt8]? {
    let header = storage.headerBytes(for: url)
    if let header { learn(String(headerBytes: header), as: .cookie) }
    return header
  }

  func receive(bytes lines: [[UInt8]], from url: String) {
    for line in lines { learn(String(headerBytes: line), as: .setCookie) }
    storage.receive(bytes: lines, from: url, login: loginText)
  }

  func sent(to url: String) -> [Cookie] { storage.sent(to: url) }

  private var loginText: String? {
    guard let login, let cache else { return nil }
    return login.request.text(after: storage.sent(to: login.url), by: cache)
  }

  private func learn(_ value: String, as name: HTTPField.Name) {
    known.learn(Secrets(Secrets.cookies(in: HTTPField(name: name, value: value)).filter(\.isLookedFor)))
  }

  func set(_ cookie: Cookie) { storage.set(cookie) }
  func remove(_ id: Cookie.ID) { storage.remove(id) }
  func removeAll() { storage.removeAll() }
}
