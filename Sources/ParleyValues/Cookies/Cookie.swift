/// One cookie (RFC 6265), as a server set it or a person wrote it.
///
/// ```swift
/// cookies.set(Cookie("theme", "dark", domain: "example.com", isHostOnly: false))
/// ```
public struct Cookie: Sendable, Hashable, Codable, Identifiable {
  /// Whether a cookie goes along with requests that other sites cause (draft RFC 6265bis §5.6.7).
  public enum SameSite: String, Sendable, Hashable, Codable, CaseIterable {
    /// As the server wrote it.
    case strict, lax, none
  }

  /// The properties that no two cookies share (RFC 6265 §5.3).
  public struct ID: Sendable, Hashable, Codable {
    /// Compared with its casing.
    public var name: String
    /// A host in lower case, without a dot in front.
    public var domain: String
    /// The path to which it is sent, with everything below.
    public var path: String

    /// The identity of a cookie; the domain is in lower case.
    package init(name: String, domain: String, path: String = "/") {
      self.name = name
      self.domain = domain
      self.path = path
    }

    /// By bytes, as servers compare them.
    public static func == (left: ID, right: ID) -> Bool {
      left.name.isIdentical(to: right.name) && left.domain.isIdentical(to: right.domain)
        && left.path.isIdentical(to: right.path)
    }
  }

  /// Compared with its casing; empty in rare cases.
  public var name: String
  /// As the server wrote it, quotes included.
  public var value: String {
    didSet { login = nil }
  }
  /// Tells the login that set it from others; nil where none did, or nobody knows.
  package var login: String?
  /// Whether the server wrote bytes that are no UTF-8: then name, value and path hold one character for each byte (ISO 8859-1), and
  /// go back as those bytes.
  package var isLatin1 = false
  /// A host in lower case, without a dot in front.
  public var domain: String
  /// Whether only that host gets it, and not those below it.
  public var isHostOnly: Bool
  /// It goes to this path and those below it.
  public var path: String
  /// Nil ends it with the storage's life, as browsers end it with the session.
  public var expires: Timestamp?
  /// Whether it goes over TLS only.
  public var isSecure: Bool
  /// Whether the server keeps it from a page's scripts. Parley has none; it is kept to be shown.
  public var isHTTPOnly: Bool
  /// Kept to be shown: every request of Parley's is one of the site's own.
  public var sameSite: SameSite?
  /// The time it was first set: of two cookies with paths of one length the older is sent first.
  public var createdAt: Timestamp

  /// A cookie as a person writes it, for the whole of one host by default.
  public init(
    _ name: String, _ value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
    expires: Timestamp? = nil, isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil,
    createdAt: Timestamp = .now()
  ) {
    self.name = name
    self.value = value
    self.domain = domain.lowercased()
    self.isHostOnly = isHostOnly
    self.path = path
    self.expires = expires
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
    self.createdAt = createdAt
  }

  public var id: ID { ID(name: name, domain: domain, path: path) }

  /// Whether it has ended by then.
  public func isExpired(at now: Timestamp) -> Bool {
    expires.map { $0 <= now } ?? false
  }

  /// As it stands in a `Cookie` header.
  var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

  /// The same in the bytes that the server wrote.
  var pairBytes: [UInt8] { isLatin1 ? pair.latin1 ?? Array(pair.utf8) : Array(pair.utf8) }
}
