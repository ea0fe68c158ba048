internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Postman's authentication: a kind, and its values as a list (version 2.1) or a map (2.0).
struct PostmanAuth {
  private let auth: JSONValue
  var texts = ImportedTexts(.postman, "the collection")
  /// A kind that Parley does not have.
  private(set) var unknown: String?

  init(_ auth: JSONValue?) {
    self.auth = auth ?? .null
  }

  private var kind: String { auth["type"]?.string ?? "" }

  mutating func definition() -> AuthDefinition? {
    switch kind {
    case "": return nil
    case "noauth": return .anonymous
    case "basic": return .basic(user)
    case "digest": return .digest(user)
    case "bearer": return .bearer(Located(secret("token", as: "token")))
    case "apikey": return apiKey
    case "awsv4": return aws
    case "oauth2": return oauth2
    default:
      unknown = kind
      return nil
    }
  }

  private func value(_ key: String) -> String? {
    let values = auth[kind]
    let value = values?.array?.first { $0["key"]?.string == key }?["value"] ?? values?[key]
    return PostmanText.text(value)
  }

  private mutating func text(_ key: String) -> String { texts.text(value(key) ?? "") }

  private mutating func secret(_ key: String, as label: String) -> String { texts.secret(value(key), as: label) }

  private var user: UserDefinition {
    mutating get {
      UserDefinition(user: Located(text("username")), password: Located(secret("password", as: "password")))
    }
  }

  private var apiKey: AuthDefinition {
    mutating get {
      let name = value("key") ?? "X-API-Key"
      let position: Located<APIKeyDefinition.Position>? = value("in") == "query" ? Located(.query) : nil
      return .apiKey(APIKeyDefinition(name: Located(name), value: Located(secret("value", as: name)), in: position))
    }
  }

  private var aws: AuthDefinition {
    mutating get {
      var keys = AWSDefinition()
      keys.accessKey = Located(text("accessKey"))
      keys.secretKey = Located(secret("secretKey", as: "secret key"))
      if value("sessionToken") != nil { keys.sessionToken = Located(secret("sessionToken", as: "session token")) }
      keys.region = Located(text("region"))
      keys.service = Located(text("service"))
      return .awsSigV4(keys)
    }
  }

  /// OAuth 2. A grant without an address uses an existing token, or asks for one.
  private var oauth2: AuthDefinition {
    mutating get {
      let grants: [String: OAuth2Definition.Grant] = [
        "client_credentials": .clientCredentials, "password_credentials": .password,
        "authorization_code": .authorizationCode, "authorization_code_with_pkce": .authorizationCode,
      ]
      guard let grant = value("grant_type").flatMap({ grants[$0] }), value("accessTokenUrl") != nil,
        grant != .authorizationCode || value("authUrl") != nil
      else {
        return existingToken
      }
      var definition = OAuth2Definition(
        tokenURL: Located(text("accessTokenUrl")), clientID: Located(text("clientId")),
        clientSecret: needsNoSecret(grant) ? nil : Located(secret("clientSecret", as: "client secret")))
      if grant == .authorizationCode {
        definition.grant = Located(.authorizationCode)
        definition.authorizationURL = Located(text("authUrl"))
      }
      if value("scope") != nil { definition.scope = Located(text("scope")) }
      if grant == .password {
        definition.grant = Located(.password)
        definition.username = Located(text("username"))
        definition.password = Located(secret("password", as: "password"))
      }
      if value("client_authentication") == "body" { definition.client = Located(.body) }
      definition.parameters = parameters
      return .oauth2(definition)
    }
  }

  /// A token that somebody fetched: in a header, with the word in front that is wanted, or in the query.
  private var existingToken: AuthDefinition {
    mutating get {
      let token = secret("accessToken", as: "token")
      if value("addTokenTo") == "queryParams" {
        return .apiKey(APIKeyDefinition(name: "access_token", value: Located(token), in: Located(.query)))
      }
      guard let prefix = value("headerPrefix")?.trimmed, prefix != "Bearer" else { return .bearer(Located(token)) }
      return .apiKey(
        APIKeyDefinition(
          name: "Authorization", value: Located(prefix.isEmpty ? token : "\(texts.text(prefix)) \(token)")))
    }
  }

  /// Further parameters of token requests and of the sign-in.
  private var parameters: [Row] {
    mutating get {
      let values = auth[kind]
      var rows: [Row] = []
      for key in ["authRequestParams", "tokenRequestParams"] {
        let list = values?.array?.first { $0["key"]?.string == key }?["value"] ?? values?[key]
        for item in list?.array ?? [] where item["enabled"]?.bool != false {
          guard let name = item["key"]?.string, !name.isEmpty, !rows.contains(where: { $0.name == name }) else {
            continue
          }
          rows.append(Row(name, texts.value(PostmanText.text(item["value"]) ?? "", named: name)))
        }
      }
      return rows
    }
  }

  /// A public client shows itself by its proof key. The browser comes back to this machine, whatever Postman's own page was.
  private func needsNoSecret(_ grant: OAuth2Definition.Grant) -> Bool {
    grant == .authorizationCode && value("clientSecret") == nil
  }
}
