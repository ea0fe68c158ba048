internal import ParleyEngine
internal import ParleyFiles

/// Authentication in Postman's words: a kind, and its values as a list.
enum PostmanAuthExport {
  static func auth(_ request: inout ExportedRequest, _ templates: inout ForeignTemplates) -> JSONValue? {
    func kind(_ name: String, _ values: [(String, String)]) -> JSONValue {
      let list = values.map { key, value in
        JSONValue.object(["key": .string(key), "value": .string(templates.text(value)), "type": "string"])
      }
      return ["type": .string(name), name: .array(list)]
    }
    switch request.auth {
    case .inherit, .anonymous: return ["type": "noauth"]
    case .basic(let user): return kind("basic", user.pairs)
    case .digest(let user): return kind("digest", user.pairs)
    case .bearer(let token): return kind("bearer", [("token", token.value)])
    case .apiKey(let key):
      let position = key.position?.value ?? .header
      return kind("apikey", [("key", key.name.value), ("value", key.value.value), ("in", position.rawValue)])
    case .awsSigV4(let keys): return kind("awsv4", keys.pairs)
    case .oauth2(let grant) where grant.isKnownToPostman: return kind("oauth2", grant.pairs)
    case .oauth2, .certificate, .command, .request:
      request.note("Authentication of the kind \(request.auth.kind) is not exported.")
      return nil
    }
  }
}

extension UserDefinition {
  fileprivate var pairs: [(String, String)] { [("username", user.value), ("password", password.value)] }
}

extension AWSDefinition {
  fileprivate var pairs: [(String, String)] {
    [
      ("accessKey", accessKey.value), ("secretKey", secretKey.value), ("region", region.value),
      ("service", service.value),
    ]
      + (sessionToken.map { [("sessionToken", $0.value)] } ?? [])
  }
}

extension OAuth2Definition {
  fileprivate var isKnownToPostman: Bool { grant?.value != .refreshToken && grant?.value != .deviceCode }

  private var kind: String {
    switch grant?.value {
    case .password: "password_credentials"
    case .authorizationCode: "authorization_code_with_pkce"
    default: "client_credentials"
    }
  }

  fileprivate var pairs: [(String, String)] {
    let named: [(String, String?)] = [
      ("grant_type", kind), ("authUrl", authorizationURL?.value), ("redirect_uri", redirectURL?.value),
      ("useBrowser", authorizationURL == nil ? nil : "true"),
      ("challengeAlgorithm", authorizationURL == nil ? nil : "S256"),
      ("accessTokenUrl", tokenURL.value), ("clientId", clientID.value), ("clientSecret", clientSecret?.value),
      ("scope", scope?.value), ("username", username?.value), ("password", password?.value),
      ("client_authentication", client?.value.rawValue),
    ]
    return named.compactMap { name, value in value.map { (name, $0) } }
  }
}
