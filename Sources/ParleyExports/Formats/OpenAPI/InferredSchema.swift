internal import ParleyEngine
internal import ParleyFiles

/// The common shape of values, as a JSON Schema (2020-12): kinds, members, and which of those are always present.
struct InferredSchema {
  private var kinds: [String] = []
  private var members: [(name: String, schema: InferredSchema, count: Int)] = []
  private var objects = 0
  private var items: [InferredSchema] = []
  private var format: String?
  private var texts = 0

  private static let deepest = 32

  init(_ values: some Sequence<JSONValue>) {
    for value in values { add(value, depth: 0) }
  }

  private init() {}

  private mutating func add(_ value: JSONValue, depth: Int) {
    let kind = Self.kind(of: value)
    if !kinds.contains(kind) { kinds.append(kind) }
    guard depth < Self.deepest else { return }
    switch value {
    case .object(let object): add(object, depth)
    case .array(let elements):
      if items.isEmpty, !elements.isEmpty { items = [InferredSchema()] }
      for element in elements { items[0].add(element, depth: depth + 1) }
    case .string(let text): add(text)
    case .null, .bool, .number: break
    }
  }

  private mutating func add(_ object: JSONObject, _ depth: Int) {
    objects += 1
    for (name, value) in object {
      let index = members.firstIndex { $0.name.isIdentical(to: name) } ?? members.endIndex
      if index == members.endIndex { members.append((name, InferredSchema(), 0)) }
      members[index].schema.add(value, depth: depth + 1)
      members[index].count += 1
    }
  }

  /// A format holds if all texts have it.
  private mutating func add(_ text: String) {
    let own = Self.format(of: text)
    format = texts == 0 ? own : format == own ? format : nil
    texts += 1
  }

  private static func kind(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number(let number): Int(exactly: number) == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  private static func format(of text: String) -> String? {
    if text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/) != nil { return "date-time" }
    if text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil { return "date" }
    if text.wholeMatch(of: /(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil { return "uuid" }
    if text.wholeMatch(of: /[^@\s]+@[^@\s]+\.[^@\s.]+/) != nil { return "email" }
    return text.isWholeURL ? "uri" : nil
  }

  var json: JSONValue {
    var kinds = kinds
    // Every integer is a number.
    if kinds.contains("number") { kinds.removeAll { $0 == "integer" } }
    guard let first = kinds.first else { return [:] }
    var schema: JSONValue = ["type": kinds.count == 1 ? .string(first) : .array(kinds.map(JSONValue.string))]
    if kinds.contains("string") { schema["format"] = format.map(JSONValue.string) }
    if kinds.contains("array") { schema["items"] = items.first?.json ?? [:] }
    guard kinds.contains("object"), !members.isEmpty else { return schema }
    schema["properties"] = .object(JSONObject(members.map { ($0.name, $0.schema.json) }))
    let required = members.filter { $0.count == objects }.map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    return schema
  }
}
