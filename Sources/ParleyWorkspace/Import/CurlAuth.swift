/// How a curl command authorizes. Passwords and tokens stay behind: they are asked for.
struct CurlAuth {
  private let arguments: CurlArguments
  private let userInfo: String?

  /// - Parameter userInfo: what stood in front of the URL's host.
  init(_ arguments: CurlArguments, userInfo: String?) {
    self.arguments = arguments
    self.userInfo = userInfo
  }

  var definition: AuthDefinition? {
    if let user = arguments.user ?? userInfo { return definition(of: String(user.prefix { $0 != ":" })) }
    return arguments.bearer == nil ? nil : .bearer(Located(CredentialScreen.prompt("token")))
  }

  private func definition(of name: String) -> AuthDefinition {
    switch arguments.userScheme {
    case .basic: .basic(user(name))
    case .digest: .digest(user(name))
    case .awsSigV4(let scope): .awsSigV4(keys(name, scope: scope))
    }
  }

  private func user(_ name: String) -> UserDefinition {
    UserDefinition(
      user: Located(TemplateEscape.escaped(name)), password: Located(CredentialScreen.prompt("password of \(name)")))
  }

  /// `provider1[:provider2[:region[:service]]]`
  private func keys(_ name: String, scope: String) -> AWSDefinition {
    let parts = scope.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let part = { (index: Int, question: String) in
      Located(parts.count > index ? TemplateEscape.escaped(parts[index]) : CredentialScreen.prompt(question))
    }
    return AWSDefinition(
      accessKey: Located(TemplateEscape.escaped(name)), secretKey: Located(CredentialScreen.prompt("secret key")),
      region: part(2, "region"), service: part(3, "service"))
  }
}
