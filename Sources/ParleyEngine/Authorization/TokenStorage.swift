/// Where tokens are kept, by key.
///
/// What is kept are secrets: a storage on disk encrypts them.
public protocol TokenStorage: Sendable {
  func token(for key: String) async throws -> OAuthToken?
  func keep(_ token: OAuthToken, for key: String) async throws
  func removeToken(for key: String) async throws
}

/// Keeps tokens as long as the process lives.
public final class InMemoryTokenStorage: TokenStorage {
  private let tokens = Lock<[String: OAuthToken]>([:])

  public init() {}

  public func token(for key: String) -> OAuthToken? {
    tokens.withLock { $0[key] }
  }

  public func keep(_ token: OAuthToken, for key: String) {
    tokens.withLock { $0[key] = token }
  }

  public func removeToken(for key: String) {
    tokens.withLock { $0[key] = nil }
  }
}
