/// The rules of cookies as a value: which are taken, which are sent (RFC 6265, with what
/// [its successor](https://datatracker.ietf.org/doc/draft-ietf-httpbis-rfc6265bis/) says of secure origins and prefixes).
///
/// ```swift
/// var jar = CookieJar()
/// jar.receive(["session=s1; Path=/"], from: "https://example.com/login", at: .now())
/// jar.header(for: "https://example.com/me", at: .now())  // "session=s1"
/// ```
package struct CookieJar: Sendable, Hashable {
  /// Beyond these the oldest go.
  static let domainLimit = 180
  static let limit = 3000

  private var byDomain: [String: [Cookie]] = [:]

  /// A jar of these; of two with one ID the last counts.
  package init(_ cookies: some Sequence<Cookie> = []) {
    for cookie in cookies { set(cookie) }
  }

  /// Whether there is none at all, ended ones included.
  package var isEmpty: Bool { byDomain.isEmpty }

  /// Those that have not expired, by domain, path and name.
  package func cookies(at now: Timestamp) -> [Cookie] {
    byDomain.values.joined().filter { !$0.isExpired(at: now) }
      .sorted { ($0.domain, $0.path, $0.name) < ($1.domain, $1.path, $1.name) }
  }

  /// Puts one in the place of any of the same name, domain and path.
  package mutating func set(_ cookie: Cookie) {
    var list = byDomain[cookie.domain] ?? []
    if let index = list.firstIndex(where: { $0.id == cookie.id }) {
      list[index] = cookie
    } else {
      list.append(cookie)
      list.dropOldest(beyond: Self.domainLimit)
    }
    byDomain[cookie.domain] = list
  }

  /// Takes one out; no error when it is not there.
  package mutating func remove(_ id: Cookie.ID) {
    byDomain[id.domain]?.removeAll { $0.id == id }
    if byDomain[id.domain]?.isEmpty == true { byDomain[id.domain] = nil }
  }

  subscript(id: Cookie.ID) -> Cookie? {
    byDomain[id.domain]?.first { $0.id == id }
  }
}

// What is sent (RFC 6265 §5.4).
extension CookieJar {
  /// The `Cookie` header of a request to this URL (RFC 6265 §5.4); nil when no cookie matches.
  package func header(for url: String, at now: Timestamp) -> String? {
    let sent = cookies(for: url, at: now)
    return sent.isEmpty ? nil : sent.map(\.pair).joined(separator: "; ")
  }

  /// The same in the bytes that servers wrote, which need not be UTF-8.
  package func headerBytes(for url: String, at now: Timestamp) -> [UInt8]? {
    let sent = cookies(for: url, at: now)
    return sent.isEmpty ? nil : Array(sent.map(\.pairBytes).joined(separator: Array("; ".utf8)))
  }

  /// Those that go to this URL: the longest path first, then the oldest.
  package func cookies(for url: String, at now: Timestamp) -> [Cookie] {
    guard !isEmpty, let place = CookiePlace(url) else { return [] }
    return place.domains.flatMap { byDomain[$0] ?? [] }
      .filter { $0.goes(to: place) && !$0.isExpired(at: now) }
      .sorted { ($1.path.utf8.count, $0.createdAt) < ($0.path.utf8.count, $1.createdAt) }
  }
}

// What is taken (RFC 6265 §5.3).
extension CookieJar {
  /// - Parameters:
  ///   - lines: the values of `Set-Cookie` headers.
  ///   - url: of the response that has them.
  ///   - now: the time of that response.
  /// - Returns: the names, domains and paths of the cookies that were set or removed by them.
  @discardableResult
  package mutating func receive(_ lines: [String], from url: String, at now: Timestamp) -> [Cookie.ID] {
    receive(bytes: lines.map { Array($0.utf8) }, from: url, at: now)
  }

  /// The same by the bytes of the headers, which need not be UTF-8.
  @discardableResult
  package mutating func receive(
    bytes lines: [[UInt8]], from url: String, at now: Timestamp, login: String? = nil
  ) -> [Cookie.ID] {
    guard let place = CookiePlace(url) else { return [] }
    return lines.compactMap { line in
      guard var cookie = SetCookie(line, at: now)?.cookie(from: place, at: now) else { return nil }
      cookie.login = login
      return take(cookie, from: place, at: now) ? cookie.id : nil
    }
  }

  private mutating func take(_ cookie: Cookie, from place: CookiePlace, at now: Timestamp) -> Bool {
    let old = self[cookie.id]
    // What came over TLS is not changed by what anybody on the way could have written.
    if old?.isSecure == true, !place.isSecure { return false }
    guard !cookie.isExpired(at: now) else {
      remove(cookie.id)
      return old != nil
    }
    var cookie = cookie
    if let old {
      cookie.createdAt = old.createdAt
      // The same session goes on.
      if cookie.login == nil, cookie.value.isIdentical(to: old.value) { cookie.login = old.login }
    }
    set(cookie)
    makeRoom(at: now)
    return true
  }

  private mutating func makeRoom(at now: Timestamp) {
    guard byDomain.values.reduce(0, { $0 + $1.count }) > Self.limit else { return }
    var all = cookies(at: now)
    all.dropOldest(beyond: Self.limit)
    self = CookieJar(all)
  }
}

extension [Cookie] {
  fileprivate mutating func dropOldest(beyond limit: Int) {
    while count > limit, let oldest = indices.min(by: { self[$0].createdAt < self[$1].createdAt }) {
      remove(at: oldest)
    }
  }
}
