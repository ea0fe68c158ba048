internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// Requests as steps.
extension ScriptBuilder {
  /// - Parameter step: the name by which later steps read its output; nil outside of groups.
  mutating func steps(sending request: ExportedRequest, as step: String?, root: ValuePath = .root) -> [Script.Step] {
    if let login = request.login { addLogin(login.id) }
    place = request.id
    var steps: [Script.Step] = [.comment(request.id)]
    var send = Script.Send(
      id: request.id, method: request.method, url: url(of: request),
      query: request.wholeQuery.filter(\.isOn).map { (text($0.name), text($0.value)) },
      headers: request.sentHeaders.map { ($0.name, text($0.value)) }, auth: nil, body: nil,
      expected: expected(of: request), result: nil)
    steps += authorize(&send, request)
    send.body = body(of: request)
    if let type = request.impliedType, !isImplied(type, send.body) { send.headers.append(("Content-Type", text(type))) }
    let name = freeName(step ?? request.id.lastPathPart)
    send.result = (name, root)
    if let step { scope.add(step, name) }
    if root == .root { scope.add(bodyOf: request.id, name) }
    steps.append(.send(send))
    for capture in request.capture { steps.append(.capture(keep(capture.key.value), capture.path.value)) }
    steps += expectations(of: request)
    scope.input = name
    for note in request.notes where note.text != request.login?.note { self.note(note.text) }
    return steps
  }

  /// Is sent before everything else, as long as it does not need itself.
  private mutating func addLogin(_ id: String) {
    guard !logins.contains(where: { $0.id == id }), let login = exported(id, with: nil) else { return }
    logins.append((id, []))
    let outer = scope
    scope = ScriptScope()
    let steps = steps(sending: login, as: nil)
    scope = outer
    logins.removeAll { $0.id == id }
    logins.append((id, steps))
  }

  /// Whether the body implies the type. Every language sets the type of a form and of JSON itself, or the writer does.
  private func isImplied(_ type: String, _ body: Script.Send.Body?) -> Bool {
    switch body {
    case .json?, .form?, .multipart?, nil: true
    case .text?, .file?: false
    }
  }

  private mutating func url(of request: ExportedRequest) -> Script.Text {
    var url = Script.Text("")
    var rest = request.url[...]
    let variables = request.variables.filter { request.url.contains(":\($0.name)") }
    while let (range, row) = variables.compactMap({ row in rest.firstRange(of: ":\(row.name)").map { ($0, row) } })
      .min(by: { $0.0.lowerBound < $1.0.lowerBound })
    {
      url = url + text(String(rest[..<range.lowerBound])) + text(row.value, encoded: true)
      rest = rest[range.upperBound...]
    }
    return (url + text(String(rest))).joiningLiterals
  }

  private func expected(of request: ExportedRequest) -> [StatusPattern]? {
    if case .oneOf(let patterns) = request.expect.status.value { patterns } else { nil }
  }

  /// Filters see the body; what they say of headers and time is not taken along.
  private mutating func expectations(of request: ExportedRequest) -> [Script.Step] {
    var steps: [Script.Step] = []
    for filter in request.expect.jq.value {
      if filter.value.uses(.response) || filter.value.uses(.shared) || filter.value.uses(.vars) {
        note("The expectation \(filter.value.text) is not exported.")
      } else {
        steps.append(.assert(self.filter(filter.value, input: "body")))
      }
    }
    if request.expect.headers.contains(where: { $0.value.isOn }) { note("Expected headers are not exported.") }
    if request.expect.within.value != nil { note("The time that is expected is not exported.") }
    return steps
  }
}

