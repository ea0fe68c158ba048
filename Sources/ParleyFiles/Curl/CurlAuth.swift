import ParleyText

/// The authentication of a curl command. Passwords and tokens are replaced by templates.
struct CurlAuth {
  private let arguments: CurlArguments
  private let userInfo: String?

  /// - Parameter userInfo: the text before the URL's host; nil if there is none.
  init(_ arguments: CurlArguments, userInfo: String?) {
    self.arguments = arguments
    self.userInfo = userInfo
  }

  func definition(hiding credentials: inout CredentialRedactor) -> AuthDefinition? {
    if let user = arguments.user ?? userInfo { return definition(of: user, &credentials) }
    return arguments.bearer.map { .bearer(Located(credentials.hide($0, as: "token"))) }
  }

  /// - Parameter user: `name:password`, or a name alone, whose password curl would ask for.
  private func definition(of user: String, _ credentials: inout CredentialRedactor) -> AuthDefinition {
    let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (name, secret) = (parts[0], parts.count > 1 ? parts[1] : nil)
    switch arguments.userScheme {
    case .basic: return .basic(Self.user(name, secret, &credentials))
    case .digest: return .digest(Self.user(name, secret, &credentials))
    case .awsSigV4(let scope): return .awsSigV4(Self.keys(name, secret, scope: scope, &credentials))
    }
  }

  private static func user(
    _ name: String, _ password: String?, _ credentials: inout CredentialRedactor
  ) -> UserDefinition {
    UserDefinition(
      user: Located(TemplateEscape.escaped(name)),
      password: Located(credentials.hide(password, as: "password of \(name)")))
  }

  /// - Parameter scope: `provider1[:provider2[:region[:service]]]`
  private static func keys(
    _ name: String, _ secret: String?, scope: String, _ credentials: inout CredentialRedactor
  ) -> AWSDefinition {
    let parts = scope.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let part = { (index: Int, question: String) in
      Located(parts.count > index ? TemplateEscape.escaped(parts[index]) : "{{prompt(\"\(question)\")}}")
    }
    return AWSDefinition(
      accessKey: Located(TemplateEscape.escaped(name)),
      secretKey: Located(credentials.hide(secret, as: "secret key of \(name)")),
      region: part(2, "region"), service: part(3, "service"))
  }
}
