internal import ParleyEngine
internal import ParleyFiles

/// A parameter of an operation, or a property of its body.
package struct DescribedParameter: Sendable, Hashable {
  package let name: String
  /// `path`, `query`, `header` or `cookie`; empty for a property.
  package let place: String
  package let isRequired: Bool
  /// In words: `integer`, `list of Pet`.
  package let type: String
  /// Its enumeration, as it stands in a URL or a body.
  package let choices: [String]
  package let standard: String?
  package let docs: String
}

extension APIDescription {
  package func parameters(of operation: DescribedOperation) -> [DescribedParameter] {
    var references = references
    var found: [DescribedParameter] = []
    for node in operation.shared + (operation.node["parameters"]?.items ?? []) {
      guard let node = references.resolved(node), let name = node.value["name"]?.string else { continue }
      let place = node.value["in"]?.string ?? ""
      // Those of the operation override those of its path.
      found.removeAll { $0.name == name && $0.place == place }
      let isRequired = node.value["required"]?.bool == true
      found.append(
        parameter(name, in: place, node["schema"], isRequired: isRequired, docs: node.value["description"]?.string))
    }
    return found
  }

  private func parameter(
    _ name: String, in place: String, _ schema: OpenAPIReferences.Node?, isRequired: Bool, docs: String?
  ) -> DescribedParameter {
    var references = references
    let value = schema.flatMap { references.resolved($0) }
    let items = value?["items"].flatMap { references.resolved($0) }
    let choices = value?.value["enum"]?.array ?? items?.value["enum"]?.array ?? value?.value["const"].map { [$0] } ?? []
    return DescribedParameter(
      name: name, place: place, isRequired: isRequired, type: SchemaWords.words(of: schema, references),
      choices: choices.map(Self.text), standard: value?.value["default"].map(Self.text),
      docs: docs ?? value?.value["description"]?.string ?? "")
  }

  private static func text(_ value: JSONValue) -> String { value.string ?? value.description }
}

// The body.
extension APIDescription {
  /// The content type of the body that a request sends first, and its schema.
  private func media(of operation: DescribedOperation) -> (type: String, media: OpenAPIReferences.Node)? {
    var references = references
    guard let body = operation.node["requestBody"].flatMap({ references.resolved($0) }),
      let content = body["content"]?.members
    else { return nil }
    let chosen = content.first { MediaRange.isJSON(MediaRange.plain($0.key)) } ?? content.first
    return chosen.map { ($0.key, $0.value) }
  }

  package func bodyType(of operation: DescribedOperation) -> String? { media(of: operation)?.type }

  private static let deepest = 8
  private static let mostProperties = 2_000

  /// The properties of the body and of what is in it, by the paths of their objects: `.` is the body, `.items[]` an item of a list.
  package func bodyProperties(of operation: DescribedOperation) -> [(path: String, properties: [DescribedParameter])] {
    guard let schema = media(of: operation)?.media["schema"] else { return [] }
    var references = references
    var found: [(path: String, properties: [DescribedParameter])] = []
    var open: [(path: String, schema: OpenAPIReferences.Node, depth: Int)] = [("", schema, 0)]
    var count = 0
    while !open.isEmpty, count < Self.mostProperties {
      let (path, schema, depth) = open.removeFirst()
      if let items = references.resolved(schema)?["items"] { open.append((path + "[]", items, depth)) }
      let (members, required) = SchemaWords.properties(of: schema, &references)
      guard !members.isEmpty else { continue }
      found.append(
        (
          path.isEmpty ? "." : path,
          members.map { parameter($0.key, in: "", $0.value, isRequired: required.contains($0.key), docs: nil) }
        ))
      count += members.count
      if depth < Self.deepest { open += members.map { ("\(path).\($0.key)", $0.value, depth + 1) } }
    }
    return found
  }
}

extension APIDescription {
  /// The statuses of an operation, each with what comes.
  package func responses(of operation: DescribedOperation) -> [(status: String, words: String)] {
    var references = references
    return (operation.node["responses"]?.members ?? []).map { status, node in
      let response = references.resolved(node)
      let bodies = (response?["content"]?.members ?? []).map { type, media in
        let words = SchemaWords.words(of: media["schema"], references)
        return words.isEmpty ? type : "\(type): \(words)"
      }
      let docs = response?.value["description"]?.string ?? ""
      return (status, ([docs] + bodies).filter { !$0.isEmpty }.joined(separator: " · "))
    }
  }
}

/// Schemas in a few words.
enum SchemaWords {
  typealias Node = OpenAPIReferences.Node

  static func words(of schema: Node?, _ references: OpenAPIReferences, depth: Int = 0) -> String {
    guard let schema, depth < 4 else { return "" }
    if let name = schema.value["$ref"]?.string?.lastPathPart { return name }
    let value = schema.value
    if let parts = (schema["oneOf"] ?? schema["anyOf"])?.items, !parts.isEmpty {
      return parts.prefix(4).map { words(of: $0, references, depth: depth + 1) }.filter { !$0.isEmpty }.joined(
        separator: " or ")
    }
    if let part = schema["allOf"]?.items.first { return words(of: part, references, depth: depth + 1) }
    let types = value["type"]?.string.map { [$0] } ?? value["type"]?.array?.compactMap(\.string) ?? []
    if types.contains("array") {
      let items = words(of: schema["items"], references, depth: depth + 1)
      return items.isEmpty ? "list" : "list of \(items)"
    }
    let format = value["format"]?.string.map { " (\($0))" } ?? ""
    return types.isEmpty ? "" : types.joined(separator: " or ") + format
  }

  /// Those of a schema and of all that it is made of.
  static func properties(
    of schema: Node, _ references: inout OpenAPIReferences, depth: Int = 0
  ) -> (members: [(key: String, value: Node)], required: Set<String>) {
    guard depth < 8, let schema = references.resolved(schema) else { return ([], []) }
    var members = schema["properties"]?.members ?? []
    var required = Set(schema.value["required"]?.array?.compactMap(\.string) ?? [])
    for key in ["allOf", "oneOf", "anyOf"] {
      for part in schema[key]?.items ?? [] {
        let other = properties(of: part, &references, depth: depth + 1)
        members += other.members.filter { new in !members.contains { $0.key == new.key } }
        if key == "allOf" { required.formUnion(other.required) }
      }
    }
    return (members, required)
  }
}
