/// Has a person sign in, and waits until it is done: with a browser that comes back, or with a code on any device.
struct SignIn: Sendable {
  typealias Exchange = @Sendable (TokenGrant) async -> TokenProvider.Answer

  let guide: (any SignInGuide)?
  /// On which paths of the authorization server stand.
  let server: String?
  let clock: any Clock<Duration>
  let now: @Sendable () -> Timestamp
  let send: @Sendable (TokenRequest) async -> Result<Response, RequestError>
  /// Tells of something that a person should know.
  let warn: @Sendable (String) -> Void

  /// How long a page stays open that says itself no end.
  static let limit = Duration.seconds(600)

  /// - Parameter exchange: gets the token for what the sign-in gave.
  func token(for oauth: OAuth2, _ exchange: @escaping Exchange) async -> TokenProvider.Answer {
    do throws(AuthorizationError) {
      switch oauth.grant {
      case .authorizationCode(let page, let redirect):
        let flow = try CodeFlow(oauth, page: address(page, "authorization URL"), redirectURL: redirect)
        return try await codeToken(by: flow, exchange)
      case .deviceCode(let url):
        guard guide != nil else { throw .nobodySignsIn(at: try address(url, "device URL")) }
        return try await deviceToken(oauth, at: url, exchange)
      case .clientCredentials, .password, .refreshToken:
        return .failure(.signInTimedOut)
      }
    } catch {
      return .failure(error)
    }
  }

  /// A whole URL that a browser may be given.
  private func address(_ url: String, _ name: String) throws(AuthorizationError) -> String {
    let isWhole = URLText.isAbsolute(url)
    let whole = isWhole ? url : server.map { URLText.joining($0, url) } ?? url
    guard whole.isForBrowsers else { throw .unusableAddress(name) }
    return whole
  }

  /// Shows the invitation while the work waits for the person.
  /// - Returns: the work's result or the reason it was given up, whichever comes first.
  func guided(
    by invitation: SignInInvitation, for limit: Duration, _ work: @escaping @Sendable () async -> TokenProvider.Answer
  ) async throws(AuthorizationError) -> TokenProvider.Answer {
    guard let guide else { throw .nobodySignsIn(at: invitation.address) }
    let clock = clock
    return await withTaskGroup(of: TokenProvider.Answer?.self) { group in
      group.addTask { await guide.answer(to: invitation) }
      group.addTask { await work() }
      group.addTask { (try? await clock.sleep(for: limit)).map { .failure(.signInTimedOut) } }
      defer { group.cancelAll() }
      while let ended = await group.next() {
        if let ended { return ended }
      }
      return .failure(.signInCancelled)
    }
  }
}

extension SignInGuide {
  /// Nil when there is nothing more to show.
  fileprivate func answer(to invitation: SignInInvitation) async -> TokenProvider.Answer? {
    do {
      try await show(invitation)
      return nil
    } catch let error as AuthorizationError {
      return .failure(error)
    } catch is CancellationError {
      return .failure(.signInCancelled)
    } catch {
      let reason = (error as? any ExplainedError)?.description ?? "\(error)"
      return .failure(AuthorizationError(.signIn, "The sign-in could not be shown.", detail: reason))
    }
  }
}

extension String {
  /// Whether it can be handed to a browser and shown to a person as it stands.
  var isForBrowsers: Bool {
    URLText.isHTTP(self) && utf8.count <= 8_000 && utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }
}
