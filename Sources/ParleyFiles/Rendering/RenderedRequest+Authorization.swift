internal import ParleyEngine

extension RenderedRequest {
  /// `nil` where TLS alone authenticates, where nothing does, and where a session has to get the token.
  func authorization(hiding secrets: Secrets) -> Authorization? {
    switch auth {
    case .inherit, .anonymous, .certificate, .command, .request: nil
    case .basic(let user): .basic(user: user.user.value, password: user.password.value)
    case .bearer(let token): .bearer(token.value)
    case .digest(let user): .digest(user: user.user.value, password: user.password.value)
    case .apiKey(let key):
      .apiKey(name: key.name.value, value: key.value.value, in: key.position?.value == .query ? .query : .header)
    case .awsSigV4(let keys): .awsSigV4(keys.forEngine)
    case .oauth2(let grant): .oauth2(grant.forEngine.hidingInKey(secrets))
    }
  }
}

extension AWSDefinition {
  fileprivate var forEngine: AWSSignature {
    AWSSignature(
      accessKey: accessKey.value, secretKey: secretKey.value, region: region.value, service: service.value,
      sessionToken: sessionToken?.value)
  }
}

extension OAuth2Definition {
  fileprivate var forEngine: OAuth2 {
    OAuth2(
      tokenURL: tokenURL.value, grant: engineGrant, clientID: clientID.value, clientSecret: clientSecret?.value,
      scope: scope?.value, authentication: client?.value == .body ? .body : .header,
      parameters: Dictionary(parameters.map { ($0.name, $0.value) }) { $1 })
  }

  private var engineGrant: OAuth2.Grant {
    switch grant?.value {
    case nil, .clientCredentials: .clientCredentials
    case .password: .password(user: username?.value ?? "", password: password?.value ?? "")
    case .refreshToken: .refreshToken(refreshToken?.value ?? "")
    case .authorizationCode:
      .authorizationCode(authorizationURL: authorizationURL?.value ?? "", redirectURL: redirectURL?.value)
    case .deviceCode: .deviceCode(deviceURL: deviceURL?.value ?? "")
    }
  }
}
