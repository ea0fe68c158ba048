internal import ParleyEngine
import ParleyModel
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
  /// Further parameters for the server, sent when a person signs in and when a token is requested.
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
  private static let address = Reader<String>.filled("a URL, or a path on the request's server")

  package static let form = Form(
    "oauth2", make: { OAuth2Definition() },
    keys: [
      .init(.grant, \.grant, .choice), .init(.tokenURL, \.tokenURL, address, isRequired: true),
      .init(.authorizationURL, \.authorizationURL, address),
      .init(.redirectURL, \.redirectURL, .filled("a URL such as http://127.0.0.1:8400/callback")),
      .init(.deviceURL, \.deviceURL, address), .init(.clientID, \.clientID, .text, isRequired: true),
      .init(.clientSecret, \.clientSecret, .text), .init(.scope, \.scope, .text), .init(.username, \.username, .text),
      .init(.userPassword, \.password, .text), .init(.refreshToken, \.refreshToken, .text),
      .init(.client, \.client, .choice), .init(.parameters, \.parameters, .rows(of: .parameter)),
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
      decoding.note(Diagnostic(.missingKey, at: node.place.front, "oauth2 has no “\(key)”, which its grant needs"))
    }
    return definition
  }

  /// Whether a person has to sign in for the first token.
  package var needsPerson: Bool { grant?.value == .authorizationCode || grant?.value == .deviceCode }

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
