/// Keeps tokens in shared data, where they outlive the process and people can see and remove them.
///
/// Give their keys a cipher that encrypts (a rule for `oauth2*`): without one they are told and shown like any other value.
///
/// ```swift
/// configuration.tokens = SharedTokens(in: shared)
/// ```
public struct SharedTokens: TokenStorage {
  private let shared: SharedData

  /// Keeps tokens in the shared data of the active environment.
  public init(in shared: SharedData) {
    self.shared = shared
  }

  /// - Throws: what shared data says; nothing for a value that is no token, which is taken for none.
  public func token(for key: String) async throws -> OAuthToken? {
    let value = try await shared.get(key)
    return try? value?.json?.decode(OAuthToken.self)
  }

  /// - Throws: what shared data says, such as `.locked`.
  public func keep(_ token: OAuthToken, for key: String) async throws {
    try await shared.set(key, .json(JSONValue(encoding: token)), writer: "oauth2")
  }

  /// - Throws: what shared data says; nothing when there is no such token.
  public func removeToken(for key: String) async throws {
    try await shared.remove(key, writer: "oauth2")
  }
}
