package import ParleyEngine
internal import ParleyText

// Requests that give tokens.
extension Workspace {
  /// Returns the shared key that a login captures its token as; nil when it cannot be determined.
  package func tokenKey(of login: LoginDefinition) -> String? {
    if let token = login.token?.value { return token }
    let captured = request(login.name.value)?.definition.capture.filter(\.isOn).map(\.key.value) ?? []
    if captured.count == 1 { return captured[0] }
    return captured.contains(Self.usualToken) ? Self.usualToken : nil
  }

  private static let usualToken = "token"
  /// How many logins may need one another's tokens.
  private static let deepestLogin = 10

  /// Returns the mistake that keeps a request from getting its token: there is no such login, it captures no token, or
  /// it needs its own. Nil if there is none.
  func loginMistake(
    of id: String, by auth: AuthDefinition, environment: WorkspaceEnvironment?
  ) -> Diagnostic? {
    guard case .request(let first) = auth else { return nil }
    let place = first.name.place ?? .start(of: WorkspacePaths.file(ofRequest: id))
    var (path, auth) = ([id], auth)
    while case .request(let login) = auth {
      if let mistake = mistake(in: login, at: login.name.place ?? place) { return mistake }
      let id = login.name.value
      let isLoop = path.contains { $0.isIdentical(to: id) }
      path.append(id)
      if isLoop { return .loginLoop(path, at: place) }
      if path.count > Self.deepestLogin { return .loginsTooDeep(at: place) }
      guard let request = request(id) else { return nil }
      auth = self.auth(of: request.definition, id: id, environment: environment)
    }
    return nil
  }

  /// Returns the mistake of a login by itself; nil if there is none.
  func mistake(in login: LoginDefinition, at place: SourcePlace) -> Diagnostic? {
    guard let request = request(login.name.value) else {
      let (nearest, hint) = NearestID.hint(
        login.name.value, among: requests.lazy.map(\.id),
        otherwise: "a request is named by its path under requests/, such as user/login")
      return Diagnostic(
        .unknownName, at: place, "unknown request \(Printable.quoted(login.name.value))", nearest: nearest,
        hint: hint)
    }
    let captured = request.definition.capture.filter(\.isOn).map(\.key.value)
    guard let token = tokenKey(of: login) else {
      return Diagnostic(
        .missingKey, at: place,
        captured.isEmpty ? "\(request.id) captures no token" : "\(request.id) captures several values",
        hint: captured.isEmpty
          ? "write capture: { token: .result.token } in \(request.file)"
          : "say which one is the token: { name: \(request.id), token: \(captured[0]) }")
    }
    guard captured.contains(where: { $0.isIdentical(to: token) }) else {
      return Diagnostic(
        .unknownName, at: login.token?.place ?? place, "\(request.id) does not capture \(Printable.quoted(token))",
        nearest: NearestName.of(token, among: captured), hint: nil)
    }
    return nil
  }

  /// The logins that the files name, wherever they stand.
  package var logins: [LoginDefinition] {
    allAuth.compactMap { if case .request(let login) = $0 { login } else { nil } }
  }

  /// The rules for shared keys: those of the file, and that the tokens of logins are encrypted.
  package var sharedRules: SharedRules {
    let rules = definition.sharedRules
    let tokens = Set(logins.compactMap(tokenKey).map { ExactString($0) }).map(\.text)
    return SharedRules(
      rules.rules
        + tokens.compactMap { key in
          let own = rules.rule(for: key)
          guard own?.cipher == nil, own?.isPlain != true else { return nil }
          return SharedRule(
            KeyPattern(key), cipher: CipherDefinition.machine, scope: own?.scope ?? .environment, expiry: own?.expiry)
        })
  }
}

extension Diagnostic {
  fileprivate static func loginsTooDeep(at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .circularName, at: place, "more than 10 logins need one another's tokens",
      hint: "write auth: none in the requests that need no token")
  }

  fileprivate static func loginLoop(_ path: [String], at place: SourcePlace) -> Diagnostic {
    let login = path[path.count - 1]
    return Diagnostic(
      .circularName, at: place,
      "the token of \(login) would need a token of \(login): \(path.joined(separator: " → "))",
      hint: "write auth: none in \(WorkspacePaths.file(ofRequest: login)), or another authentication")
  }
}
