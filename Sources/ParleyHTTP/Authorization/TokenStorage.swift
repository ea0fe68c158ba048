/// A storage of tokens, by key.
///
/// Tokens are secrets: a storage on disk encrypts them.
public protocol TokenStorage: Sendable {
  /// The token kept under that key; nil when there is none.
  func token(for key: String) async throws -> OAuthToken?
  /// Keeps a token in the place of any other of that key.
  func keep(_ token: OAuthToken, for key: String) async throws
  /// Forgets the token; no error when there is none.
  func removeToken(for key: String) async throws
}

/// Keeps tokens as long as the process lives.
public final class InMemoryTokenStorage: TokenStorage {
  private let tokens = Lock<[String: OAuthToken]>([:])

  /// Empty.
  public init() {}

  /// The token kept under that key; nil when there is none.
  public func token(for key: String) -> OAuthToken? {
    tokens.withLock { $0[key] }
  }

  /// Keeps a token in the place of any other of that key.
  public func keep(_ token: OAuthToken, for key: String) {
    tokens.withLock { $0[key] = token }
  }

  /// Forgets the token; no error when there is none.
  public func removeToken(for key: String) {
    tokens.withLock { $0[key] = nil }
  }
}
