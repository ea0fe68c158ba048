/// The grant that a token request presents to the token endpoint.
enum TokenGrant: Sendable, Hashable {
  case clientCredentials
  case password(user: String, password: String)
  case refreshToken(String)
  /// The authorization code that the browser brought back, RFC 6749 §4.1.3 and RFC 7636 §4.5.
  case code(String, redirectURL: String, verifier: String)
  /// RFC 8628 §3.4
  case deviceCode(String)
}

extension TokenGrant {
  /// The fields of the form it is sent as.
  var fields: [(name: String, value: String)] {
    switch self {
    case .clientCredentials: [("grant_type", "client_credentials")]
    case .password(let user, let password):
      [("grant_type", "password"), ("username", user), ("password", password)]
    case .refreshToken(let token): [("grant_type", "refresh_token"), ("refresh_token", token)]
    case .code(let code, let redirectURL, let verifier):
      [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURL),
        ("code_verifier", verifier),
      ]
    case .deviceCode(let code):
      [("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", code)]
    }
  }

  /// The secrets in the grant.
  var secrets: [String] {
    switch self {
    case .clientCredentials: []
    case .password(_, let password): [password]
    case .refreshToken(let token): [token]
    case .code(let code, _, let verifier): [code, verifier]
    case .deviceCode(let code): [code]
    }
  }

  /// Whether the scope was named before: where the person signed in.
  var hasScope: Bool {
    switch self {
    case .code, .deviceCode: true
    case .clientCredentials, .password, .refreshToken: false
    }
  }
}

extension OAuth2.Grant {
  /// Nil where a person has to sign in first.
  var asTokenGrant: TokenGrant? {
    switch self {
    case .clientCredentials: .clientCredentials
    case .password(let user, let password): .password(user: user, password: password)
    case .refreshToken(let token): .refreshToken(token)
    case .authorizationCode, .deviceCode: nil
    }
  }
}

extension OAuth2 {
  /// The secrets known in advance: those of the grant and the client's own.
  package var knownSecrets: Secrets {
    var secrets = Secrets(grant.asTokenGrant?.secrets ?? [])
    if let clientSecret { secrets.formUnion([clientSecret, basicCredentials(clientSecret)]) }
    return secrets
  }

  /// Both are form-encoded before they are joined, so that a colon in the ID does not cut it short (§2.3.1).
  func basicCredentials(_ secret: String) -> String {
    "\(FormEncoding.encode(clientID)):\(FormEncoding.encode(secret))"
  }
}
