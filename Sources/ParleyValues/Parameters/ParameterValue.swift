/// A value of a path or a query: text, numbers, flags, and lists and dictionaries of them.
///
/// ```swift
/// Request.get("/items/:id").path(["id": id]).query(["sort": "asc", "page": page, "tags": ["low", "medium"]])
/// ```
public protocol ParameterValue: Sendable {
  /// The value as JSON, which says how it is nested.
  var parameter: JSONValue { get }
}

extension String: ParameterValue {
  public var parameter: JSONValue { .string(self) }
}

extension Substring: ParameterValue {
  public var parameter: JSONValue { .string(String(self)) }
}

extension Bool: ParameterValue {
  public var parameter: JSONValue { .bool(self) }
}

extension Int: ParameterValue {
  public var parameter: JSONValue { .number(JSONNumber(self)) }
}

extension Int64: ParameterValue {
  public var parameter: JSONValue { .number(JSONNumber(self)) }
}

extension UInt64: ParameterValue {
  public var parameter: JSONValue { .number(JSONNumber(self)) }
}

extension Double: ParameterValue {
  /// JSON has no number for infinity and NaN: they go as their text.
  public var parameter: JSONValue { JSONNumber(self).map(JSONValue.number) ?? .string("\(self)") }
}

extension JSONValue: ParameterValue {
  public var parameter: JSONValue { self }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
  public var parameter: JSONValue { self?.parameter ?? .null }
}

extension Array: ParameterValue where Element: ParameterValue {
  public var parameter: JSONValue { .array(map(\.parameter)) }
}

extension Dictionary: ParameterValue where Key == String, Value: ParameterValue {
  /// A dictionary has no order of its own, so its keys are sorted.
  public var parameter: JSONValue {
    .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.parameter) }))
  }
}

extension JSONValue {
  /// A scalar as it stands in a path or a query; nil for null, lists and objects.
  package var parameterText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
