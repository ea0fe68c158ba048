/// A storage of a client's cookies. The rules are those of ``CookieJar``; a storage decides how long they last.
///
/// A transport calls `header(for:)` and `receive(_:from:)` for every hop, on its own thread, so that neither may block:
/// a storage on disk writes in the background.
public protocol CookieStorage: Sendable {
  /// All of them, by domain, path and name.
  var cookies: [Cookie] { get }

  /// The `Cookie` header of a request to this URL; nil when no cookie matches.
  func header(for url: String) -> String?

  /// Takes what a response from this URL sets.
  /// - Parameters:
  ///   - lines: the values of its `Set-Cookie` headers, in order.
  ///   - url: of the response that has them.
  func receive(_ lines: [String], from url: String)

  /// ``header(for:)`` in bytes, for servers that write cookies in another encoding than UTF-8.
  func headerBytes(for url: String) -> [UInt8]?
  /// ``receive(_:from:)`` in bytes.
  func receive(bytes lines: [[UInt8]], from url: String)

  /// Those that go along with a request to this URL.
  func sent(to url: String) -> [Cookie]
  /// ``receive(bytes:from:)`` of a response to somebody's login.
  /// - Parameter login: tells one login from another; nil where it is none.
  func receive(bytes lines: [[UInt8]], from url: String, login: String?)

  /// Puts one cookie in the place of any of the same name, domain and path.
  func set(_ cookie: Cookie)
  /// Takes one out; no error when it is not there.
  func remove(_ id: Cookie.ID)
  /// Takes all out.
  func removeAll()
}

extension CookieStorage {
  /// The value of ``header(for:)``, in UTF-8.
  public func headerBytes(for url: String) -> [UInt8]? { header(for: url).map { Array($0.utf8) } }

  /// Reads the lines as UTF-8, or where they are none as ISO 8859-1.
  public func receive(bytes lines: [[UInt8]], from url: String) {
    receive(lines.map(String.init(headerBytes:)), from: url)
  }

  /// One for the whole header, whose name nobody knows here.
  public func sent(to url: String) -> [Cookie] {
    headerBytes(for: url).map { [Cookie("", String(headerBytes: $0), domain: "")] } ?? []
  }

  /// Takes them like any others.
  public func receive(bytes lines: [[UInt8]], from url: String, login: String?) { receive(bytes: lines, from: url) }
}

/// Cookies for as long as the process lives.
///
/// ```swift
/// let cookies = InMemoryCookieStorage()
/// var configuration = ClientConfiguration(servers: Servers("https://api.example.com"))
/// configuration.cookies = cookies
/// …
/// cookies.remove(Cookie.ID(name: "session", domain: "api.example.com"))
/// ```
public final class InMemoryCookieStorage: CookieStorage {
  private let jar: Lock<CookieJar>
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - cookies: those it begins with.
  ///   - now: the wall clock, by which cookies end.
  public init(_ cookies: [Cookie] = [], now: @escaping @Sendable () -> Timestamp = Timestamp.now) {
    jar = Lock(CookieJar(cookies))
    self.now = now
  }

  public var cookies: [Cookie] {
    let now = now()
    return jar.withLock { $0.cookies(at: now) }
  }

  public func header(for url: String) -> String? {
    let now = now()
    return jar.withLock { $0.header(for: url, at: now) }
  }

  public func headerBytes(for url: String) -> [UInt8]? {
    // Most clients never see a cookie: they pay for one look.
    guard !jar.withLock(\.isEmpty) else { return nil }
    let now = now()
    return jar.withLock { $0.headerBytes(for: url, at: now) }
  }

  public func receive(_ lines: [String], from url: String) {
    let now = now()
    jar.withLock { _ = $0.receive(lines, from: url, at: now) }
  }

  public func receive(bytes lines: [[UInt8]], from url: String) {
    let now = now()
    jar.withLock { _ = $0.receive(bytes: lines, from: url, at: now) }
  }

  public func sent(to url: String) -> [Cookie] {
    guard !jar.withLock(\.isEmpty) else { return [] }
    let now = now()
    return jar.withLock { $0.cookies(for: url, at: now) }
  }

  public func receive(bytes lines: [[UInt8]], from url: String, login: String?) {
    let now = now()
    jar.withLock { _ = $0.receive(bytes: lines, from: url, at: now, login: login) }
  }

  public func set(_ cookie: Cookie) {
    jar.withLock { $0.set(cookie) }
  }

  /// Takes one out; no error when it is not there.
  public func remove(_ id: Cookie.ID) {
    jar.withLock { $0.remove(id) }
  }

  /// Takes all out.
  public func removeAll() {
    jar.withLock { $0 = CookieJar() }
  }
}
