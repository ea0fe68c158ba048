/// The server that requests go through.
///
/// ```swift
/// options.proxy = Proxy(.socks5, host: "127.0.0.1", port: 1080)
/// options.proxy = try Proxy("http://ada:secret@proxy.example.com:3128")
/// ```
public struct Proxy: Sendable, Hashable {
  /// How the proxy is spoken to.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An HTTP proxy. What goes to `https` is tunnelled through it by `CONNECT` (RFC 9110 §9.3.6).
    case http
    /// The same, with TLS between the client and the proxy.
    case https
    /// SOCKS 4; this machine looks up the server's address.
    case socks4
    /// SOCKS 4; the proxy looks up the server's address.
    case socks4a
    /// SOCKS 5 (RFC 1928); this machine looks up the server's address.
    case socks5
    /// SOCKS 5; the proxy looks up the server's address.
    case socks5h
  }

  /// How it is spoken to.
  public var kind: Kind
  /// A name or an address.
  public var host: String
  /// The port it listens at.
  public var port: Int
  /// The user at the proxy; nil sends no credentials.
  public var user: String?
  /// The user's password. A secret.
  public var password: String?

  /// - Parameters:
  ///   - kind: how it is spoken to.
  ///   - host: a name or an address.
  ///   - port: 3128 for `http`, 443 for `https` and 1080 for SOCKS by default.
  ///   - user: the user at the proxy; nil sends no credentials.
  ///   - password: the user's password.
  public init(_ kind: Kind, host: String, port: Int? = nil, user: String? = nil, password: String? = nil) {
    self.kind = kind
    self.host = host
    self.port = port ?? kind.usualPort
    self.user = user
    self.password = password
  }

  /// A proxy as an address: `http://user:password@host:port`, without a scheme an HTTP proxy. User and password are
  /// percent-decoded.
  /// - Throws: `InvalidRequest.proxy`, which does not repeat the address because a password may be in it.
  public init(_ address: String) throws(InvalidRequest) {
    try self.init(address, usualPort: nil)
  }

  /// - Parameter usualPort: of an HTTP proxy whose address names none.
  init(_ address: String, usualPort: Int?) throws(InvalidRequest) {
    let scheme = URLText.scheme(of: address)?.lowercased() ?? "http"
    guard let kind = Kind(rawValue: scheme == "socks" ? "socks4" : scheme) else {
      throw .proxy(reason: "the kind “\(scheme)” is not supported")
    }
    guard let url = CurlURL("http://\(URLText.withoutScheme(address))"), let host = url.host, !host.isEmpty else {
      throw .proxy(reason: "it is not of the form http://host:port")
    }
    let port = url.explicitPort ?? (kind == .http ? usualPort : nil)
    self.init(kind, host: host, port: port, user: url.decodedUser, password: url.decodedPassword)
  }
}

extension Proxy.Kind {
  fileprivate var usualPort: Int {
    switch self {
    case .http: 3128
    case .https: 443
    case .socks4, .socks4a, .socks5, .socks5h: 1080
    }
  }
}

extension Proxy: CustomStringConvertible, CustomReflectable {
  /// `socks5://host:1080`, without the credentials.
  public var description: String { "\(kind.rawValue)://\(authority)" }
  public var customMirror: Mirror { Mirror(reflecting: description) }

  var authority: String { "\(host):\(port)" }
}
