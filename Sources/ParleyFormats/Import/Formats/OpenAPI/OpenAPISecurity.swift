internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The authentication of a description (OpenAPI 3.1, §4.8.27 and §4.8.30): each scheme becomes a kind of `auth`, whose
/// values are variables that an environment asks for.
struct OpenAPISecurity {
  typealias Node = OpenAPIReferences.Node

  /// A scheme in the words of the format.
  struct Scheme: Equatable {
    var auth: AuthDefinition
    /// Variables that are asked for.
    var secrets: [String] = []
    /// Variables that are no secrets.
    var names: [String] = []
  }

  private var schemes: [String: Scheme] = [:]
  private(set) var notes: [ImportNote] = []
  /// Those that something uses, in the order of the description.
  private(set) var used: [Scheme] = []

  init(_ nodes: [(key: String, value: Node)], _ references: inout OpenAPIReferences) {
    for (name, node) in nodes {
      guard let scheme = references.resolved(node)?.value else { continue }
      let place = "components.securitySchemes.\(name)"
      schemes[name] = read(scheme, name, others: nodes.count > 1) ?? unknown(scheme, place)
    }
  }

  /// The authentication for a list of requirements: the first that can be met.
  /// - Returns: nil if there are no requirements; `anonymous` if none is needed.
  mutating func auth(_ requirements: JSONValue?) -> AuthDefinition? {
    guard let alternatives = requirements?.array else { return nil }
    for alternative in alternatives {
      guard let name = alternative.object?.keys.first(where: { schemes[$0] != nil }), let scheme = schemes[name] else {
        continue
      }
      if !used.contains(scheme) { used.append(scheme) }
      return scheme.auth
    }
    return alternatives.allSatisfy { $0.object?.isEmpty != false } ? .anonymous : nil
  }

  private mutating func unknown(_ scheme: JSONValue, _ place: String) -> Scheme? {
    let type = scheme["type"]?.string ?? "nothing"
    let kind = [type, scheme["scheme"]?.string].compactMap(\.self).joined(separator: " ")
    notes.append(ImportNote(place, "Authentication of the kind \(Printable.quoted(kind)) was left out."))
    return nil
  }

  private mutating func read(_ scheme: JSONValue, _ name: String, others: Bool) -> Scheme? {
    func variable(_ short: String) -> String { others ? ImportNames.variable("\(name)_\(short)") : short }
    switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased()) {
    case ("http", "basic"), ("http", "digest"):
      let (user, password) = (variable("username"), variable("password"))
      let definition = UserDefinition(user: Located("{{\(user)}}"), password: Located("{{\(password)}}"))
      let isDigest = scheme["scheme"]?.string?.lowercased() == "digest"
      return Scheme(auth: isDigest ? .digest(definition) : .basic(definition), secrets: [password], names: [user])
    case ("http", "bearer"), ("openIdConnect", _):
      let token = variable("token")
      return Scheme(auth: .bearer(Located("{{\(token)}}")), secrets: [token])
    case ("apiKey", _): return apiKey(scheme, name)
    case ("oauth2", _): return oauth2(scheme, name, variable)
    default: return nil
    }
  }

  private mutating func apiKey(_ scheme: JSONValue, _ name: String) -> Scheme? {
    let key = ImportNames.variable(name)
    let field = scheme["name"]?.string ?? "X-API-Key"
    switch scheme["in"]?.string {
    case "query":
      return Scheme(
        auth: .apiKey(APIKeyDefinition(name: Located(field), value: Located("{{\(key)}}"), in: .init(.query))),
        secrets: [key])
    case "header":
      return Scheme(auth: .apiKey(APIKeyDefinition(name: Located(field), value: Located("{{\(key)}}"))), secrets: [key])
    default: return nil
    }
  }

  private mutating func oauth2(_ scheme: JSONValue, _ name: String, _ variable: (String) -> String) -> Scheme? {
    let flows = scheme["flows"]
    let grants: [(String, OAuth2Definition.Grant)] = [
      ("clientCredentials", .clientCredentials), ("password", .password), ("authorizationCode", .authorizationCode),
    ]
    for (key, grant) in grants {
      guard let flow = flows?[key], let address = flow["tokenUrl"]?.string else { continue }
      let scopes = flow["scopes"]?.object?.keys.map(\.self) ?? []
      guard grant == .authorizationCode else { return Scheme(oauth2: grant, address, scopes: scopes, variable) }
      guard let page = flow["authorizationUrl"]?.string else { continue }
      return Scheme(signingInAt: page, address, scopes: scopes, variable)
    }
    notes.append(
      ImportNote(
        "components.securitySchemes.\(name)",
        "OAuth 2 without a token URL was left out: requests ask for the token itself."))
    let token = variable("token")
    return Scheme(auth: .bearer(Located("{{\(token)}}")), secrets: [token])
  }
}

extension OpenAPISecurity.Scheme {
  /// A public client, which shows itself by its proof key.
  fileprivate init(signingInAt page: String, _ address: String, scopes: [String], _ variable: (String) -> String) {
    let id = variable("clientId")
    var definition = OAuth2Definition(
      grant: Located(.authorizationCode), tokenURL: Located(TemplateEscape.escaped(address)),
      clientID: Located("{{\(id)}}"), authorizationURL: Located(TemplateEscape.escaped(page)))
    if !scopes.isEmpty { definition.scope = Located(TemplateEscape.escaped(scopes.joined(separator: " "))) }
    self.init(auth: .oauth2(definition), secrets: [], names: [id])
  }

  fileprivate init(
    oauth2 grant: OAuth2Definition.Grant, _ address: String, scopes: [String], _ variable: (String) -> String
  ) {
    let (id, secret) = (variable("clientId"), variable("clientSecret"))
    var definition = OAuth2Definition(
      tokenURL: Located(TemplateEscape.escaped(address)), clientID: Located("{{\(id)}}"),
      clientSecret: Located("{{\(secret)}}"))
    if !scopes.isEmpty { definition.scope = Located(TemplateEscape.escaped(scopes.joined(separator: " "))) }
    self.init(auth: .oauth2(definition), secrets: [secret], names: [id])
    guard grant == .password else { return }
    let (user, password) = (variable("username"), variable("password"))
    definition.grant = Located(.password)
    (definition.username, definition.password) = (Located("{{\(user)}}"), Located("{{\(password)}}"))
    self.init(auth: .oauth2(definition), secrets: [secret, password], names: [id, user])
  }
}
