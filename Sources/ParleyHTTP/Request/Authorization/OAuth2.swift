/// How a token is had from an authorization server (OAuth 2.0, [RFC 6749](https://www.rfc-editor.org/rfc/rfc6749)).
///
/// A token is kept in the client's `TokenStorage` and used until shortly before it expires; then, or when a request was
/// answered 401, it is refreshed, once. Requests that need it at the same time wait for the same token request. That goes
/// the way of all requests of the client: it is told as events and kept in history.
///
/// ```swift
/// let shop = OAuth2(tokenURL: "/token", grant: .clientCredentials, clientID: id, clientSecret: secret)
/// let response = try await client.send(.get("/me").authorized(.oauth2(shop)))
/// ```
public struct OAuth2: Sendable, Hashable {
  /// The grants by which the server issues a token.
  public enum Grant: Sendable, Hashable {
    /// The client itself, §4.4.
    case clientCredentials
    /// A person's name and password, §4.3.
    case password(user: String, password: String)
    /// A refresh token had elsewhere, §6. When the server gives a new one, that one counts from then on.
    case refreshToken(String)
    /// A person signs in with a browser, §4.1, with a proof key (RFC 7636). The browser comes back to a port of this machine
    /// (RFC 8252). Wants ``ClientConfiguration/signIn``.
    /// - Parameters:
    ///   - authorizationURL: the page to sign in at: a whole URL, or a path on the server of the request.
    ///   - redirectURL: as it is registered at the server, such as `http://127.0.0.1:8400/callback`; nil is
    ///     `http://127.0.0.1/callback` with a port that the system chooses.
    case authorizationCode(authorizationURL: String, redirectURL: String? = nil)
    /// A person signs in on any device, with a code (RFC 8628). Wants ``ClientConfiguration/signIn``.
    /// - Parameter deviceURL: the device authorization endpoint: a whole URL, or a path on the server of the request.
    case deviceCode(deviceURL: String)
  }

  /// How the client shows who it is, §2.3.1.
  public enum ClientAuthentication: String, Sendable, Hashable, CaseIterable {
    /// Basic authorization; with no secret the ID goes in the body.
    case header
    /// `client_id` and `client_secret` in the body.
    case body
  }

  /// The token endpoint: a whole URL, or a path on the server of the request.
  public var tokenURL: String
  /// The grant by which the server issues the token.
  public var grant: Grant
  /// By which the authorization server knows this program, §2.2.
  public var clientID: String
  /// Nil for a public client.
  public var clientSecret: String?
  /// Names with spaces between them, §3.3.
  public var scope: String?
  /// How the client shows who it is; ``ClientAuthentication/header`` by default.
  public var authentication: ClientAuthentication
  /// Further parameters for the token endpoint, such as `audience`.
  public var parameters: [String: String]
  /// The name its token is kept under.
  public var key: String

  /// - Parameters:
  ///   - tokenURL: a whole URL, or a path on the server of the request.
  ///   - grant: the grant by which the server issues the token.
  ///   - clientID: the identifier of this program at the authorization server.
  ///   - clientSecret: nil for a public client.
  ///   - scope: names with spaces between them.
  ///   - authentication: how the client authenticates itself.
  ///   - parameters: further parameters for the token endpoint.
  ///   - key: derived from token URL, client, user and scope when nil, so that equal values share a token.
  public init(
    tokenURL: String, grant: Grant, clientID: String, clientSecret: String? = nil, scope: String? = nil,
    authentication: ClientAuthentication = .header, parameters: [String: String] = [:], key: String? = nil
  ) {
    self.tokenURL = tokenURL
    self.grant = grant
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scope = scope
    self.authentication = authentication
    self.parameters = parameters
    self.key = key ?? Self.key(tokenURL, grant.name, clientID, scope, parameters)
  }

  /// The name its token is kept under; a token URL that is a path means another one on each server.
  func storageKey(on server: String?) -> String {
    guard let server, !URLText.isAbsolute(tokenURL) else { return key }
    return "\(key) \(server)"
  }

  private static func key(
    _ tokenURL: String, _ grant: String, _ clientID: String, _ scope: String?, _ parameters: [String: String]
  ) -> String {
    // What the server is told besides may be a secret, and the key is seen.
    let others = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    let parts = ["oauth2", tokenURL, grant, clientID, scope ?? "", others.isEmpty ? "" : fingerprint(of: others)]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// FNV-1a, which is the same in every process.
  package static func fingerprint(of text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

extension OAuth2.Grant {
  /// For the key: without a secret, and another one for another person.
  fileprivate var name: String {
    switch self {
    case .clientCredentials: "client_credentials"
    case .password(let user, _): "password \(user)"
    case .refreshToken(let token): "refresh_token \(OAuth2.fingerprint(of: token))"
    case .authorizationCode: "authorization_code"
    case .deviceCode: "device_code"
    }
  }
}

extension OAuth2 {
  /// With a key in which no secret stands, which tells values apart all the same.
  package func hidingInKey(_ secrets: Secrets) -> OAuth2 {
    let masked = secrets.holdsShort(in: key) ? Secrets.mask : secrets.masking(key)
    guard masked != key else { return self }
    var copy = self
    copy.key = "\(masked) \(Self.fingerprint(of: key))"
    return copy
  }
}

extension OAuth2: CustomStringConvertible, CustomReflectable {
  /// Without the secrets.
  public var description: String { "oauth2(\(tokenURL), \(clientID))" }
  public var customMirror: Mirror { Mirror(reflecting: description) }
}
