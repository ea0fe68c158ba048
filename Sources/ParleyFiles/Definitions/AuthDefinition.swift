import ParleyModel
import ParleyText

/// How a request is authorized. What is nearest to the request wins as a whole.
///
/// All texts may hold templates. Whatever is filled in as a password, token or key is a secret, wherever it came from.
package indirect enum AuthDefinition: Sendable, Equatable {
  /// The authentication of the folder, the environment or the workspace; the same as an absent key.
  case inherit
  /// Nothing, whatever would be inherited. Written `none`.
  case anonymous
  /// RFC 7617.
  case basic(UserDefinition)
  /// RFC 6750: `Authorization: Bearer TOKEN`.
  case bearer(Located<String>)
  case apiKey(APIKeyDefinition)
  /// RFC 7616; the server is asked for a challenge first.
  case digest(UserDefinition)
  case awsSigV4(AWSDefinition)
  case oauth2(OAuth2Definition)
  /// A token that another request gives, which is sent when there is none, or it was refused.
  case request(LoginDefinition)
  /// TLS with a certificate of the client's own.
  case certificate(CertificateDefinition)
  /// The output of a program: a token, or a whole header value such as `Basic YWRh`. It is started without a shell.
  case command([String])

  /// As it is written in the file.
  package var kind: String {
    switch self {
    case .inherit: "inherit"
    case .anonymous: "none"
    case .basic: "basic"
    case .bearer: "bearer"
    case .apiKey: "apiKey"
    case .digest: "digest"
    case .awsSigV4: "awsSigV4"
    case .oauth2: "oauth2"
    case .request: "request"
    case .certificate: "certificate"
    case .command: "command"
    }
  }
}

extension AuthDefinition {
  package static let form = Form(
    "auth", isChoice: true, make: { AuthDefinition?.none },
    keys: [
      .init("basic", \.self, basicReader, "User name and password, sent with every request."),
      .init(.token, \.self, bearerReader),
      .init("apiKey", \.self, apiKeyReader, "An API key in a header or the query."),
      .init("digest", \.self, digestReader, "User name and password; the password itself is never sent."),
      .init("awsSigV4", \.self, awsReader, "AWS Signature Version 4."),
      .init("oauth2", \.self, oauth2Reader, "An OAuth 2 token, fetched, stored and renewed when it expires."),
      .init(
        "request", \.self, requestReader, "A request that gives the token: sent when there is none, or it is refused."),
      .init("certificate", \.self, certificateReader, CertificateDefinition.summary),
      .init(.command, \.self, commandReader),
    ])

  private static let mapReader: Reader<AuthDefinition> = form.choiceReader("a map with one kind of authentication")
  private static let expected =
    "none, inherit, or a map with one of \(form.names.alternatives)"

  static let reader = Reader<AuthDefinition>(
    expected, .either([.choice(["inherit", "none"]), .object(form.schema)]), write: { $0.written }
  ) { node, decoding in
    switch node.text {
    case "inherit": return .inherit
    case "none": return .anonymous
    case nil where node.entries != nil: return mapReader.read(node, &decoding)
    default: return decoding.mismatch(node, expected: expected)
    }
  }

  private var written: EncodedValue? {
    switch self {
    case .inherit, .anonymous: .text(kind)
    default: Self.mapReader.write(self)
    }
  }
}

// Its kinds, there and back.
extension AuthDefinition {
  private static let basicReader = UserDefinition.reader.map(AuthDefinition.basic) {
    if case .basic(let user) = $0 { user } else { nil }
  }
  private static let bearerReader = Reader.filled("a token").located.map(AuthDefinition.bearer) {
    if case .bearer(let token) = $0 { token } else { nil }
  }
  private static let apiKeyReader = APIKeyDefinition.reader.map(AuthDefinition.apiKey) {
    if case .apiKey(let key) = $0 { key } else { nil }
  }
  private static let digestReader = UserDefinition.reader.map(AuthDefinition.digest) {
    if case .digest(let user) = $0 { user } else { nil }
  }
  private static let awsReader = AWSDefinition.reader.map(AuthDefinition.awsSigV4) {
    if case .awsSigV4(let keys) = $0 { keys } else { nil }
  }
  private static let oauth2Reader = OAuth2Definition.reader.map(AuthDefinition.oauth2) {
    if case .oauth2(let grant) = $0 { grant } else { nil }
  }
  private static let requestReader = LoginDefinition.reader.map(AuthDefinition.request) {
    if case .request(let login) = $0 { login } else { nil }
  }
  private static let certificateReader = CertificateDefinition.reader.map(AuthDefinition.certificate) {
    if case .certificate(let certificate) = $0 { certificate } else { nil }
  }
  private static let commandReader = Reader.argumentVector.map(AuthDefinition.command) {
    if case .command(let arguments) = $0 { arguments } else { nil }
  }
}

extension AuthDefinition {
  /// Every text in it that may hold templates.
  package var texts: [Located<String>] {
    switch self {
    case .inherit, .anonymous, .command, .request: []
    case .basic(let user), .digest(let user): [user.user, user.password]
    case .bearer(let token): [token]
    case .apiKey(let key): [key.value]
    case .awsSigV4(let keys): keys.texts
    case .oauth2(let grant): grant.texts
    case .certificate(let certificate): certificate.texts
    }
  }
}
