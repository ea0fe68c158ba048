/// A token that code of the caller's knows or gets, such as by a login.
///
/// It is sent as it is known. When there is none, or a server answered 401, it is got, once for all requests that wait for it
/// at that time, and the request is sent again, once.
///
/// ```swift
/// let login = TokenSupply("login", known: { await session.token }, gained: { try await session.logIn() })
/// let response = try await client.send(.get("/me").authorized(.supplied(login)))
/// ```
public struct TokenSupply: Sendable {
  /// The supply's name, for people.
  public var name: String
  /// Supplies of the same key wait for the same token; the name unless it is set.
  public var key: String
  /// The header it stands in.
  public var header: String
  /// The scheme in front of the token; nil sends the token alone.
  public var scheme: String?
  /// The token as it is known; nil when there is none.
  public var known: @Sendable () async throws -> String?
  /// Gets another.
  public var gained: @Sendable () async throws -> String

  /// - Parameters:
  ///   - name: the supply's name, for people.
  ///   - header: the header that carries the token.
  ///   - scheme: the scheme in front of the token; nil sends the token alone.
  ///   - known: returns the known token; nil when there is none.
  ///   - gained: gets another token.
  public init(
    _ name: String, header: String = "Authorization", scheme: String? = "Bearer",
    known: @escaping @Sendable () async throws -> String?, gained: @escaping @Sendable () async throws -> String
  ) {
    self.name = name
    key = name
    self.header = header
    self.scheme = scheme
    self.known = known
    self.gained = gained
  }
}

extension TokenSupply {
  typealias Answer = Result<String, AuthorizationError>

  /// The known token, unless a server has just refused it; nil when there is none.
  func kept(insteadOf rejected: String?) async -> Answer? {
    do {
      guard let token = try await known(), token != rejected else { return nil }
      return .success(token)
    } catch {
      return .failure(.login(name, error))
    }
  }

  func fetched() async -> Answer {
    do {
      return .success(try await gained())
    } catch {
      return .failure(.login(name, error))
    }
  }
}

extension AuthorizationError {
  static func login(_ name: String, _ error: any Error) -> AuthorizationError {
    if let error = error as? AuthorizationError { return error }
    let reason = (error as? any ExplainedError)?.description ?? "\(error)"
    return AuthorizationError(.login, "\(name) gave no token.", detail: reason)
  }
}