// Authentication.
extension ScriptBuilder {
  /// - Returns: the steps that must come before the request.
  private mutating func authorize(_ send: inout Script.Send, _ request: ExportedRequest) -> [Script.Step] {
    switch request.auth {
    case .inherit, .anonymous: return []
    case .basic(let user):
      let pair = text(user.user.value) + Script.Text(":") + text(user.password.value)
      let credentials = Script.Text([.literal("Basic "), .value(.base64(pair.joiningLiterals))])
      send.headers.append(("Authorization", credentials))
    case .bearer(let token):
      send.headers.append(("Authorization", (Script.Text("Bearer ") + text(token.value)).joiningLiterals))
    case .apiKey(let key):
      let value = text(key.value.value)
      if key.position?.value == .query {
        send.query.append((Script.Text(key.name.value), value))
      } else {
        send.headers.append((key.name.value, value))
      }
    case .digest(let user): send.auth = .digest(user: text(user.user.value), password: text(user.password.value))
    case .awsSigV4(let keys):
      send.auth = .aws(
        .init(
          accessKey: text(keys.accessKey.value), secretKey: text(keys.secretKey.value),
          sessionToken: keys.sessionToken.map { text($0.value) }, region: text(keys.region.value),
          service: text(keys.service.value)))
    case .oauth2(let grant) where grant.needsPerson:
      note("The token is read from the environment: a person has to sign in for it.")
      send.headers.append(("Authorization", text(#"Bearer {{prompt("access token")}}"#)))
    case .oauth2(let grant): return token(by: grant, for: &send, request)
    case .certificate, .command, .request: note("Authentication of the kind \(request.auth.kind) is not exported.")
    }
    return []
  }

  /// A token is got by a request of its own.
  private mutating func token(
    by grant: OAuth2Definition, for send: inout Script.Send, _ request: ExportedRequest
  ) -> [Script.Step] {
    let name = freeName("access token")
    send.headers.append(("Authorization", Script.Text([.literal("Bearer "), .value(.text(name))])))
    var form: [(String, Script.Text)] = []
    func add(_ key: String, _ value: Located<String>?) {
      if let value { form.append((key, text(value.value))) }
    }
    let kinds: [OAuth2Definition.Grant: String] = [.password: "password", .refreshToken: "refresh_token"]
    form.append(("grant_type", Script.Text(kinds[grant.grant?.value ?? .clientCredentials] ?? "client_credentials")))
    add("scope", grant.scope)
    add("username", grant.username)
    add("password", grant.password)
    add("refresh_token", grant.refreshToken)
    var headers: [(String, Script.Text)] = []
    if grant.client?.value == .body {
      add("client_id", grant.clientID)
      add("client_secret", grant.clientSecret)
    } else {
      let pair = text(grant.clientID.value) + Script.Text(":") + text(grant.clientSecret?.value ?? "")
      headers = [("Authorization", Script.Text([.literal("Basic "), .value(.base64(pair.joiningLiterals))]))]
    }
    let address = grant.tokenURL.value.isWholeURL || grant.tokenURL.value.hasPrefix("{{")
    let base = address ? "" : TemplateOrigin.of(request.url)
    let token = Script.Send(
      id: "token", method: "POST", url: text(base + grant.tokenURL.value), query: [], headers: headers, auth: nil,
      body: .form(form), expected: [.family(2)], result: nil)
    return [.send(token), .capture(name, ValuePath([.key("access_token")]))]
  }
}

/// The part of a URL in front of its path, with templates.
enum TemplateOrigin {
  static func of(_ url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.firstRange(of: "}}")?.upperBound ?? url.startIndex
    return String(url[..<(url[start...].firstIndex(of: "/") ?? url.endIndex)])
  }
}

// Bodies.
extension ScriptBuilder {
  private mutating func body(of request: ExportedRequest) -> Script.Send.Body? {
    switch request.body {
    case nil: return nil
    case .json(let text)?: return json(text.value)
    case .graphql(let query)?: return json(query.asJSON)
    case .text(let text)?: return .text(self.text(text.value))
    case .form(let rows)?: return .form(rows.filter(\.isOn).map { ($0.name, text($0.value)) })
    case .file(let file)?: return .file(text(file.path.value))
    case .multipart(let parts)?: return .multipart(parts.filter(\.isOn).map { part($0) })
    }
  }

  private mutating func part(_ part: PartDefinition) -> Script.Send.Part {
    let (type, fileName) = (part.type.map { text($0) }, part.fileName.map { text($0) })
    switch part.content {
    case .text(let text):
      return .init(name: part.name, text: self.text(text), file: nil, type: type, fileName: fileName)
    case .file(let path): return .init(name: part.name, text: nil, file: text(path), type: type, fileName: fileName)
    }
  }

  /// A text that is no JSON with its templates filled in is sent as the text it is.
  private mutating func json(_ text: String) -> Script.Send.Body {
    guard let json = TemplateJSON(text) else { return .text(self.text(text)) }
    return .json(value(json.document, json))
  }

  private mutating func value(_ value: JSONValue, _ json: TemplateJSON) -> Script.JSON {
    switch value {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .number(let number): return .number(number.text)
    case .string(let text):
      if let template = json.value(of: text) { return whole(template) }
      return .string(self.text(json.text(of: text)))
    case .array(let elements): return .array(elements.map { self.value($0, json) })
    case .object(let members): return .object(members.map { ($0.key, self.value($0.value, json)) })
    }
  }

  /// A value outside quotes: one of the files that reads as a number or a flag is that.
  private mutating func whole(_ template: Template) -> Script.JSON {
    if case .name(let name) = template.expression, let constant = constant(name) { return constant }
    return .value(expression(template.expression))
  }
}
