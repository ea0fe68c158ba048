import HTTPServing
import HTTPTypes
import ParleyEngine

/// The kinds of authentication. The password, the key and the client's secret are all `secret`.
enum AuthRoutes {
  static func all(_ signIns: SignInDesk) -> [Route] {
    [
      .get("/auth/basic", "Basic authentication: anybody with the password \"secret\"") { try basic($0) },
      .get("/auth/key", "An API key, \"secret\", in X-Api-Key or api_key") { try key($0) },
      .get("/auth/oauth", "A token that /oauth/token gave out") { try token($0) },
      .post("/oauth/token", "OAuth 2: gives tokens for every grant") { try await grant($0, signIns) },
    ]
  }

  private static func basic(_ request: Request) throws -> ServedResponse {
    guard let (user, password) = basicCredentials(of: request), password == "secret" else {
      throw refused("The name and the password do not go together.", challenge: "Basic realm=\"parley-demo\"")
    }
    return .success(["user": .string(user)])
  }

  private static func key(_ request: Request) throws -> ServedResponse {
    let inHeader = request.header("X-Api-Key")
    guard inHeader == "secret" || request.query["api_key"] == "secret" else {
      throw refused("There is no such key.", challenge: "ApiKey realm=\"parley-demo\"")
    }
    return .success(["in": .string(inHeader == nil ? "query" : "header")])
  }

  private static func token(_ request: Request) throws -> ServedResponse {
    guard let client = request.authorization(scheme: "bearer")?.split(separator: "-", maxSplits: 1),
      client.count == 2, client[0] == "oauth"
    else { throw refused("The token is not one of /oauth/token.", challenge: "Bearer realm=\"parley-demo\"") }
    return .success(["client": .string(String(client[1]))])
  }

  private static func refused(_ message: String, challenge: String) -> Problem {
    Problem(
      status: 401, name: "Unauthorized", message: message, headers: [Header("WWW-Authenticate", challenge)])
  }
}

// Tokens (RFC 6749), which say themselves whose they are.
extension AuthRoutes {
  private static func grant(_ request: Request, _ signIns: SignInDesk) async throws -> ServedResponse {
    let form = try request.fields()
    let text = { (name: String) in form[name]?.string ?? "" }
    switch text("grant_type") {
    case "authorization_code":
      let grant = await signIns.redeem(code: text("code"), verifier: text("code_verifier"), text("redirect_uri"))
      return grant == text("client_id") ? .json(token(for: text("client_id"))) : failure("invalid_grant")
    case "urn:ietf:params:oauth:grant-type:device_code":
      return deviceAnswer(await signIns.poll(device: text("device_code")), for: text("client_id"))
    case "refresh_token" where text("refresh_token") == "refresh-\(text("client_id"))":
      return .json(token(for: text("client_id")))
    default: return clientGrant(request, form)
    }
  }

  /// Of a client that has a secret.
  private static func clientGrant(_ request: Request, _ form: JSONValue) -> ServedResponse {
    let inBody = form["client_id"]?.string.map { ($0, form["client_secret"]?.string ?? "") }
    guard let (client, secret) = basicCredentials(of: request) ?? inBody, secret == "secret" else {
      return failure("invalid_client", status: 401)
    }
    switch form["grant_type"]?.string {
    case "password" where form["password"]?.string != "secret": return failure("invalid_grant")
    case "client_credentials", "password", "refresh_token": return .json(token(for: client))
    default: return failure("unsupported_grant_type")
    }
  }

  private static func deviceAnswer(_ answer: SignInDesk.Poll, for client: String) -> ServedResponse {
    switch answer {
    case .allowed: .json(token(for: client))
    case .pending: failure("authorization_pending")
    case .tooSoon: failure("slow_down")
    case .denied: failure("access_denied")
    case .unknown: failure("expired_token")
    }
  }

  private static func token(for client: String) -> JSONValue {
    [
      "access_token": .string("oauth-\(client)"), "token_type": "Bearer", "expires_in": 3600,
      "refresh_token": .string("refresh-\(client)"),
    ]
  }

  static func failure(_ error: String, _ description: String? = nil, status: Int = 400) -> ServedResponse {
    var answer: JSONValue = ["error": .string(error)]
    if let description { answer["error_description"] = .string(description) }
    return .json(answer, status: status)
  }

  private static func basicCredentials(of request: Request) -> (user: String, password: String)? {
    guard let encoded = request.authorization(scheme: "basic"), let bytes = Base64Text(encoded)?.bytes else {
      return nil
    }
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ":", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}

extension Request {
  /// Returns the credentials after the scheme's name, whose case does not matter (RFC 9110, 11.1); nil if the request
  /// has none of that scheme.
  fileprivate func authorization(scheme: String) -> String? {
    let words = headers[.authorization]?.split(separator: " ") ?? []
    guard words.count == 2, words[0].lowercased() == scheme else { return nil }
    return String(words[1])
  }
}
