// Kinds of authentication, and what each wants.
extension SettingKey {
  var declaredAuth: RequestField {
    switch self {
    case .user: .auth("basic.user", "The user name, as in `{{user}}`.")
    case .password:
      .auth("basic.password", "The password, best as a template that keeps it out of the file, such as `{{password}}`.")
    case .token: .auth("bearer", "A token, sent with every request, such as `{{token}}`.", label: "token")
    case .keyName: .auth("apiKey.name", "Name of the header or query parameter.")
    case .keyValue: .auth("apiKey.value", "The key, as in `{{key}}`.")
    case .keyPlace: .auth("apiKey.in", "Where the key is sent.", .choice(["header", "query"]), default: "header")
    case .accessKey: .auth("awsSigV4.accessKey", "The access key's id.", label: "access key")
    case .secretKey: .auth("awsSigV4.secretKey", "The secret access key.", label: "secret key")
    case .sessionToken:
      .auth("awsSigV4.sessionToken", "The session token of temporary credentials.", label: "session token")
    case .region: .auth("awsSigV4.region", "The region, such as `eu-central-1`.")
    case .service: .auth("awsSigV4.service", "The service, such as `s3` or `execute-api`.")
    case .loginRequest: .auth("request.name", "The request to send.", label: "request", example: "user/login")
    case .loginToken:
      .auth(
        "request.token", "The shared key that the request captures the token as.",
        default: .words("the only one it captures, or `token`"), example: "token")
    case .loginHeader:
      .auth("request.header", "The header the token is sent in.", default: "Authorization", example: "Authorization")
    case .loginScheme:
      .auth(
        "request.scheme", "The word in front of the token; `none` sends the token alone.",
        default: .words("`Bearer` in `Authorization`, otherwise none"), example: "Bearer, or none")
    case .authCertificate: .auth("certificate.file", "The certificate, as PEM.", .path, label: "certificate")
    case .authKey:
      .auth(
        "certificate.key", "Its key, as PEM.", .path, label: "its key", default: .words("in the certificate's file"))
    case .authPassphrase: .auth("certificate.passphrase", "Passphrase of the key, as in `{{passphrase}}`.")
    case .command:
      .auth("command", "A program that prints a token, or a whole header value.", example: "pass show shop")
    case .auth:
      RequestField(
        .auth, "auth",
        "How the request authenticates. `inherit` uses the authentication of its folder, the environment or the workspace.",
        .choice(["inherit", "none"] + Self.fieldsOfKinds.map(\.kind)), label: "kind",
        default: "none"
      )
      .found(by: "basic bearer token OAuth API key login password authorization")
    default: declaredOAuth2
    }
  }

  private var declaredOAuth2: RequestField {
    switch self {
    case .grant:
      .oauth2(
        "grant", "The OAuth 2 grant: how a token is got.", "grant",
        .choice(["clientCredentials", "password", "refreshToken", "authorizationCode", "deviceCode"]),
        default: "clientCredentials")
    case .authorizationURL:
      .oauth2(
        "authorizationUrl", "For the grant `authorizationCode`: the page to sign in at.", "authorization URL")
    case .redirectURL:
      .oauth2(
        "redirectUrl",
        "For the grant `authorizationCode`: where the browser comes back to. It is registered at the server.",
        "redirect URL", default: .words("`http://127.0.0.1/callback`, on a free port"),
        example: "http://127.0.0.1:8400/callback")
    case .deviceURL:
      .oauth2("deviceUrl", "For the grant `deviceCode`: the device authorization endpoint.", "device URL")
    case .clientID: .oauth2("clientId", "The client id, as the server registered it.", "client id")
    case .clientSecret: .oauth2("clientSecret", "The client secret, as in `{{clientSecret}}`.", "client secret")
    case .scope: .oauth2("scope", "Scopes, separated by spaces.", "scope")
    case .username: .oauth2("username", "The user name, for the grant `password`.", "username")
    case .userPassword:
      .oauth2("password", "The password, for the grant `password`, such as `{{password}}`.", "password")
    case .refreshToken:
      .oauth2("refreshToken", "For the grant `refreshToken`: the initial refresh token.", "refresh token")
    case .client:
      .oauth2(
        "client", "Where `clientId` and `clientSecret` are sent.", "client", .choice(["header", "body"]),
        default: "header")
    case .parameters:
      .oauth2(
        "parameters",
        "What else the server wants to be told, such as `audience` or `resource`. It is sent at the sign-in, and in token requests.",
        "parameters", example: "audience=https://api.example.com resource='two words'")
    default: .oauth2("tokenUrl", "Token endpoint: a whole URL, or a path on the server.", "token URL")
    }
  }

  /// Whether its value is a credential, which nobody beside the screen is to read.
  package var isCredential: Bool {
    switch self {
    case .password, .token, .keyValue, .secretKey, .sessionToken, .authPassphrase, .clientSecret, .userPassword,
      .refreshToken:
      true
    default: false
    }
  }

  private static let fieldsOfKinds: [(kind: String, fields: [SettingKey])] = [
    ("basic", [.user, .password]),
    ("bearer", [.token]),
    ("apiKey", [.keyName, .keyValue, .keyPlace]),
    ("digest", [.user, .password]),
    ("awsSigV4", [.accessKey, .secretKey, .sessionToken, .region, .service]),
    (
      "oauth2",
      [
        .grant, .authorizationURL, .redirectURL, .deviceURL, .tokenURL, .clientID, .clientSecret, .scope, .username,
        .userPassword, .refreshToken, .client, .parameters,
      ]
    ),
    ("request", [.loginRequest, .loginToken, .loginHeader, .loginScheme]),
    ("certificate", [.authCertificate, .authKey, .authPassphrase]),
    ("command", [.command]),
  ]

  /// The fields of a kind of authorization.
  package static func fields(ofAuth kind: String) -> [SettingKey] {
    fieldsOfKinds.first { $0.kind == kind }?.fields ?? []
  }

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

extension RequestField {
  fileprivate static func auth(
    _ path: String, _ help: String, _ kind: FieldKind = .text, label: String? = nil,
    default standard: DefaultValue? = nil, example: String? = nil
  ) -> RequestField {
    RequestField(.auth, "auth.\(path)", help, kind, label: label, default: standard, example: example)
  }

  fileprivate static func oauth2(
    _ name: String, _ help: String, _ label: String, _ kind: FieldKind = .text,
    default standard: DefaultValue? = nil, example: String? = nil
  ) -> RequestField {
    .auth("oauth2.\(name)", help, kind, label: label, default: standard, example: example)
  }
}
