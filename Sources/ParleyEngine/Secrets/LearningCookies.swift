import HTTPTypes

/// Learns what cookies hold when they come and go, so that it is masked wherever else it turns up.
struct LearningCookies: CookieStorage {
  private let storage: any CookieStorage
  private let known: KnownSecrets

  init(_ storage: any CookieStorage, _ known: KnownSecrets) {
    (self.storage, self.known) = (storage, known)
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
    storage.receive(bytes: lines, from: url)
  }

  private func learn(_ value: String, as name: HTTPField.Name) {
    known.learn(Secrets(Secrets.cookies(in: HTTPField(name: name, value: value)).filter(\.isLookedFor)))
  }

  func set(_ cookie: Cookie) { storage.set(cookie) }
  func remove(_ id: Cookie.ID) { storage.remove(id) }
  func removeAll() { storage.removeAll() }
}

extension String {
  /// Whether it would be looked for in text from elsewhere.
  var isLookedFor: Bool { utf8.count >= Secrets.shortestSought }
}
