/// The source of the tokens for one `OAuth2`: the storage, or the authorization server.
struct TokenSource: Sendable {
  let oauth: OAuth2
  let key: String
  let storage: any TokenStorage
  let now: @Sendable () -> Timestamp
  /// Sends a token request the way of all requests.
  let send: @Sendable (TokenRequest) async -> Result<Response, RequestError>
  /// Has a person sign in.
  let signIn: SignIn

  /// The kept token when it can be used; nil when there is none.
  func kept(insteadOf rejected: String?) async -> TokenProvider.Answer? {
    do {
      guard let token = try await storage.token(for: key), token.accessToken != rejected, token.isUsable(at: now())
      else { return nil }
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
    guard let refreshToken else { return await byGrant() }
    let refreshed = await ask(by: .refreshToken(refreshToken))
    // An expired refresh token is no reason to fail where there is another way.
    guard case .failure(let error) = refreshed, error.kind == .refused("invalid_grant"),
      oauth.grant != .refreshToken(refreshToken)
    else { return refreshed }
    return await byGrant()
  }

  private func byGrant() async -> TokenProvider.Answer {
    if let grant = oauth.grant.asTokenGrant { return await ask(by: grant) }
    return await signIn.token(for: oauth) { await ask(by: $0) }
  }

  private func ask(by grant: TokenGrant) async -> TokenProvider.Answer {
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
