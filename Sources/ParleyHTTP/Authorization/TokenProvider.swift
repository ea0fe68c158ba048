/// Gives out the tokens of one client: from their storage while they hold, otherwise from the authorization server, asked
/// once for all who wait.
final class TokenProvider: Sendable {
  typealias Answer = Result<OAuthToken, AuthorizationError>

  private let asked = SharedWork<Answer>()
  private let gained = SharedWork<TokenSupply.Answer>()

  /// - Parameter rejected: a token that a server has just refused, whatever its lifetime says.
  func token(from source: TokenSource, insteadOf rejected: String? = nil) async -> Answer {
    if let kept = await source.kept(insteadOf: rejected) { return kept }
    let answer = await shared(source, insteadOf: rejected)
    // Who joined others may have got what they had no reason to doubt.
    guard let rejected, case .success(let token) = answer, token.accessToken == rejected else { return answer }
    return await shared(source, insteadOf: rejected)
  }

  private func shared(_ source: TokenSource, insteadOf rejected: String?) async -> Answer {
    await asked.value(for: source.key) {
      // Somebody may have been here between our look into the storage and our turn.
      if let kept = await source.kept(insteadOf: rejected) { return kept }
      return await source.fetched()
    }
  }

  /// - Parameter rejected: a token that a server has just refused.
  func token(from supply: TokenSupply, insteadOf rejected: String? = nil) async -> TokenSupply.Answer {
    if let kept = await supply.kept(insteadOf: rejected) { return kept }
    return await gained.value(for: supply.key) {
      if let kept = await supply.kept(insteadOf: rejected) { return kept }
      return await supply.fetched()
    }
  }
}
