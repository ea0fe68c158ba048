internal import ParleyEngine

extension Filling {
  /// Says the same with its texts filled in; a command has become what it printed.
  /// - Parameter server: of the request, where a token URL may be a path.
  mutating func fill(
    _ auth: Inherited<AuthDefinition>, on server: ServerDefinition?
  ) async throws -> AuthDefinition {
    let field = { (name: String) in Field("auth \(name)", from: auth.origin) }
    switch auth.value {
    case .inherit, .anonymous: return .anonymous
    case .request(let login): return .request(login)
    case .basic(let user): return .basic(try await fill(user, field))
    case .digest(let user): return .digest(try await fill(user, field))
    case .bearer(let token): return .bearer(try await fill(credential: token, as: field("token")))
    case .apiKey(var key):
      key.value = try await fill(credential: key.value, as: field(key.name.value))
      return .apiKey(key)
    case .awsSigV4(let keys): return .awsSigV4(try await fill(keys, field))
    case .oauth2(let grant): return .oauth2(try await fill(grant, on: server, field))
    case .certificate(let certificate): return .certificate(try await fill(certificate, field))
    case .command(let arguments): return try await fill(command: arguments, as: field("command"))
    }
  }

  /// A whole header value has its scheme in front, as in `Basic YWRh`.
  private mutating func fill(command: [String], as field: Field) async throws -> AuthDefinition {
    let output = try await renderer.output(of: command)
    renderer.secrets.formUnion([output] + output.split(separator: " ").suffix(1).map(String.init))
    let whole = 0..<output.utf8.count
    note(
      RenderedText(
        output,
        fills: [
          .init(range: whole, template: command.joined(separator: " "), source: .command(command), isSecret: true)
        ]), as: field)
    guard output.contains(" ") else { return .bearer(Located(output)) }
    return .apiKey(APIKeyDefinition(name: "Authorization", value: Located(output)))
  }

  private mutating func fill(
    _ user: UserDefinition, _ field: (String) -> Field
  ) async throws -> UserDefinition {
    let name = try await fill(user.user, as: field("user")) as Located<String>
    let password = try await fill(credential: user.password, as: field("password")) as Located<String>
    if !password.value.isEmpty { renderer.secrets.formUnion(["\(name.value):\(password.value)"]) }
    return UserDefinition(user: name, password: password)
  }

  private mutating func fill(_ keys: AWSDefinition, _ field: (String) -> Field) async throws -> AWSDefinition {
    AWSDefinition(
      accessKey: try await fill(keys.accessKey, as: field("accessKey")),
      secretKey: try await fill(credential: keys.secretKey, as: field("secretKey")),
      sessionToken: try await fill(credential: keys.sessionToken, as: field("sessionToken")),
      region: try await fill(keys.region, as: field("region")),
      service: try await fill(keys.service, as: field("service")))
  }

  private mutating func fill(
    _ grant: OAuth2Definition, on server: ServerDefinition?, _ field: (String) -> Field
  ) async throws -> OAuth2Definition {
    var filled = grant
    let url = try await renderer.render(grant.tokenURL.value)
    filled.tokenURL = Located(note(try await joined(url, to: server), as: field("tokenUrl")))
    filled.authorizationURL = try await fill(endpoint: grant.authorizationURL, on: server, field("authorizationUrl"))
    filled.deviceURL = try await fill(endpoint: grant.deviceURL, on: server, field("deviceUrl"))
    filled.redirectURL = try await fill(grant.redirectURL, as: field("redirectUrl"))
    filled.clientID = try await fill(grant.clientID, as: field("clientId"))
    filled.clientSecret = try await fill(credential: grant.clientSecret, as: field("clientSecret"))
    filled.scope = try await fill(grant.scope, as: field("scope"))
    filled.username = try await fill(grant.username, as: field("username"))
    filled.password = try await fill(credential: grant.password, as: field("password"))
    filled.refreshToken = try await fill(credential: grant.refreshToken, as: field("refreshToken"))
    filled.parameters = []
    for row in grant.parameters where row.isOn {
      let value = try await fill(row.located, as: field("parameters.\(row.name)"))
      filled.parameters.append(Row(row.name, value.value, isOn: true, place: row.place))
    }
    return filled
  }

  /// A whole URL, or a path on the server.
  private mutating func fill(
    endpoint: Located<String>?, on server: ServerDefinition?, _ field: Field
  ) async throws -> Located<String>? {
    guard let endpoint else { return nil }
    let url = try await renderer.render(endpoint.value)
    return Located(note(try await joined(url, to: server), as: field))
  }

  mutating func fill(
    _ certificate: CertificateDefinition, _ field: (String) -> Field
  ) async throws -> CertificateDefinition {
    CertificateDefinition(
      file: try await fill(path: certificate.file, for: .reading, as: field("file")),
      key: try await fill(path: certificate.key, for: .reading, as: field("key")),
      passphrase: try await fill(credential: certificate.passphrase, as: field("passphrase")))
  }
}
