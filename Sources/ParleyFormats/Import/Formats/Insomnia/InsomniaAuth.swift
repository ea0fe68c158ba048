internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Insomnia's authentication in the words of the format.
struct InsomniaAuth {
  private let auth: JSONValue
  private(set) var texts: ImportedTexts
  /// A cookie that carries a key.
  private(set) var cookie: Row?
  /// A sentence on the part that could not be taken over.
  private(set) var note: String?

  init(_ auth: JSONValue, _ texts: ImportedTexts) {
    (self.auth, self.texts) = (auth, texts)
  }

  private func value(_ key: String) -> String? { PostmanText.text(auth[key]) }
  private mutating func text(_ key: String) -> Located<String> { Located(texts.text(value(key) ?? "")) }

  private mutating func secret(_ key: String, _ label: String) -> Located<String> {
    Located(texts.secret(value(key), as: label))
  }

  mutating func definition() -> AuthDefinition? {
    guard let type = auth["type"]?.string, !type.isEmpty else { return nil }
    if auth["disabled"]?.bool == true { return .anonymous }
    switch type {
    case "none": return .anonymous
    case "basic": return .basic(UserDefinition(user: text("username"), password: secret("password", "password")))
    case "digest": return .digest(UserDefinition(user: text("username"), password: secret("password", "password")))
    case "bearer": return bearer()
    case "apikey": return apiKey()
    case "iam":
      return .awsSigV4(
        AWSDefinition(
          accessKey: text("accessKeyId"), secretKey: secret("secretAccessKey", "secret key"),
          sessionToken: value("sessionToken") == nil ? nil : secret("sessionToken", "session token"),
          region: text("region"), service: text("service")))
    case "oauth2": return oauth2()
    default:
      note = "Authentication of the kind \(Printable.quoted(type)) was left out."
      return nil
    }
  }

  /// A prefix other than `Bearer` stands in front of the token in the same header.
  private mutating func bearer() -> AuthDefinition {
    let token = secret("token", "token")
    guard let prefix = value("prefix")?.trimmed, prefix.lowercased() != "bearer" else { return .bearer(token) }
    return .apiKey(
      APIKeyDefinition(name: "Authorization", value: Located("\(texts.text(prefix)) \(token.value)".trimmed)))
  }

  private mutating func apiKey() -> AuthDefinition {
    let name = value("key") ?? "X-API-Key"
    let key = secret("value", name)
    switch auth["addTo"]?.string {
    case "queryParams": return .apiKey(APIKeyDefinition(name: Located(name), value: key, in: Located(.query)))
    case "cookie":
      cookie = Row("Cookie", "\(name)=\(key.value)")
      return .anonymous
    default: return .apiKey(APIKeyDefinition(name: Located(name), value: key))
    }
  }

  private mutating func oauth2() -> AuthDefinition {
    let grants: [String: OAuth2Definition.Grant] = [
      "authorization_code": .authorizationCode, "client_credentials": .clientCredentials, "password": .password,
      "refresh_token": .refreshToken, "mcp_auth_flow": .authorizationCode,
    ]
    let kind = value("grantType") ?? ""
    guard let grant = grants[kind], value("accessTokenUrl") != nil,
      grant != .authorizationCode || value("authorizationUrl") != nil
    else {
      note = "OAuth 2 of the grant \(Printable.quoted(kind)) was left out: the request asks for the token itself."
      return .bearer(Located(texts.secret(nil, as: "token")))
    }
    var definition = OAuth2Definition(
      tokenURL: text("accessTokenUrl"), clientID: text("clientId"),
      clientSecret: value("clientSecret") == nil ? nil : secret("clientSecret", "client secret"),
      scope: value("scope") == nil ? nil : text("scope"))
    if grant != .clientCredentials { definition.grant = Located(grant) }
    switch grant {
    case .password:
      definition.username = text("username")
      definition.password = secret("password", "password")
    case .authorizationCode: definition.authorizationURL = text("authorizationUrl")
    case .refreshToken: definition.refreshToken = secret("refreshToken", "refresh token")
    case .clientCredentials, .deviceCode: break
    }
    if auth["credentialsInBody"]?.bool == true { definition.client = Located(.body) }
    for key in ["audience", "resource"] {
      if let value = value(key) { definition.parameters.append(Row(key, texts.value(value, named: key))) }
    }
    if let prefix = value("tokenPrefix"), !["bearer", ""].contains(prefix.lowercased()) {
      note = "Its token is sent with Bearer in front, not with \(Printable.quoted(prefix))."
    }
    return .oauth2(definition)
  }
}
