import HTTPTypes

/// One request to an endpoint of an authorization server, and how its response is read.
struct TokenRequest: Sendable {
  let oauth: OAuth2
  /// Nil for a request that begins a device authorization.
  let grant: TokenGrant?
  /// A whole URL, or a path on the server of the request.
  let url: String

  init(oauth: OAuth2, grant: TokenGrant) {
    self.oauth = oauth
    self.grant = grant
    url = oauth.tokenURL
  }

  /// RFC 8628 §3.1
  init(oauth: OAuth2, deviceURL: String) {
    self.oauth = oauth
    grant = nil
    url = deviceURL
  }

  /// What of it nobody may see.
  var secrets: Secrets {
    var secrets = oauth.knownSecrets
    secrets.formUnion(grant?.secrets ?? [])
    return secrets
  }

  /// RFC 6749 §2.3.1 and §4.1.3, §4.3.2, §4.4.2, §6.
  func request(beside prepared: PreparedRequest) -> Request {
    var request = Request.post(url, server: prepared.server)
      .header(.accept, "application/json")
      .body(.form(fields.map { ($0.name, $0.value) }))
    if let secret = oauth.clientSecret, oauth.authentication == .header {
      let credentials = Base64.encode(Array(oauth.basicCredentials(secret).utf8))
      request = request.header(.authorization, "Basic \(credentials)")
    }
    request.codec = JSONCodec()
    request.secrets = secrets
    request.hidesResponse = true
    request.capture = { Captured(secrets: Self.issued(in: $0)) }
    // The same proxy, certificates and timeouts.
    request.options = prepared.request.options
    request.callID = prepared.request.callID
    request.environment = prepared.request.environment
    return request
  }

  private var fields: [(name: String, value: String)] {
    var fields = grant?.fields ?? []
    if let scope = oauth.scope, grant?.hasScope != true { fields.append(("scope", scope)) }
    if oauth.clientSecret == nil || oauth.authentication == .body { fields.append(("client_id", oauth.clientID)) }
    if let secret = oauth.clientSecret, oauth.authentication == .body { fields.append(("client_secret", secret)) }
    return fields + oauth.parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

// Reading the response, RFC 6749 §5.
extension TokenRequest {
  /// What the server gives is a secret before it is used for the first time (RFC 6749 §5.1, RFC 8628 §3.2).
  private static func issued(in response: Response) -> Secrets {
    guard let answer = try? response.json() else { return Secrets() }
    return Secrets(["access_token", "refresh_token", "id_token", "device_code"].compactMap { answer[$0]?.string })
  }

  func token(in response: Response, receivedAt: Timestamp) -> TokenProvider.Answer {
    guard let answer = try? response.json() else { return .failure(.noToken(in: response)) }
    if let refusal = refusal(in: answer) { return .failure(refusal) }
    guard response.status.kind == .successful, var token = OAuthToken(answer, receivedAt: receivedAt) else {
      return .failure(.noToken(in: response))
    }
    // §6: a server that gives no new refresh token lets the old one stand.
    if case .refreshToken(let old)? = grant { token.refreshToken = token.refreshToken ?? old }
    return .success(token)
  }

  /// The server's own error; nil where it tells of none.
  func refusal(in answer: JSONValue) -> AuthorizationError? {
    guard let code = answer["error"]?.string else { return nil }
    return .refusal(code, answer["error_description"]?.string, hiding: secrets)
  }
}

extension AuthorizationError {
  /// Nil for what is no error code: that is text from elsewhere, and shall not stand for one.
  static func refusal(_ code: String, _ description: String?, hiding secrets: Secrets) -> AuthorizationError? {
    let isCode = !code.isEmpty && code.utf8.count <= 64 && code.utf8.allSatisfy { $0.isUnreserved }
    guard isCode else { return nil }
    let said = description.map { secrets.maskingForeign(String($0.prefix(300))) }
    return AuthorizationError(
      .refused(code), "The authorization server refused: \(code).", detail: said.map { "It says “\($0)”." })
  }

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
