internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Bruno's authentication in the words of the format.
struct BrunoAuth {
  private let auth: BrunoItem.Auth
  private(set) var texts: ImportedTexts
  /// A sentence on the part that could not be taken over.
  private(set) var note: String?

  init(_ auth: BrunoItem.Auth, _ texts: ImportedTexts) {
    (self.auth, self.texts) = (auth, texts)
  }

  private mutating func text(_ key: String) -> Located<String> { Located(texts.text(auth.values[key] ?? "")) }

  private mutating func secret(_ key: String, _ label: String) -> Located<String> {
    Located(texts.secret(auth.values[key], as: label))
  }

  private func has(_ key: String) -> Bool { auth.values[key]?.isEmpty == false }

  mutating func definition() -> AuthDefinition? {
    switch auth.mode {
    case "inherit": return nil
    case "none", "": return .anonymous
    case "basic": return .basic(UserDefinition(user: text("username"), password: secret("password", "password")))
    case "digest": return .digest(UserDefinition(user: text("username"), password: secret("password", "password")))
    case "bearer": return .bearer(secret("token", "token"))
    case "apikey":
      let name = has("key") ? auth.values["key"] ?? "" : "X-API-Key"
      return .apiKey(
        APIKeyDefinition(
          name: Located(name), value: secret("value", name),
          in: auth.values["placement"] == "queryparams" ? Located(.query) : nil))
    case "awsv4":
      return .awsSigV4(
        AWSDefinition(
          accessKey: text("accessKeyId"), secretKey: secret("secretAccessKey", "secret key"),
          sessionToken: has("sessionToken") ? secret("sessionToken", "session token") : nil, region: text("region"),
          service: text("service")))
    case "oauth2": return oauth2()
    default:
      note = "Authentication of the kind \(Printable.quoted(auth.mode)) was left out."
      return nil
    }
  }

  private mutating func oauth2() -> AuthDefinition {
    let grants: [String: OAuth2Definition.Grant] = [
      "client_credentials": .clientCredentials, "password": .password, "authorization_code": .authorizationCode,
    ]
    guard let grant = grants[auth.values["grant_type"] ?? ""], has("access_token_url"),
      grant != .authorizationCode || has("authorization_url")
    else {
      note =
        "OAuth 2 of the grant \(Printable.quoted(auth.values["grant_type"] ?? "")) was left out: the request asks for the token itself."
      return .bearer(Located(texts.secret(nil, as: "token")))
    }
    var definition = OAuth2Definition(
      tokenURL: text("access_token_url"), clientID: text("client_id"),
      clientSecret: has("client_secret") ? secret("client_secret", "client secret") : nil,
      scope: has("scope") ? text("scope") : nil)
    if grant != .clientCredentials { definition.grant = Located(grant) }
    if grant == .password {
      definition.username = text("username")
      definition.password = secret("password", "password")
    }
    if grant == .authorizationCode { definition.authorizationURL = text("authorization_url") }
    if auth.values["credentials_placement"] == "body" { definition.client = Located(.body) }
    for row in auth.parameters { definition.parameters.append(Row(row.name, texts.value(row.value, named: row.name))) }
    if auth.values["token_placement"] == "url" {
      note = "Its token is sent in a header, not in the query."
    } else if let prefix = auth.values["token_header_prefix"], !prefix.isEmpty, prefix != "Bearer" {
      note = "Its token is sent with Bearer in front, not with \(Printable.quoted(prefix))."
    }
    return .oauth2(definition)
  }
}
