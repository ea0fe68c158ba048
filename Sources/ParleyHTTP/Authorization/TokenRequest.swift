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

  /// The secrets in the request.
  var secrets: Secrets {
    var secrets = oauth.knownSecrets
    secrets.formUnion(grant?.secrets ?? [])
    return secrets
  }

  /// RFC 6749 §2.3.1 and §4.1.3, §4.3.2, §4.4.2, §6.
  /// - Parameter server: by its key, where that is not the default.
  func request(beside original: Request, on server: String?) -> Request {
    var request = Request.post(url, server: server)
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
    request.options = original.options
    request.options.keepsBodyAtOrigin = true
    request.options.maxBody = Self.longestResponse
    request.callID = original.callID
    request.environment = original.environment
    return request
  }

  /// No token is as long, in bytes.
  private static let longestResponse = 256 << 10

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
  /// The tokens and codes that the server issued: secrets before they are used for the first time (RFC 6749 §5.1, RFC
  /// 8628 §3.2).
  private static func issued(in response: Response) -> Secrets {
    guard let answer = try? response.json() else { return Secrets() }
    return Secrets(["access_token", "refresh_token", "id_token", "device_code"].compactMap { answer[$0]?.string })
  }

  func token(in response: Response, receivedAt: Timestamp) -> TokenProvider.Answer {
    if let elsewhere = redirection(in: response) { return .failure(elsewhere) }
    guard let answer = try? response.json() else { return .failure(.noToken(in: response)) }
    if let refusal = refusal(in: answer) { return .failure(refusal) }
    guard response.status.kind == .successful, var token = OAuthToken(answer, receivedAt: receivedAt) else {
      return .failure(.noToken(in: response))
    }
    // §6: a server that gives no new refresh token lets the old one stand.
    if case .refreshToken(let old)? = grant { token.refreshToken = token.refreshToken ?? old }
    return .success(token)
  }

  /// Another origin that the server sends the credentials to, and that does not get them; nil where it does not.
  func redirection(in response: Response) -> AuthorizationError? {
    guard response.status.kind == .redirection, let location = response.headers[.location], !location.isEmpty else {
      return nil
    }
    let target = masked(String(location.prefix(Self.longestQuote)))
    return AuthorizationError(
      .unusableAnswer, "The authorization server redirects, and credentials do not go to another origin.",
      detail: "It responded with \(response.status.code) and “\(target)”.")
  }

  private static let longestQuote = 300

  /// The server's words, with all that it was shown masked, whatever its length: it may repeat it.
  private func masked(_ text: String) -> String {
    let values = secrets.unmasked.sorted { $0.utf8.count > $1.utf8.count }
    return values.reduce(secrets.maskingForeign(text)) { $0.replacing($1, with: Secrets.mask) }
  }

  /// The server's own error; nil where it tells of none.
  func refusal(in answer: JSONValue) -> AuthorizationError? {
    guard let code = answer["error"]?.string else { return nil }
    guard masked(code) == code else { return nil }
    return .refusal(code, answer["error_description"]?.string.map { String(masked($0).prefix(Self.longestQuote)) })
  }
}

extension AuthorizationError {
  /// Nil for what is no error code: that is text from elsewhere, and shall not stand for one.
  /// - Parameter description: without secrets.
  static func refusal(_ code: String, _ description: String?) -> AuthorizationError? {
    let isCode = !code.isEmpty && code.utf8.count <= 64 && code.utf8.allSatisfy { $0.isUnreserved }
    guard isCode else { return nil }
    return AuthorizationError(
      .refused(code), "The authorization server refused: \(code).", detail: description.map { "It says “\($0)”." })
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
