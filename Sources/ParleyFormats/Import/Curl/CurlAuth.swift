internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The authentication of a curl command. Passwords and tokens are replaced by templates.
struct CurlAuth {
  private let arguments: CurlArguments
  private let userInfo: String?
  private let host: String

  /// - Parameters:
  ///   - userInfo: the text before the URL's host; nil if there is none.
  ///   - host: of the URL.
  init(_ arguments: CurlArguments, userInfo: String?, host: String) {
    self.arguments = arguments
    self.userInfo = userInfo
    self.host = host
  }

  func definition(_ texts: inout ImportedTexts) -> AuthDefinition? {
    // A token wins over a name and a password.
    if let token = arguments.bearer { return .bearer(Located(texts.secret(token, as: "token"))) }
    return (arguments.user ?? userInfo).map { definition(of: $0, &texts) }
  }

  /// - Parameter user: `name:password`, or a name alone, whose password curl would ask for.
  private func definition(of user: String, _ texts: inout ImportedTexts) -> AuthDefinition {
    let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (name, secret) = (parts[0], parts.count > 1 ? parts[1] : nil)
    switch arguments.userScheme {
    case .basic: return .basic(Self.user(name, secret, &texts))
    case .digest: return .digest(Self.user(name, secret, &texts))
    case .awsSigV4(let scope): return .awsSigV4(keys(name, secret, scope: scope, &texts))
    }
  }

  private static func user(_ name: String, _ password: String?, _ texts: inout ImportedTexts) -> UserDefinition {
    // A key in the place of a name, as some APIs have it.
    if password == "" { return UserDefinition(user: Located(texts.secret(name, as: "key")), password: "") }
    let known = ShellMark.readable(name)
    return UserDefinition(
      user: Located(texts.templates.text(name)),
      password: Located(texts.secret(password, as: "password of \(known)")))
  }

  /// - Parameter scope: `provider1[:provider2[:region[:service]]]`; the host names what is missing.
  private func keys(
    _ name: String, _ secret: String?, scope: String, _ texts: inout ImportedTexts
  ) -> AWSDefinition {
    let parts = scope.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let labels = host.prefix { $0 != ":" }.split(separator: ".").map(String.init)
    let isNamed = labels.count > 3
    func part(_ index: Int, _ label: Int, _ question: String) -> Located<String> {
      if parts.count > index { return Located(texts.templates.text(parts[index])) }
      return Located(isNamed ? TemplateEscape.escaped(labels[label]) : "{{prompt(\"\(question)\")}}")
    }
    return AWSDefinition(
      accessKey: Located(texts.templates.text(name)),
      secretKey: Located(texts.secret(secret, as: "secret key of \(ShellMark.readable(name))")),
      region: part(2, 1, "region"), service: part(3, 0, "service"))
  }
}
