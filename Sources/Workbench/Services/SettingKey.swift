/// One thing that a request can say of itself in a word or a line. The tabs of the composer list them, each with what is
/// inherited where the request says nothing.
package enum SettingKey: String, Hashable, Sendable, CaseIterable {
  // Query.
  case queryStyle

  // Auth: of which kind, and what that kind wants.
  case auth
  case user, password, token
  case keyName, keyValue, keyPlace
  case accessKey, secretKey, sessionToken, region, service
  case grant, tokenURL, authorizationURL, redirectURL, deviceURL
  case clientID, clientSecret, scope, username, userPassword, refreshToken, client, parameters
  case loginRequest, loginToken, loginHeader, loginScheme
  case authCertificate, authKey, authPassphrase
  case command

  // Body.
  case filePath, fileType, fileMD5
  case serialization, root

  // Expect, and how the response is read.
  case status, within, schema, envelope, responseRoot, codec

  // Options.
  case timeout, connectTimeout, redirects
  case attempts, delay, backoff, jitter, retryStatus, retryAfter
  case duplicates, hold
  case cache, timeToLive, ignoredQuery, invalidates
  case gzip, decompress, maxBody, cookies, httpVersion, proxy, unixSocket, download
  case verify, ca, certificate, certificateKey, certificatePassphrase
}

extension SettingKey {
  /// As the composer calls it.
  package var label: String {
    switch self {
    case .queryStyle: "query style"
    case .auth: "kind"
    case .keyName: "name"
    case .keyValue: "value"
    case .keyPlace: "in"
    case .accessKey: "access key"
    case .secretKey: "secret key"
    case .sessionToken: "session token"
    case .tokenURL: "token URL"
    case .authorizationURL: "authorization URL"
    case .redirectURL: "redirect URL"
    case .deviceURL: "device URL"
    case .loginRequest: "request"
    case .loginToken: "token"
    case .loginHeader: "header"
    case .loginScheme: "scheme"
    case .clientID: "client id"
    case .clientSecret: "client secret"
    case .userPassword: "password"
    case .refreshToken: "refresh token"
    case .authCertificate, .certificate: "certificate"
    case .authKey, .certificateKey: "its key"
    case .authPassphrase, .certificatePassphrase: "passphrase"
    case .filePath: "file"
    case .fileType: "content type"
    case .fileMD5: "Content-MD5"
    case .root: "body root"
    case .responseRoot: "root"
    case .attempts: "retries"
    case .retryStatus: "retry status"
    case .retryAfter: "Retry-After"
    case .timeToLive: "cached for"
    case .maxBody: "max body"
    case .ignoredQuery: "ignored query"
    default: rawValue
    }
  }

  /// What can be chosen; none where text is typed.
  package var choices: [String] {
    switch self {
    case .queryStyle: ["repeated", "brackets", "comma"]
    case .auth:
      [
        "inherit", "none", "basic", "bearer", "apiKey", "digest", "awsSigV4", "oauth2", "request", "certificate",
        "command",
      ]
    case .keyPlace: ["header", "query"]
    case .grant: ["clientCredentials", "password", "refreshToken", "authorizationCode", "deviceCode"]
    case .client: ["header", "body"]
    case .serialization: ["json", "url", "form", "none"]
    case .envelope: ["standard", "bare", "none"]
    case .codec: ["json", "form", "text", "bytes"]
    case .backoff: ["constant", "linear", "exponential"]
    case .cache: ["off"]
    case .schema: ["operation"]
    case .duplicates: ["keepAll", "keepFirst", "keepLatest", "cancelFirst", "sendAll"]
    case .httpVersion: ["auto", "1.0", "1.1", "2"]
    case .fileMD5, .retryAfter, .gzip, .decompress, .cookies, .verify: ["true", "false"]
    default: []
    }
  }

  /// What a value looks like, for one that is missing or wrong.
  package var example: String {
    switch self {
    case .ignoredQuery: "ts, signature, or all"
    case .invalidates: "cart/read, cart/list"
    case .timeout, .connectTimeout, .within, .delay, .hold, .timeToLive: "200ms, 30s or 5m"
    case .maxBody: "500KB, 20MB or 2GB"
    case .status, .retryStatus: "200, 2xx, or 2xx, 304, or any"
    case .redirects, .attempts: "0 to 100"
    case .schema: "operation, schemas/user.json#/$defs/User, or a schema in JSON"
    case .jitter: "0 to 1"
    case .token: "{{token}}"
    case .password, .userPassword: "{{password}}"
    case .loginRequest: "user/login"
    case .loginToken: "token"
    case .loginHeader: "Authorization"
    case .loginScheme: "Bearer, or none"
    case .redirectURL: "http://127.0.0.1:8400/callback"
    case .proxy: "http://proxy:3128, or none"
    case .download: "out/response.json, or temporary"
    case .responseRoot, .root: "result.items"
    case .envelope: "standard, bare, none, or one of the workspace's envelopes"
    case .command: "pass show shop"
    case .parameters: "audience=https://api.example.com resource='two words'"
    case .filePath, .ca, .certificate, .certificateKey, .authCertificate, .authKey: "a path relative to the workspace"
    default: choices.joined(separator: ", ")
    }
  }

  /// The fields of a kind of authorization.
  package static func fields(ofAuth kind: String) -> [SettingKey] {
    switch kind {
    case "basic", "digest": [.user, .password]
    case "bearer": [.token]
    case "apiKey": [.keyName, .keyValue, .keyPlace]
    case "awsSigV4": [.accessKey, .secretKey, .sessionToken, .region, .service]
    case "oauth2":
      [
        .grant, .authorizationURL, .redirectURL, .deviceURL, .tokenURL, .clientID, .clientSecret, .scope, .username,
        .userPassword, .refreshToken, .client, .parameters,
      ]
    case "request": [.loginRequest, .loginToken, .loginHeader, .loginScheme]
    case "certificate": [.authCertificate, .authKey, .authPassphrase]
    case "command": [.command]
    default: []
    }
  }
}

extension SettingKey {
  /// Those that matter for the grant of an OAuth 2 token.
  /// - Parameter isFilled: whether a field says something: that is shown in any case.
  package static func shownFields(
    ofAuth kind: String, grant: String, isFilled: (SettingKey) -> Bool
  ) -> [SettingKey] {
    let all = fields(ofAuth: kind)
    guard kind == "oauth2" else { return all }
    let ofGrants: [SettingKey: String] = [
      .username: "password", .userPassword: "password", .refreshToken: "refreshToken",
      .authorizationURL: "authorizationCode", .redirectURL: "authorizationCode", .deviceURL: "deviceCode",
    ]
    return all.filter { key in ofGrants[key].map { $0 == grant } ?? true || isFilled(key) }
  }
}

/// What holds where a request says nothing, and who says so.
package struct InheritedSetting: Hashable, Sendable {
  /// Masked where it holds a secret; empty where nobody says anything.
  package var value: String
  /// Such as `parley.yaml`.
  package var origin: String

  package init(_ value: String, from origin: String) {
    self.value = value
    self.origin = origin
  }
}
