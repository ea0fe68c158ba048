/// Keeps tokens in shared data, where they outlive the process and people can see and remove them.
///
/// Give their keys a cipher that hides: without one they are told and shown like any other value.
///
/// ```swift
/// shared.register(MaskingCipher(), as: "machine")
/// shared.rules.set(SharedRule(SharedTokens.keys, cipher: "machine"))
/// configuration.tokens = SharedTokens(in: shared)
/// ```
public struct SharedTokens: TokenStorage {
  /// The keys that tokens are kept under, unless an ``OAuth2`` was given one of its own.
  public static let keys: KeyPattern = "oauth2*"

  private let shared: SharedData

  /// Keeps tokens in the shared data of the active environment.
  public init(in shared: SharedData) {
    self.shared = shared
  }

  /// - Throws: the error of shared data; nothing for a value that is no token, which counts as none.
  public func token(for key: String) async throws -> OAuthToken? {
    let value = try await shared.get(Self.name(of: key))
    return try? value?.json?.decode(OAuthToken.self)
  }

  /// - Throws: the error of shared data, such as `.locked`.
  public func keep(_ token: OAuthToken, for key: String) async throws {
    try await shared.set(Self.name(of: key), .json(JSONValue(encoding: token)), writer: "oauth2")
  }

  /// - Throws: the error of shared data; nothing when there is no such token.
  public func removeToken(for key: String) async throws {
    try await shared.remove(Self.name(of: key), writer: "oauth2")
  }

  /// The shared key of a token: its own, unless that is too long or unreadable for one.
  public static func name(of key: String) -> String {
    SharedKey.isName(key) ? key : "oauth2 \(OAuth2.fingerprint(of: key))"
  }
}
