internal import Cryptography

/// One sign-in with a browser (RFC 6749 §4.1, RFC 7636, RFC 8252): what is asked for, and by what its answer is known.
struct CodeFlow: Sendable {
  let oauth: OAuth2
  let page: String
  let redirect: LoopbackAddress
  /// Only who was sent with it comes back with it.
  let state = Base64.encodeForURL(RandomBytes.make(24))
  /// Shows at the token endpoint that the code is asked for by who began (RFC 7636 §4.1).
  let verifier = Base64.encodeForURL(RandomBytes.make(32))

  init(_ oauth: OAuth2, page: String, redirectURL: String?) throws(AuthorizationError) {
    self.oauth = oauth
    self.page = page
    redirect = try LoopbackAddress(redirectURL)
  }

  /// RFC 7636 §4.2
  var challenge: String { Base64.encodeForURL(MessageDigest.sha256(verifier.utf8)) }

  /// The page with all that it must know.
  func address(redirectURL: String) -> String {
    var items = [
      Query.Item("response_type", "code"), Query.Item("client_id", oauth.clientID),
      Query.Item("redirect_uri", redirectURL),
    ]
    if let scope = oauth.scope { items.append(Query.Item("scope", scope)) }
    items += [
      Query.Item("state", state), Query.Item("code_challenge", challenge),
      Query.Item("code_challenge_method", "S256"),
    ]
    items += oauth.parameters.sorted { $0.key < $1.key }.map { Query.Item($0.key, $0.value) }
    return URLText.appending(items, to: page)
  }
}

extension SignIn {
  func codeToken(by flow: CodeFlow, _ exchange: @escaping Exchange) async throws(AuthorizationError)
    -> TokenProvider.Answer
  {
    guard guide != nil else { throw .nobodySignsIn(at: flow.page) }
    let listener = try LoopbackListener(flow.redirect, state: flow.state)
    let redirectURL = flow.redirect.url(onPort: listener.port)
    let invitation = SignInInvitation(
      address: flow.address(redirectURL: redirectURL), code: nil, addressWithCode: nil, redirectURL: redirectURL,
      clientID: flow.oauth.clientID, expiresAt: now().advanced(by: Self.limit))
    return try await guided(by: invitation, for: Self.limit) { [warn] in
      let came = await listener.redirect {
        warn("A redirect that does not belong to this sign-in was refused: \($0).")
      }
      switch came {
      case .success(let code):
        return await exchange(.code(code, redirectURL: redirectURL, verifier: flow.verifier))
      case .failure(let error): return .failure(error)
      }
    }
  }
}
