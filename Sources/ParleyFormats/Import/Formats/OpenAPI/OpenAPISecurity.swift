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
    /// A key as the row that sends it.
    var row: Row?
    var isInQuery = false

    var isCookie: Bool { row?.name == "Cookie" }
  }

  private var schemes: [String: Scheme] = [:]
  private(set) var notes: [ImportNote] = []
  private var told: Set<ImportNote> = []
  /// Those that something uses, in the order of the description.
  private(set) var used: [Scheme] = []

  init(_ nodes: [(key: String, value: Node)], _ references: inout OpenAPIReferences) {
    for (name, node) in nodes {
      guard let scheme = references.resolved(node)?.value else { continue }
      let place = "components.securitySchemes.\(name)"
      schemes[name] = read(scheme, name, others: nodes.count > 1) ?? unknown(scheme, place)
    }
  }

  /// The authentication that a list of requirements asks for.
  struct Needed: Equatable {
    /// Nil where nothing is said; `anonymous` if none is needed.
    var auth: AuthDefinition?
    var headers: [Row] = []
    var query: [Row] = []
  }

  /// The authentication for a list of requirements: the first whose schemes are all known, otherwise the first of which
  /// some are. One scheme becomes the kind of authentication, the others of the same requirement rows.
  /// - Parameter place: of the requirements, for notes.
  mutating func needed(_ requirements: JSONValue?, at place: String) -> Needed {
    guard let alternatives = requirements?.array else { return Needed() }
    let named = alternatives.compactMap(\.object).filter { !$0.isEmpty }
    let whole = named.first { $0.keys.allSatisfy { schemes[$0] != nil } }
    guard let chosen = whole ?? named.first(where: { $0.keys.contains { schemes[$0] != nil } }) else {
      if named.isEmpty { return Needed(auth: .anonymous) }
      note(place, "None of its kinds of authentication can be sent: \(Self.words(named)).")
      return Needed()
    }
    let others = named.filter { $0 != chosen && !$0.keys.allSatisfy(chosen.keys.contains) }
    if !others.isEmpty {
      note("security", "\(Self.words([chosen])) is sent; also possible: \(Self.words(others)).")
    }
    return combined(chosen.keys.compactMap { key in schemes[key].map { (key, $0) } }, missing: chosen, at: place)
  }

  private static func words(_ requirements: [JSONObject]) -> String {
    requirements.map { $0.keys.map { Printable.text($0) }.joined(separator: " with ") }.joined(separator: ", ")
  }

  private mutating func note(_ place: String, _ text: String) {
    let note = ImportNote(place, text)
    if told.insert(note).inserted { notes.append(note) }
  }

  private mutating func combined(
    _ chosen: [(key: String, scheme: Scheme)], missing requirement: JSONObject, at place: String
  ) -> Needed {
    for (_, scheme) in chosen where !used.contains(scheme) { used.append(scheme) }
    for key in requirement.keys where schemes[key] == nil {
      note(place, "The authentication \(Printable.quoted(key)), which is needed too, was left out.")
    }
    // A key can be a row as well; nothing else can.
    let main = chosen.first { $0.scheme.row == nil } ?? chosen.first { !$0.scheme.isCookie }
    var needed = Needed(auth: main.map(\.scheme.auth) ?? .anonymous)
    for (key, scheme) in chosen where key != main?.key {
      guard let row = scheme.row else {
        note(place, "Of \(Printable.quoted(main?.key ?? "")) and \(Printable.quoted(key)) only the first is sent.")
        continue
      }
      if scheme.isInQuery { needed.query.append(row) } else { needed.headers.append(row) }
    }
    let cookies = needed.headers.filter { $0.name == "Cookie" }
    if cookies.count > 1 {
      needed.headers.removeAll { $0.name == "Cookie" }
      needed.headers.append(Row("Cookie", cookies.map(\.value).joined(separator: "; ")))
    }
    return needed
  }

  private mutating func unknown(_ scheme: JSONValue, _ place: String) -> Scheme? {
    let type = scheme["type"]?.string ?? "nothing"
    let kind = [type, scheme["scheme"]?.string].compactMap(\.self).joined(separator: " ")
    notes.append(ImportNote(place, "Authentication of the kind \(Printable.quoted(kind)) was left out."))
    return nil
  }

  private mutating func read(_ scheme: JSONValue, _ name: String, others: Bool) -> Scheme? {
    func variable(_ short: String) -> String { others ? Variable.name(from: "\(name)_\(short)") : short }
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
    let key = Variable.name(from: name)
    let field = scheme["name"]?.string ?? "X-API-Key"
    let value = Located("{{\(key)}}")
    switch scheme["in"]?.string {
    case "query":
      let auth = APIKeyDefinition(name: Located(field), value: value, in: .init(.query))
      return Scheme(auth: .apiKey(auth), secrets: [key], row: Row(field, value.value), isInQuery: true)
    case "header":
      return Scheme(
        auth: .apiKey(APIKeyDefinition(name: Located(field), value: value)), secrets: [key],
        row: Row(field, value.value))
    case "cookie":
      return Scheme(auth: .anonymous, secrets: [key], row: Row("Cookie", "\(field)=\(value.value)"))
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
