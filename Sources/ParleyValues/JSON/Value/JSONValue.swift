/// Any JSON document, whole: nothing is lost between reading and printing but white space and the way strings are escaped.
///
/// Numbers keep their digits (`9007199254740993`, `1.10` and `1e400` come out as they went in) and objects the order of
/// their keys. Two values are equal when they mean the same: the order of keys does not count, nor how a number is
/// written (`1.10` equals `1.1`). Strings are compared scalar by scalar (RFC 8259 §8.3), not by canonical equivalence.
///
///     let value: JSONValue = ["id": 42, "tags": ["new", "sale"]]
///     value["tags"]?[0]?.string  // "new"
public enum JSONValue: Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number with the digits it was written with.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// Elements in their order.
  case array([JSONValue])
  /// Members in their order.
  case object(JSONObject)
}

extension JSONValue: Hashable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .bool(let flag): hasher.combine(flag)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension JSONValue {
  /// The kind of a value, for messages: `expected an array, found a string`.
  public enum Kind: String, Sendable, CaseIterable {
    /// As JSON names it.
    case null, bool, number, string, array, object
  }

  /// The kind of the value.
  public var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

extension JSONValue.Kind {
  /// The kind with its article: `an object`.
  public var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String {
    String(decoding: JSONPrinter.compact.bytes(of: self), as: UTF8.self)
  }
}
