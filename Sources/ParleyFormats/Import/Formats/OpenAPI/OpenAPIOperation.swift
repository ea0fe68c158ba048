internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes a request of one operation (OpenAPI 3.1, §4.8.10).
struct OpenAPIOperation {
  typealias Node = OpenAPIReferences.Node

  let path: String
  let method: String
  let operation: Node
  private let shared: [Node]
  var references: OpenAPIReferences
  private(set) var notes: [ImportNote] = []
  var request = RequestDefinition()

  init(path: String, method: String, _ operation: Node, shared: [Node], _ references: OpenAPIReferences) {
    self.path = path
    self.method = method
    self.operation = operation
    self.shared = shared
    self.references = references
  }

  private var place: String { "paths.\(path).\(method.lowercased())" }

  mutating func definition() -> RequestDefinition {
    request.method = method == "GET" ? nil : Located(method)
    let parameters = parameters()
    addPath(parameters.filter { $0.value["in"]?.string == "path" })
    addQuery(parameters.filter { $0.value["in"]?.string == "query" })
    for parameter in parameters { addOther(parameter) }
    request.headers.leaveOutDisabledHeaders(at: place, &notes)
    addCookies(parameters.filter { $0.value["in"]?.string == "cookie" })
    addBody()
    request.docs = docs(parameters).map { Located($0) }
    return request
  }

  mutating func note(_ text: String) { notes.append(ImportNote(place, text)) }
}

// Parameters (§4.8.12).
extension OpenAPIOperation {
  /// Those of the operation override those of its path.
  private mutating func parameters() -> [Node] {
    var found: [(key: String, node: Node)] = []
    for node in shared + (operation["parameters"]?.items ?? []) {
      guard let node = references.resolved(node) else { continue }
      guard let name = node.value["name"]?.string, !name.isEmpty else {
        note("A parameter without a name was left out.")
        continue
      }
      let key = "\(node.value["in"]?.string ?? "") \(name)"
      if let index = found.firstIndex(where: { $0.key == key }) {
        found[index].node = node
      } else {
        found.append((key, node))
      }
    }
    return found.map(\.node)
  }

  /// The value that it has at first, and how it is written.
  private mutating func filled(_ parameter: Node) -> (name: String, value: JSONValue, style: ParameterStyle) {
    let style = ParameterStyle(parameter.value, in: parameter.value["in"]?.string)
    let name = parameter.value["name"]?.string ?? ""
    let value = value(of: parameter)
    if style.isNested(value) {
      note("The parameter \(Printable.quoted(name)) has values inside of others: they are sent as JSON.")
    }
    return (name, value, style)
  }

  private mutating func addPath(_ parameters: [Node]) {
    var address = OpenAPIPath(path)
    for parameter in parameters {
      let (name, value, style) = filled(parameter)
      request.path += address.fill(name, with: style.pieces(name, value))
    }
    for name in address.openNames where !request.path.contains(where: { $0.name == name }) {
      note("The path variable \(Printable.quoted(name)) is not described: give it a value.")
    }
    request.url = Located(address.text)
  }

  private mutating func addQuery(_ parameters: [Node]) {
    var query = OpenAPIQuery()
    for parameter in parameters {
      let (name, value, style) = filled(parameter)
      query.add(name, style.fields(name, value), style, isOn: parameter.value["required"]?.bool == true)
    }
    for text in query.apply(to: &request) { note(text) }
  }

  private mutating func addOther(_ parameter: Node) {
    switch parameter.value["in"]?.string {
    case "path", "query", "cookie": break
    case "header": addHeader(parameter)
    default:
      note(
        "The parameter \(Printable.quoted(parameter.value["name"]?.string ?? "")) was left out: its place is not known."
      )
    }
  }

  /// Adds a header. Three headers are described elsewhere in a description (§4.8.12.2.1), and left out.
  private mutating func addHeader(_ parameter: Node) {
    let (name, value, style) = filled(parameter)
    guard !["accept", "content-type", "authorization"].contains(name.lowercased()) else { return }
    let text = style.line(name, value)
    request.headers.append(
      Row(name, TemplateEscape.escaped(text), isOn: parameter.value["required"]?.bool == true))
  }

  /// Those that are sent stand in one header.
  private mutating func addCookies(_ parameters: [Node]) {
    var sent: [String] = []
    for parameter in parameters {
      let (name, value, style) = filled(parameter)
      let fields = style.fields(name, value).map { "\($0.name)=\($0.values.joined(separator: ","))" }
      let text = TemplateEscape.escaped(fields.joined(separator: "&"))
      if parameter.value["required"]?.bool == true {
        sent.append(text)
      } else {
        request.headers.append(Row("Cookie", text, isOn: false))
      }
    }
    if !sent.isEmpty { request.headers.append(Row("Cookie", sent.joined(separator: "; "))) }
  }

  private mutating func value(of parameter: Node) -> JSONValue {
    if let value = given(by: parameter) { return value }
    if let media = parameter["content"]?.members.first?.value {
      let value = given(by: media) ?? made(media)
      return .string(value.string ?? JSONPrinter.compact.string(of: value))
    }
    return parameter["schema"] == nil ? "" : made(parameter)
  }

  /// The example that the description itself gives; nil if there is none.
  mutating func given(by node: Node) -> JSONValue? {
    if let value = node.value["example"] { return value }
    for example in node["examples"]?.members ?? [] {
      if let value = references.resolved(example.value)?.value["value"] { return value }
    }
    return nil
  }

  /// A value that the schema allows.
  mutating func made(_ node: Node) -> JSONValue {
    guard let schema = node["schema"] else { return .object([:]) }
    var maker = SchemaExample(references)
    return maker.value(of: schema)
  }
}

// Mocks, out of the examples of responses (§4.8.17).
extension OpenAPIOperation {
  mutating func mock() -> MockDefinition? {
    let responses = (operation["responses"]?.members ?? []).filter { $0.key.hasPrefix("2") }
    for (status, node) in responses.sorted(by: { $0.key < $1.key }) {
      guard let response = references.resolved(node),
        let media = response["content"]?.members.first(where: { MediaTypeName($0.key).isJSON })?.value,
        let value = given(by: media)
      else { continue }
      return MockDefinition(
        match: Located(MockMatch(method: method, path: OpenAPIPath(path).mockText)),
        replies: [
          MockReplyDefinition(
            status: Int(status).flatMap { $0 == 200 ? nil : Located($0) },
            content: .json(Located(TemplateEscape.escaped(JSONPrinter.pretty.string(of: value)))))
        ])
    }
    return nil
  }
}

// What a person reads.
extension OpenAPIOperation {
  private func docs(_ parameters: [Node]) -> String? {
    let value = operation.value
    var parts = [value["summary"]?.string, value["description"]?.string].compactMap(\.self)
    if parts.count == 2, parts[0] == parts[1] { parts.removeLast() }
    if value["deprecated"]?.bool == true { parts.insert("**Deprecated.**", at: 0) }
    let rows = parameters.compactMap { parameter -> String? in
      guard let name = parameter.value["name"]?.string, let text = parameter.value["description"]?.string else {
        return nil
      }
      return "- `\(name)`: \(text.replacing("\n", with: " "))"
    }
    if !rows.isEmpty { parts.append(rows.joined(separator: "\n")) }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }
}
