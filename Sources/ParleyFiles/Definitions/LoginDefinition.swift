import ParleyModel

/// The request that gives a token: it is sent when there is none, or a server refuses it. What it captures is the token.
package struct LoginDefinition: Sendable, Equatable {
  /// The id of the request, such as `user/login`.
  package var name: Located<String>
  /// The shared key that it captures the token as.
  package var token: Located<String>?
  /// `Authorization` by default.
  package var header: Located<String>?
  /// The prefix of the token; `Bearer` by default, and only in `Authorization`.
  package var scheme: Located<String>?

  package init(
    name: Located<String> = "", token: Located<String>? = nil, header: Located<String>? = nil,
    scheme: Located<String>? = nil
  ) {
    self.name = name
    self.token = token
    self.header = header
    self.scheme = scheme
  }

  /// Of `scheme`: the token alone.
  package static let noScheme = "none"

  package var headerName: String { header?.value ?? "Authorization" }

  /// The prefix of the token; nil for none.
  package var schemeName: String? {
    let isStandard = headerName.lowercased() == "authorization"
    guard let scheme = scheme?.value else { return isStandard ? "Bearer" : nil }
    return scheme == Self.noScheme ? nil : scheme
  }
}

extension LoginDefinition {
  package static let form = Form(
    "a login", isFlow: true, make: { LoginDefinition() },
    keys: [
      .init(.loginRequest, \.name, .filled("the name of a request, such as user/login"), isRequired: true),
      .init(.loginToken, \.token, .filled("the name of a shared key")), .init(.loginHeader, \.header, .keyName),
      .init(.loginScheme, \.scheme, .keyName),
    ])

  private static let expected = "the name of a request, or a map with name"
  private static let mapReader = form.reader(expected)

  static let reader = Reader<LoginDefinition>(
    expected, .either([.text(pattern: "."), .object(form.schema)]), write: { $0.written }
  ) { node, decoding in
    guard node.entries == nil, let name = node.text, !name.isEmpty else { return mapReader.read(node, &decoding) }
    return LoginDefinition(name: Located(name, at: node.place))
  }

  private var written: EncodedValue? {
    let isNameAlone = token == nil && header == nil && scheme == nil
    return isNameAlone ? .text(name.value) : Self.mapReader.write(self)
  }
}
