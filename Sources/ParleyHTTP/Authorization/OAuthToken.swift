/// A token issued by an authorization server (RFC 6749 §5.1).
public struct OAuthToken: Sendable, Hashable, Codable {
  /// The token to send in the `Authorization` header. A secret.
  public var accessToken: String
  /// How it is to be used, as the server said: `Bearer`, as a rule.
  public var type: String
  /// By which another token is had without asking the person again. A secret.
  public var refreshToken: String?
  /// The token's scope, names with spaces between them; nil when it is the requested one.
  public var scope: String?
  /// From here its lifetime counts.
  public var receivedAt: Timestamp
  /// How long it holds from then on, in seconds; nil when the server did not say.
  public var lifetime: Int?

  /// A token as a server issued it.
  /// - Parameters:
  ///   - accessToken: the token to send in the header.
  ///   - type: the token's type, such as `Bearer`.
  ///   - refreshToken: the token to get another one with; nil for none.
  ///   - scope: the token's scope; nil when it is the requested one.
  ///   - receivedAt: the time from which its lifetime counts.
  ///   - lifetime: in seconds; nil when the server did not say.
  public init(
    accessToken: String, type: String = "Bearer", refreshToken: String? = nil, scope: String? = nil,
    receivedAt: Timestamp, lifetime: Int? = nil
  ) {
    self.accessToken = accessToken
    self.type = type
    self.refreshToken = refreshToken
    self.scope = scope
    self.receivedAt = receivedAt
    self.lifetime = lifetime
  }

  /// The time the token expires; nil when the server did not say.
  public var expiresAt: Timestamp? {
    lifetime.map { receivedAt.advanced(by: .seconds($0)) }
  }

  /// Whether it holds long enough for a request that is sent now: half a minute more, or a tenth of its lifetime where
  /// that is less.
  package func isUsable(at now: Timestamp) -> Bool {
    guard let lifetime else { return true }
    let leeway = min(30, Double(lifetime) / 10)
    return now < receivedAt.advanced(by: .seconds(Double(lifetime) - leeway))
  }
}

extension OAuthToken: CustomStringConvertible, CustomReflectable {
  /// Without the secrets.
  public var description: String { "OAuthToken(\(type), expires \(expiresAt?.iso8601 ?? "never"))" }
  public var customMirror: Mirror { Mirror(reflecting: description) }
}

extension OAuthToken {
  /// The token of a successful response; nil when there is none in it.
  init?(_ answer: JSONValue, receivedAt: Timestamp) {
    guard let accessToken = answer["access_token"]?.string, !accessToken.isEmpty else { return nil }
    self.init(
      accessToken: accessToken, type: answer["token_type"]?.string ?? "Bearer",
      refreshToken: answer["refresh_token"]?.string, scope: answer["scope"]?.string, receivedAt: receivedAt,
      lifetime: Self.lifetime(answer["expires_in"]))
  }

  /// Some servers send it as text. More than a century counts as forever.
  private static func lifetime(_ value: JSONValue?) -> Int? {
    let seconds = value?.int ?? value?.string.flatMap { Int($0) }
    return seconds.map { min(max(0, $0), 3_000_000_000) }
  }

  /// The value of the `Authorization` header. Servers compare the scheme without casing (RFC 9110 §11.1), not all of them.
  var headerValue: String {
    "\(type.lowercased() == "bearer" ? "Bearer" : type) \(accessToken)"
  }
}
