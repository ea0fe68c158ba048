internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes a request of one operation (OpenAPI 3.1, §4.8.10).
struct OpenAPIOperation {
  typealias Node = OpenAPIReferences.Node

  let path: String
  let method: String
  private let operation: Node
  private let shared: [Node]
  private(set) var references: OpenAPIReferences
  private(set) var notes: [ImportNote] = []
  private var request = RequestDefinition()

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
    request.url = Located(TemplateEscape.escaped(OpenAPIPath(path).text))
    let parameters = parameters()
    for parameter in parameters { add(parameter) }
    addBody()
    request.docs = docs(parameters).map { Located($0) }
    return request
  }

  private mutating func note(_ text: String) { notes.append(ImportNote(place, text)) }
}

// Parameters (§4.8.12).
extension OpenAPIOperation {
  /// Those of the operation override those of its path.
  private mutating func parameters() -> [Node] {
    var found: [(key: String, node: Node)] = []
    for node in shared + (operation["parameters"]?.items ?? []) {
      guard let node = references.resolved(node), let name = node.value["name"]?.string else { continue }
      let key = "\(node.value["in"]?.string ?? "") \(name)"
      if let index = found.firstIndex(where: { $0.key == key }) {
        found[index].node = node
      } else {
        found.append((key, node))
      }
    }
    return found.map(\.node)
  }

  private mutating func add(_ parameter: Node) {
    guard let name = parameter.value["name"]?.string, !name.isEmpty else { return }
    let isRequired = parameter.value["required"]?.bool == true
    switch parameter.value["in"]?.string {
    case "path": request.path.append(Row(OpenAPIPath(path).key(of: name), text(of: parameter)))
    case "query": addQuery(name, parameter, isOn: isRequired)
    case "header": addHeader(name, parameter, isOn: isRequired)
    case "cookie": request.headers.append(Row("Cookie", "\(name)=\(text(of: parameter))", isOn: isRequired))
    default: note("The parameter \(Printable.quoted(name)) was left out: its place is not known.")
    }
  }

  private mutating func addQuery(_ name: String, _ parameter: Node, isOn: Bool) {
    let value = value(of: parameter)
    guard let items = value.array else {
      request.query.append(Row(name, Self.text(value), isOn: isOn))
      return
    }
    let isExploded = parameter.value["explode"]?.bool ?? true
    if isExploded {
      request.query += (items.isEmpty ? [.string("")] : items).map { Row(name, Self.text($0), isOn: isOn) }
    } else {
      request.query.append(Row(name, items.map(Self.text).joined(separator: ","), isOn: isOn))
    }
  }

  /// Adds a header. Three headers are described elsewhere in a description (§4.8.12.2.1), and left out.
  private mutating func addHeader(_ name: String, _ parameter: Node, isOn: Bool) {
    guard !["accept", "content-type", "authorization"].contains(name.lowercased()), name.isToken else { return }
    request.headers.append(Row(name, text(of: parameter), isOn: isOn))
  }

  private mutating func text(of parameter: Node) -> String { Self.text(value(of: parameter)) }

  private mutating func value(of parameter: Node) -> JSONValue {
    if let value = parameter.value["example"] { return value }
    if let example = parameter["examples"]?.members.first?.value,
      let value = references.resolved(example)?.value["value"]
    {
      return value
    }
    if let media = parameter["content"]?.members.first?.value {
      return .string(JSONPrinter.compact.string(of: value(of: media)))
    }
    guard let schema = parameter["schema"] else { return "" }
    var maker = SchemaExample(references)
    return maker.value(of: schema)
  }

  /// As it stands in a URL or a header.
  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): TemplateEscape.escaped(text)
    case .null: ""
    default: TemplateEscape.escaped(JSONPrinter.compact.string(of: value))
    }
  }
}

// The body (§4.8.13 and §4.8.14).
extension OpenAPIOperation {
  private mutating func addBody() {
    guard let node = operation["requestBody"], let body = references.resolved(node), let content = body["content"]
    else {
      return
    }
    let kinds = content.members
    let order: [(String) -> Bool] = [
      Self.isJSON, { $0 == "multipart/form-data" }, Self.isForm, { $0.hasPrefix("text/") },
    ]
    let chosen = order.lazy.compactMap { fits in kinds.first { fits(Self.plain($0.key)) } }.first ?? kinds.first
    guard let (type, media) = chosen else { return }
    request.body = definition(type, media)?.unlessEmpty
    let isStandard = [
      "application/json", "multipart/form-data", "application/x-www-form-urlencoded", "text/plain",
    ].contains(Self.plain(type))
    if request.body != nil, !isStandard { request.headers.append(Row("Content-Type", type)) }
    if kinds.count > 1 {
      note("The body is \(type); also possible: \(kinds.map(\.key).filter { $0 != type }.joined(separator: ", ")).")
    }
  }

