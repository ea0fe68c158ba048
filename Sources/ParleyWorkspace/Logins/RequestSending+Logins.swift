internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

// Tokens that requests give: `auth: { request: user/login }`.
extension RequestSending {
  /// With what gets its token, where a request gives it.
  /// - Parameters:
  ///   - given: values for this send, by name; the login gets them too.
  ///   - prompter: asked for what the login needs.
  ///   - run: shared data as the run of a group sees it.
  func withLogin(
    _ rendered: RenderedRequest, given: [String: String], prompter: any Prompter, in run: RunSharedData? = nil
  ) -> RenderedRequest {
    guard case .request(let login) = rendered.effective.auth.value, let key = session.workspace.tokenKey(of: login)
    else {
      return rendered
    }
    let work = LoginWork(
      session: session, id: login.name.value, key: key, given: given,
      prompter: LoginPrompter(first: prompter, attendant: session.attendance.prompter), run: run)
    var supply = TokenSupply(
      work.id, header: login.headerName, scheme: login.schemeName, known: { try await work.known() },
      gained: { try await work.gained() })
    supply.key = "\(work.id)\n\(key)\n\(rendered.environment ?? "")"
    var rendered = rendered
    rendered.request.authorization = .supplied(supply)
    return rendered
  }
}

/// Sends a login, and reads the token that it captured.
private struct LoginWork: Sendable {
  let session: Session
  let id: String
  /// The shared key as which the token is captured.
  let key: String
  let given: [String: String]
  let prompter: any Prompter
  let run: RunSharedData?

  func known() async throws -> String? {
    let read = { try await session.sharedKeys.entry(of: key, by: prompter) }
    let entry = if let run { try await run.entry(key, orStored: read) } else { try await read() }
    guard let token = entry?.value?.text, !token.isEmpty else { return nil }
    return token
  }

  func gained() async throws -> String {
    var rendered = try await session.sending.render(id, given: given, prompter: prompter)
    rendered.request.options.keepsBodyAtOrigin = true
    let response = try await session.sending.call(rendered, in: run).response()
    if response.status.kind == .redirection, let location = response.headers[.location], rendered.request.body != nil {
      let target = rendered.request.secrets.masking(Printable.text(String(location.prefix(300))))
      throw AuthorizationError.noToken(
        of: id,
        "It responded with \(response.status.code) and “\(target)”. Another origin does not get its credentials.",
        advice: "Check the URL of \(id).")
    }
    if let error = response.error {
      throw AuthorizationError.noToken(
        of: id, error.description,
        advice: "Send \(id) by itself to see its response.")
    }
    guard let token = try await known() else {
      throw AuthorizationError.noToken(of: id, "It captured an empty text as \(Printable.quoted(key)).", advice: nil)
    }
    return token
  }
}

extension AuthorizationError {
  fileprivate static func noToken(of id: String, _ reason: String, advice: String?) -> AuthorizationError {
    AuthorizationError(.login, "\(id) gave no token.", detail: reason, advice: advice)
  }
}

/// Asks as the request was asked; what is left over is asked whoever is there while requests are in flight.
private struct LoginPrompter: Prompter {
  let first: any Prompter
  let attendant: (any Prompter)?

  package func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    do {
      return try await first.answers(to: questions)
    } catch RenderError.nobodyToAsk(let open) {
      guard let attendant else { throw RenderError.nobodyToAsk(open) }
      return try await attendant.answers(to: questions)
    }
  }

  var asksAgain: Bool { attendant?.asksAgain ?? first.asksAgain }
}
