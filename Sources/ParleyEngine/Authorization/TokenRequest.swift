import HTTPTypes

/// One request to a token endpoint, and how its response is read.
struct TokenRequest: Sendable {
  let oauth: OAuth2
  let grant: OAuth2.Grant

  /// What of it nobody may see.
  var secrets: Secrets {
    var values: [String] = []
    if let secret = oauth.clientSecret { values += [secret, basicCredentials(secret)] }
    switch grant {
    case .clientCredentials: break
    case .password(_, let password): values.append(password)
    case .refreshToken(let token): values.append(token)
    }
    return Secrets(values)
  }

  /// RFC 6749 §2.3.1 and §4.3.2, §4.4.2, §6.
  func request(beside prepared: PreparedRequest) -> Request {
    var request = Request.post(oauth.tokenURL, server: prepared.server)
      .header(.accept, "application/json")
      .body(.form(fields.map { ($0.name, $0.value) }))
    if let secret = oauth.clientSecret, oauth.authentication == .header {
      let credentials = Base64.encode(Array(basicCredentials(secret).utf8))
      request = request.header(.authorization, "Basic \(credentials)")
    }
    request.codec = JSONCodec()
    request.secrets = secrets
    request.hidesResponse = true
    // The same proxy, certificates and timeouts.
    request.options = prepared.request.options
    request.callID = prepared.request.callID
    request.environment = prepared.request.environment
    return request
  }

  private var fields: [(name: String, value: String)] {
    var fields = grantFields
    if let scope = oauth.scope { fields.append(("scope", scope)) }
    if oauth.clientSecret == nil || oauth.authentication == .body { fields.append(("client_id", oauth.clientID)) }
    if let secret = oauth.clientSecret, oauth.authentication == .body { fields.append(("client_secret", secret)) }
    return fields + oauth.parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private var grantFields: [(name: String, value: String)] {
    switch grant {
    case .clientCredentials: [("grant_type", "client_credentials")]
    case .password(let user, let password):
      [("grant_type", "password"), ("username", user), ("password", password)]
    case .refreshToken(let token): [("grant_type", "refresh_token"), ("refresh_token", token)]
    }
  }

  /// Both are form-encoded before they are joined, so that a colon in the ID does not cut it short.
  private func basicCredentials(_ secret: String) -> String {
    "\(FormEncoding.encode(oauth.clientID)):\(FormEncoding.encode(secret))"
  }
}

// Reading the response, RFC 6749 §5.
extension TokenRequest {
  func token(in response: Response, receivedAt: Timestamp) -> TokenProvider.Answer {
    guard let answer = try? response.json() else { return .failure(.noToken(in: response)) }
    if let code = answer["error"]?.string, let refusal = refusal(code, answer["error_description"]?.string) {
      return .failure(refusal)
    }
    guard response.status.kind == .successful, var token = OAuthToken(answer, receivedAt: receivedAt) else {
      return .failure(.noToken(in: response))
    }
    // §6: a server that gives no new refresh token lets the old one stand.
    if case .refreshToken(let old) = grant { token.refreshToken = token.refreshToken ?? old }
    return .success(token)
  }

  /// Nil for what is no error code: that is text from elsewhere, and shall not stand for one.
  private func refusal(_ code: String, _ description: String?) -> AuthorizationError? {
    let isCode = !code.isEmpty && code.utf8.count <= 64 && code.utf8.allSatisfy { $0.isUnreserved }
    guard isCode else { return nil }
    let said = description.map { secrets.maskingForeign(String($0.prefix(300))) }
    return AuthorizationError(
      .refused(code), "The authorization server refused: \(code).", detail: said.map { "It says “\($0)”." })
  }
}

extension AuthorizationError {
  static func noToken(in response: Response) -> AuthorizationError {
    AuthorizationError(
      .unusableAnswer, "The authorization server responded with \(response.status.code) and no token.")
  }

  static func storage(_ error: any Error) -> AuthorizationError {
    AuthorizationError(
      .storage, "The token cannot be stored.", detail: (error as? any ExplainedError)?.description)
  }

  static func tokenRequest(_ error: RequestError) -> AuthorizationError {
    AuthorizationError(
      .tokenRequest, "The request to the authorization server failed.", detail: error.description,
      cause: error.transportKind)
  }
}

extension RequestError {
  fileprivate var transportKind: TransportError.Kind? {
    switch self {
    case .transport(let error): error.kind
    case .cancelled: .cancelled
    default: nil
    }
  }
}
