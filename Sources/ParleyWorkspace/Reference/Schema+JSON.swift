internal import ParleyEngine
internal import ParleyFiles
import ParleyModel

extension Schema {
  /// As a JSON Schema, draft 2020-12.
  ///
  /// Editors check what YAML makes of a value, and to YAML `1` is a number and `yes` may be a flag: a text may be any
  /// scalar, as it may here.
  var json: JSONValue {
    switch self {
    case .text(nil): ["type": ["string", "number", "boolean", "null"]]
    case .text(let pattern?): ["type": ["string", "number"], "pattern": .string(pattern)]
    case .integer(let range):
      [
        "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
        "maximum": .number(JSONNumber(range.upperBound)),
      ]
    case .boolean: ["type": "boolean"]
    case .choice(let values): ["enum": .array(values.map(JSONValue.string))]
    case .list(let items): ["type": "array", "items": items.json]
    case .map(let values, let keys): Self.map(values, keys)
    case .either(let schemas): ["anyOf": .array(schemas.map(\.json))]
    case .object(let object): .object(object.json)
    case .anything: [:]
    case .reference(let name): ["$ref": .string("#/$defs/\(name)")]
    }
  }

  /// A default as the JSON value that an editor would insert.
  fileprivate func value(of text: String) -> JSONValue {
    switch self {
    case .boolean: .bool(text == "true")
    case .integer: JSONNumber(text).map(JSONValue.number) ?? .string(text)
    default: .string(text)
    }
  }

  private static func map(_ values: Schema, _ keys: String?) -> JSONValue {
    var json: JSONValue = ["type": "object", "additionalProperties": values.json]
    if let keys { json["propertyNames"] = ["pattern": .string(keys)] }
    return json
  }
}

extension ObjectSchema {
  var json: JSONObject {
    var json: JSONObject = ["type": "object"]
    json["properties"] = .object(JSONObject(properties.map { ($0.name, $0.json) }))
    let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { json["required"] = .array(required) }
    if isChoice { json["oneOf"] = .array(properties.map { ["required": [.string($0.name)]] }) }
    json["additionalProperties"] = false
    return json
  }
}

extension ObjectSchema.Property {
  fileprivate var json: JSONValue {
    var json: JSONObject = ["description": .string(summary)]
    for (key, value) in schema.json.object ?? [:] { json[key] = value }
    if case .value(let text)? = standard { json["default"] = schema.value(of: text) }
    return .object(json)
  }
}
