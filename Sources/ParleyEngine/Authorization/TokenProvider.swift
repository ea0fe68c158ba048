/// Gives out the tokens of one client: from their storage while they hold, otherwise from the authorization server, asked
/// once for all who wait.
final class TokenProvider: Sendable {
  typealias Answer = Result<OAuthToken, AuthorizationError>

  private let asked = Lock<[String: Task<Answer, Never>]>([:])

  /// - Parameter rejected: a token that a server has just refused, whatever its lifetime says.
  func token(from source: TokenSource, insteadOf rejected: OAuthToken? = nil) async -> Answer {
    if let kept = await source.kept(insteadOf: rejected) { return kept }
    let answer = await shared(source, insteadOf: rejected)
    // Who joined others may have got what they had no reason to doubt.
    guard let rejected, case .success(rejected) = answer else { return answer }
    return await shared(source, insteadOf: rejected)
  }

  private func shared(_ source: TokenSource, insteadOf rejected: OAuthToken?) async -> Answer {
    let task = asked.withLock { asked in
      if let task = asked[source.key] { return task }
      let task = Task { await self.ask(source, insteadOf: rejected) }
      asked[source.key] = task
      return task
    }
    return await task.value
  }

  private func ask(_ source: TokenSource, insteadOf rejected: OAuthToken?) async -> Answer {
    defer { asked.withLock { $0[source.key] = nil } }
    // Somebody may have been here between our look into the storage and our turn.
    if let kept = await source.kept(insteadOf: rejected) { return kept }
    return await source.fetched()
  }
}

/// Where the tokens for one `OAuth2` come from.
struct TokenSource: Sendable {
  let oauth: OAuth2
  let key: String
  let storage: any TokenStorage
  let now: @Sendable () -> Timestamp
  /// Sends a token request the way of all requests.
  let send: @Sendable (TokenRequest) async -> Result<Response, RequestError>

  /// The kept token when it can be used; nil when there is none.
  func kept(insteadOf rejected: OAuthToken?) async -> TokenProvider.Answer? {
    do {
      guard let token = try await storage.token(for: key), token != rejected, token.isUsable(at: now()) else {
        return nil
      }
      return .success(token)
    } catch {
      return .failure(.storage(error))
    }
  }

  /// A token from the server: by the refresh token there is, otherwise by the grant itself.
  func fetched() async -> TokenProvider.Answer {
    do {
      let old = try await storage.token(for: key)
      return await keep(await granted(refreshing: old?.refreshToken))
    } catch {
      return .failure(.storage(error))
    }
  }

  private func granted(refreshing refreshToken: String?) async -> TokenProvider.Answer {
    guard let refreshToken else { return await ask(by: oauth.grant) }
    let refreshed = await ask(by: .refreshToken(refreshToken))
    // An expired refresh token is no reason to fail where there is another way.
    guard case .failure(let error) = refreshed, error.kind == .refused("invalid_grant"),
      oauth.grant != .refreshToken(refreshToken)
    else { return refreshed }
    return await ask(by: oauth.grant)
  }

  private func ask(by grant: OAuth2.Grant) async -> TokenProvider.Answer {
    let request = TokenRequest(oauth: oauth, grant: grant)
    switch await send(request) {
    case .failure(let error): return .failure(.tokenRequest(error))
    case .success(let response): return request.token(in: response, receivedAt: now())
    }
  }

  private func keep(_ answer: TokenProvider.Answer) async -> TokenProvider.Answer {
    guard case .success(let token) = answer else { return answer }
    do {
      try await storage.keep(token, for: key)
      return answer
    } catch {
      return .failure(.storage(error))
    }
  }
}