  private mutating func definition(_ type: String, _ media: Node) -> BodyDefinition? {
    let plain = Self.plain(type)
    let value = example(of: media)
    if Self.isJSON(plain) {
      return .json(Located(TemplateEscape.escaped(JSONPrinter.pretty.string(of: value ?? made(media))) + "\n"))
    }
    if Self.isForm(plain) {
      return .form((value ?? made(media)).object?.map { Row($0.key, Self.text($0.value)) } ?? [])
    }
    if plain == "multipart/form-data" { return .multipart(parts(media, value)) }
    if let text = value?.string { return .text(Located(TemplateEscape.escaped(text))) }
    note("Its body of the type \(type) was left out: the description has no example.")
    return nil
  }

  private mutating func parts(_ media: Node, _ value: JSONValue?) -> [PartDefinition] {
    guard let schema = media["schema"].flatMap({ references.resolved($0) }) else { return [] }
    let values = value ?? made(media)
    return (schema["properties"]?.members ?? []).map { name, property in
      let property = references.resolved(property)?.value ?? .null
      let isFile = property["format"]?.string == "binary" || property["contentMediaType"] != nil
      guard isFile else { return PartDefinition(name, .text(Self.text(values[name] ?? ""))) }
      note("The part \(Printable.quoted(name)) is a file: choose one, and switch it on.")
      return PartDefinition(name, .file("choose-a-file"), isOn: false)
    }
  }

  private mutating func made(_ media: Node) -> JSONValue {
    guard let schema = media["schema"] else { return .object([:]) }
    var maker = SchemaExample(references)
    return maker.value(of: schema)
  }

  /// The example that the description itself gives; nil if there is none.
  private mutating func example(of media: Node) -> JSONValue? {
    if let value = media.value["example"] { return value }
    return media["examples"]?.members.first.flatMap { references.resolved($0.value)?.value["value"] }
  }

  private static func plain(_ type: String) -> String {
    String(type.prefix { $0 != ";" }).lowercased().filter { $0 != " " }
  }

  private static func isJSON(_ type: String) -> Bool { type == "application/json" || type.hasSuffix("+json") }
  private static func isForm(_ type: String) -> Bool { type == "application/x-www-form-urlencoded" }
}

// Mocks, out of the examples of responses (§4.8.17).
extension OpenAPIOperation {
  mutating func mock() -> MockDefinition? {
    let responses = (operation["responses"]?.members ?? []).filter { $0.key.hasPrefix("2") }
    for (status, node) in responses.sorted(by: { $0.key < $1.key }) {
      guard let response = references.resolved(node),
        let media = response["content"]?.members.first(where: { Self.isJSON(Self.plain($0.key)) })?.value,
        let value = example(of: media)
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

/// A path with places in braces (§4.8.8), as the format has it: `/pets/{id}` is `/pets/:id`. A place that is no whole segment stays a
/// word, as in `/report.{format}`.
struct OpenAPIPath {
  private let segments: [Substring]

  init(_ path: String) {
    segments = path.split(separator: "/", omittingEmptySubsequences: false)
  }

  var text: String { segments.map { Self.name(in: $0).map { ":\($0)" } ?? String($0) }.joined(separator: "/") }

  /// In mocks a place is a whole segment.
  var mockText: String {
    let text = segments.enumerated().map { index, segment in
      Self.name(in: segment).map { ":\($0)" } ?? (segment.contains("{") ? ":part\(index)" : String(segment))
    }.joined(separator: "/")
    return text.hasPrefix("/") ? text : "/" + text
  }

  /// By which the row of a place is found.
  func key(of name: String) -> String {
    segments.contains { Self.name(in: $0) == name } ? name : "{\(name)}"
  }

  /// Of a segment that is one place, with a name that a path can have.
  private static func name(in segment: Substring) -> String? {
    guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
    let name = segment.dropFirst().dropLast()
    return !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      ? String(name) : nil
  }
}
