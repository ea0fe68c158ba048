internal import ParleyEngine
import ParleyText

/// How an OAuth 2 token is asked for (RFC 6749).
package struct OAuth2Definition: Sendable, Equatable {
  package enum Grant: String, Sendable, CaseIterable {
    /// The program speaks for itself; §4.4.
    case clientCredentials
    /// §4.3.
    case password
    /// With a refresh token that was got elsewhere; §6.
    case refreshToken
    /// A person signs in with a browser that comes back to this machine; §4.1, RFC 7636, RFC 8252.
    case authorizationCode
    /// A person signs in on any device with a code; RFC 8628.
    case deviceCode
  }

  /// How the client authenticates; §2.3.1.
  package enum ClientAuthentication: String, Sendable, CaseIterable {
    /// As a user's name and password in `Authorization`.
    case header
    /// As fields of the form.
    case body
  }

  /// `clientCredentials` by default.
  package var grant: Located<Grant>?
  package var tokenURL: Located<String>
  package var authorizationURL: Located<String>?
  package var redirectURL: Located<String>?
  package var deviceURL: Located<String>?
  package var clientID: Located<String>
  package var clientSecret: Located<String>?
  package var scope: Located<String>?
  package var username: Located<String>?
  package var password: Located<String>?
  package var refreshToken: Located<String>?
  package var client: Located<ClientAuthentication>?
  /// What else the server wants to be told, when a person signs in and when it is asked for a token.
  package var parameters: [Row]

  package init(
    grant: Located<Grant>? = nil, tokenURL: Located<String> = "", clientID: Located<String> = "",
    clientSecret: Located<String>? = nil, scope: Located<String>? = nil, username: Located<String>? = nil,
    password: Located<String>? = nil, refreshToken: Located<String>? = nil,
    client: Located<ClientAuthentication>? = nil, authorizationURL: Located<String>? = nil,
    redirectURL: Located<String>? = nil, deviceURL: Located<String>? = nil, parameters: [Row] = []
  ) {
    self.parameters = parameters
    self.authorizationURL = authorizationURL
    self.redirectURL = redirectURL
    self.deviceURL = deviceURL
    self.grant = grant
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scope = scope
    self.username = username
    self.password = password
    self.refreshToken = refreshToken
    self.client = client
  }
}

extension OAuth2Definition {
  static let form = Form(
    "oauth2", make: { OAuth2Definition() },
    keys: [
      .init("grant", \.grant, .choice, "The OAuth 2 grant.", default: "clientCredentials"),
      .init(
        "tokenUrl", \.tokenURL, .filled("a URL, or a path on the request's server"),
        "Token endpoint: a whole URL, or a path on the server.", isRequired: true),
      .init(
        "authorizationUrl", \.authorizationURL, .filled("a URL, or a path on the request's server"),
        "For the grant `authorizationCode`: the page to sign in at."),
      .init(
        "redirectUrl", \.redirectURL, .filled("a URL such as http://127.0.0.1:8400/callback"),
        "For the grant `authorizationCode`: where the browser comes back to, as it is registered at the server.",
        default: .words("`http://127.0.0.1/callback`, on a free port")),
      .init(
        "deviceUrl", \.deviceURL, .filled("a URL, or a path on the request's server"),
        "For the grant `deviceCode`: the device authorization endpoint."),
      .init("clientId", \.clientID, .text, "The client id.", isRequired: true),
      .init("clientSecret", \.clientSecret, .text, "The client secret, as in `{{clientSecret}}`."),
      .init("scope", \.scope, .text, "Scopes, separated by spaces."),
      .init("username", \.username, .text, "For the grant `password`."),
      .init("password", \.password, .text, "For the grant `password`."),
      .init("refreshToken", \.refreshToken, .text, "For the grant `refreshToken`: the initial refresh token."),
      .init("client", \.client, .choice, "Where `clientId` and `clientSecret` are sent.", default: "header"),
      .init(
        "parameters", \.parameters, .rows(of: .parameter),
        "What else the server wants to be told, such as `audience` or `resource`: at the sign-in, and in token requests."
      ),
    ])

  private static let formReader = form.reader("a map with tokenUrl, clientId, …")

  static let reader = Reader<OAuth2Definition>(
    formReader.expected, formReader.schema, write: formReader.write
  ) { node, decoding in
    let definition = form.read(node, &decoding)
    if let redirect = definition?.redirectURL, !redirect.value.hasTemplateMark, !LoopbackAddress.isOne(redirect.value) {
      decoding.note(
        Diagnostic(
          .wrongValue, at: redirect.place ?? node.place.front, "the browser cannot come back to this address",
          hint: "write one of this machine, such as http://127.0.0.1:8400/callback"))
    }
    for key in definition?.missingKeys ?? [] {
      decoding.note(Diagnostic(.missingKey, at: node.place.front, "oauth2 has no '\(key)', which its grant needs"))
    }
    return definition
  }

  /// Whether a person has to sign in for the first token.
  var needsPerson: Bool { grant?.value == .authorizationCode || grant?.value == .deviceCode }

  private var missingKeys: [String] {
    switch grant?.value {
    case nil, .clientCredentials: []
    case .password: (username == nil ? ["username"] : []) + (password == nil ? ["password"] : [])
    case .refreshToken: refreshToken == nil ? ["refreshToken"] : []
    case .authorizationCode: authorizationURL == nil ? ["authorizationUrl"] : []
    case .deviceCode: deviceURL == nil ? ["deviceUrl"] : []
    }
  }

  var texts: [Located<String>] {
    [tokenURL, clientID] + parameters.map(\.located)
      + [authorizationURL, redirectURL, deviceURL, clientSecret, scope, username, password, refreshToken].compactMap(
        \.self)
  }
}
