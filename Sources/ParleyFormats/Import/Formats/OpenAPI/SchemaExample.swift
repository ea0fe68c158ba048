internal import ParleyEngine

/// Makes a value that a schema allows, as an example to begin with (JSON Schema 2020-12, as far as OpenAPI uses it).
///
/// Examples, defaults and enumerations of the description come first. A schema that contains itself ends at the
/// recursion, and no example has more than `most` values.
struct SchemaExample {
  typealias Node = OpenAPIReferences.Node

  private var references: OpenAPIReferences
  /// The references that lead to what is being made.
  private var path: [String] = []
  private var count = 0
  private static let most = 1_000
  private static let deepest = 12

  init(_ references: OpenAPIReferences) {
    self.references = references
  }

  mutating func value(of schema: Node) -> JSONValue {
    count += 1
    guard count < Self.most, path.count < Self.deepest else { return .null }
    let reference = schema.value["$ref"]?.string ?? ""
    guard reference.isEmpty || !path.contains(reference), let schema = references.resolved(schema) else { return .null }
    path.append(reference)
    defer { path.removeLast() }
    return given(by: schema) ?? made(from: schema)
  }

  /// The example value that the schema itself gives; nil if there is none.
  private func given(by schema: Node) -> JSONValue? {
    let value = schema.value
    return value["example"] ?? value["examples"]?[0] ?? value["const"] ?? value["default"] ?? value["enum"]?[0]
  }

  private mutating func made(from schema: Node) -> JSONValue {
    if let parts = schema["allOf"]?.items, !parts.isEmpty { return merged(parts, schema) }
    if let choice = schema["oneOf"]?.items.first ?? schema["anyOf"]?.items.first { return value(of: choice) }
    switch Self.type(of: schema.value) {
    case "object": return object(schema)
    case "array": return array(schema)
    case "integer": return schema.value["minimum"].flatMap { $0.int.map { .number(JSONNumber($0)) } } ?? 1
    case "number": return schema.value["minimum"] ?? 1
    case "boolean": return true
    case "null": return .null
    default: return .string(Self.text(schema.value))
    }
  }

  private mutating func merged(_ parts: [Node], _ schema: Node) -> JSONValue {
    var object = JSONObject()
    var other: JSONValue?
    for part in parts {
      let value = value(of: part)
      guard let members = value.object else {
        if !value.isNull { other = other ?? value }
        continue
      }
      for (key, value) in members { object[key] = value }
    }
    for (key, value) in self.object(schema).object ?? [:] { object[key] = value }
    return object.isEmpty ? other ?? .object(object) : .object(object)
  }

  private mutating func object(_ schema: Node) -> JSONValue {
    var object = JSONObject()
    for (name, property) in schema["properties"]?.members ?? [] where property.value["readOnly"]?.bool != true {
      object[name] = value(of: property)
    }
    return .object(object)
  }

  private mutating func array(_ schema: Node) -> JSONValue {
    guard let items = schema["items"] else { return [] }
    let item = value(of: items)
    return item.isNull ? [] : [item]
  }

  /// The first that is not null, of several; by what else the schema says, where it names none.
  static func type(of schema: JSONValue) -> String {
    if let type = schema["type"]?.string { return type }
    if let types = schema["type"]?.array { return types.compactMap(\.string).first { $0 != "null" } ?? "null" }
    if schema["properties"] != nil || schema["additionalProperties"] != nil { return "object" }
    return schema["items"] == nil ? "string" : "array"
  }

  private static let texts: [String: String] = [
    "date": "2026-01-31", "date-time": "2026-01-31T12:00:00Z", "time": "12:00:00Z", "duration": "PT1H",
    "email": "ada@example.com", "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6", "uri": "https://example.com",
    "url": "https://example.com", "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
    "byte": "cGFybGV5", "binary": "", "password": "",
  ]

  /// Of a text without a format.
  private static let anyText = "text"
  private static let madeUp = Set(texts.values).union([anyText, "1"])

  private static func text(_ schema: JSONValue) -> String {
    schema["format"]?.string.flatMap { texts[$0] } ?? anyText
  }

  /// Whether a value may be one that no description gave.
  static func isMadeUp(_ text: String) -> Bool { madeUp.contains(text) }
}
