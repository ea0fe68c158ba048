internal import ParleyEngine
internal import ParleyFiles
internal import ParleyModel
import ParleyText

/// Writes requests as a `.http` file, as JetBrains' HTTP Client and VS Code's REST Client read it.
///
///     @locale = en                              values of the workspace
///     ### user/login                            a request, and what it is called
///     # Signs in.                               its notes
///     POST {{baseUrl}}/user/login
///     Content-Type: application/json
///
///     { "email": "{{email}}" }
///
///     > {%                                      captures and expectations
///     client.global.set("token", response.body.result.token);
///     %}
///
/// Environments go into `http-client.env.json` beside it, secrets without their values.
struct HTTPFileExport {
  private let api: ExportedAPI
  @CopyOnWrite private var templates: ForeignTemplates
  private var output = HTTPFileText()
  private var notes: [ExportNote] = []

  init(_ api: ExportedAPI) {
    self.api = api
    templates = ForeignTemplates(.httpFile, api)
  }

  package func file() throws(ExportError) -> ExportedFile {
    var copy = self
    return try copy.written()
  }

  private mutating func written() throws(ExportError) -> ExportedFile {
    let requests = try api.checkedRequests(as: .http)
    for request in requests { add(request) }
    let text = (variables + output.lines).joined(separator: "\n") + "\n"
    return ExportedFile(text, companions: [environments], notes: notes + templates.notes)
  }

  private var variables: [String] {
    var templates = templates
    let texts = api.variables.compactMap { variable -> String? in
      guard case .text(let text, _) = variable.content.value, !text.contains(where: \.isNewline) else { return nil }
      return "@\(variable.name.value) = \(templates.text(text))"
    }
    return texts.isEmpty ? [] : texts + [""]
  }

  private var environments: ExportedFile.Companion {
    var templates = templates
    let members = api.workspace.environments.map { environment in
      var values = JSONObject()
      for variable in environment.definition.vars {
        let text = if case .text(let text, _) = variable.content.value { templates.text(text) } else { "" }
        values[variable.name.value] = .string(text)
      }
      for name in templates.asked { values[name] = "" }
      return (environment.name, JSONValue.object(values))
    }
    return .init(
      name: .fixed("http-client.env.json"),
      text: JSONPrinter(indent: 2).string(of: .object(JSONObject(members))) + "\n")
  }
}

// Requests.
extension HTTPFileExport {
  private mutating func add(_ request: ExportedRequest) {
    var request = request
    templates.place = request.id
    output.begin(request.id, notes: request.docs ?? "")
    let authorization = authorization(&request)
    output.add(method: request.method, url: templates.text(request.filledURL) + query(of: request))
    for row in request.sentHeaders { output.add(header: row.name, templates.text(row.value)) }
    if let type = request.impliedType { output.add(header: "Content-Type", type) }
    if let authorization { output.add(header: "Authorization", authorization) }
    addBody(&request)
    addHandler(request)
    output.add([""])
    notes += request.notes
  }

  private mutating func query(of request: ExportedRequest) -> String {
    let pairs = request.writtenQuery.filter(\.isOn).map { templates.text($0.text) }
    return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
  }

  /// The value of `Authorization`; nil if there is none, and for other kinds of authentication, which become rows.
  private mutating func authorization(_ request: inout ExportedRequest) -> String? {
    switch request.auth {
    case .inherit, .anonymous: return nil
    case .basic(let user): return "Basic \(templates.text(user.user.value)) \(templates.text(user.password.value))"
    case .digest(let user): return "Digest \(templates.text(user.user.value)) \(templates.text(user.password.value))"
    case .bearer(let token): return "Bearer \(templates.text(token.value))"
    case .apiKey(let key):
      let row = Row(key.name.value, key.value.value)
      if key.position?.value == .query { request.query.append(row) } else { request.headers.append(row) }
      return nil
    case .oauth2, .awsSigV4, .certificate, .command, .request:
      request.note("Authentication of the kind \(request.auth.kind) is not exported.")
      return nil
    }
  }
}

// Bodies.
extension HTTPFileExport {
  private mutating func addBody(_ request: inout ExportedRequest) {
    switch request.body {
    case nil: return
    case .json(let text)?: output.add(body: templates.text(text.value))
    case .text(let text)?:
      noteLineBreaks(text.value, &request)
      output.add(body: templates.text(text.value))
    case .graphql(let query)?: output.add(body: templates.text(query.asJSON))
    case .form(let rows)?: output.add(body: form(rows))
    case .file(let file)?: output.add(body: "< \(templates.text(file.path.value))")
    case .multipart(let parts)?: addMultipart(parts, &request)
    }
  }

  private func noteLineBreaks(_ text: String, _ request: inout ExportedRequest) {
    if text.contains(where: { $0.isNewline && $0 != "\n" }) {
      request.note("The line breaks of its body become those of the file: LF.")
    }
    if text.first?.isWhitespace == true || text.last?.isWhitespace == true {
      request.note("Blanks and line breaks around its body are not exported: the format has none there.")
    }
  }

  private mutating func form(_ rows: [Row]) -> String {
    rows.filter(\.isOn).map { row in
      [row.name, row.value].map { templates.text($0.encodedBetweenTemplates(PercentText.encoded)) }
        .joined(separator: "=")
    }.joined(separator: "&\n")
  }

  private static let boundary = "parley-boundary"

  private mutating func addMultipart(_ parts: [PartDefinition], _ request: inout ExportedRequest) {
    output.add(header: "Content-Type", "multipart/form-data; boundary=\(Self.boundary)")
    output.add([""])
    for part in parts where part.isOn {
      output.add(["--\(Self.boundary)"])
      var disposition = "Content-Disposition: form-data; name=\"\(part.name)\""
      switch part.content {
      case .text(let text):
        if let name = part.fileName { disposition += "; filename=\"\(templates.text(name))\"" }
        output.add([disposition] + type(of: part) + ["", templates.text(text)])
      case .file(let path):
        disposition += "; filename=\"\(templates.text(part.fileName ?? path.lastPathPart))\""
        output.add([disposition] + type(of: part) + ["", "< \(templates.text(path))"])
      }
    }
    output.add(["--\(Self.boundary)--"])
  }

  private mutating func type(of part: PartDefinition) -> [String] {
    part.type.map { ["Content-Type: \(templates.text($0))"] } ?? []
  }
}

// What happens with the response.
extension HTTPFileExport {
  private mutating func addHandler(_ request: ExportedRequest) {
    var script = ResponseScript(.httpClient, of: request) { [templates] in templates.name(ofShared: $0) }
    let statements = script.statements()
    notes += script.notes
    guard !statements.isEmpty else { return }
    output.add(["", "> {%"] + statements.map { "  \($0)" } + ["%}"])
  }
}

extension GraphQLDefinition {
  /// As it is sent, with its templates.
  var asJSON: String {
    let query = JSONPrinter.compact.string(of: .string(query.value))
    let operation = operation.map { ",\"operationName\":\(JSONPrinter.compact.string(of: .string($0.value)))" } ?? ""
    return "{\"query\":\(query)\(variables.map { ",\"variables\":\($0.value)" } ?? "")\(operation)}"
  }
}
