import FoundationEssentials

/// A type that one JSON value says whole, with no container in between.
protocol JSONLeaf {
  /// The form of such a value, for messages: `a string`.
  static var expectation: String { get }

  /// `nil` unless `json` says one.
  init?(json: JSONValue)

  /// `nil` for what JSON cannot say.
  var json: JSONValue? { get }
}

extension Bool: JSONLeaf {
  static var expectation: String { "true or false" }
  init?(json: JSONValue) {
    guard let flag = json.bool else { return nil }
    self = flag
  }
  var json: JSONValue? { .bool(self) }
}

extension String: JSONLeaf {
  static var expectation: String { "a string" }
  init?(json: JSONValue) {
    guard let text = json.string else { return nil }
    self = text
  }
  var json: JSONValue? { .string(self) }
}

extension JSONLeaf where Self: FixedWidthInteger {
  static var expectation: String { "a whole number from \(min) to \(max)" }
  init?(json: JSONValue) {
    guard case .number(let number) = json else { return nil }
    self.init(exactly: number)
  }
  var json: JSONValue? { .number(JSONNumber(self)) }
}

extension Int: JSONLeaf {}
extension Int8: JSONLeaf {}
extension Int16: JSONLeaf {}
extension Int32: JSONLeaf {}
extension Int64: JSONLeaf {}
extension Int128: JSONLeaf {}
extension UInt: JSONLeaf {}
extension UInt8: JSONLeaf {}
extension UInt16: JSONLeaf {}
extension UInt32: JSONLeaf {}
extension UInt64: JSONLeaf {}
extension UInt128: JSONLeaf {}

extension Double: JSONLeaf {
  static var expectation: String { "a number that a Double can hold" }
  init?(json: JSONValue) {
    guard case .number(let number) = json else { return nil }
    self.init(number)
    if !isFinite { return nil }
  }
  var json: JSONValue? { JSONNumber(self).map(JSONValue.number) }
}

extension Float: JSONLeaf {
  static var expectation: String { "a number that a Float can hold" }
  init?(json: JSONValue) {
    guard case .number(let number) = json else { return nil }
    self.init(number)
    if !isFinite { return nil }
  }
  var json: JSONValue? { JSONNumber(self).map(JSONValue.number) }
}

extension JSONNumber: JSONLeaf {
  static var expectation: String { "a number" }
  init?(json: JSONValue) {
    guard case .number(let number) = json else { return nil }
    self = number
  }
  var json: JSONValue? { .number(self) }
}

extension JSONValue: JSONLeaf {
  static var expectation: String { "a value" }
  init?(json: JSONValue) { self = json }
  var json: JSONValue? { self }
}

// Three of Foundation's types write themselves in a way no API does; here, as in its own coders, they look as one expects.

extension URL: JSONLeaf {
  static var expectation: String { "a URL" }
  init?(json: JSONValue) {
    guard let text = json.string else { return nil }
    self.init(string: text)
  }
  var json: JSONValue? { .string(absoluteString) }
}

extension Decimal: JSONLeaf {
  static var expectation: String { "a number of at most 38 digits" }
  init?(json: JSONValue) {
    guard let number = json.number else { return nil }
    self.init(string: number.text)
  }
  var json: JSONValue? { JSONNumber(description).map(JSONValue.number) }
}

extension Data: JSONLeaf {
  static var expectation: String { "a string in base64" }
  init?(json: JSONValue) {
    guard let text = json.string else { return nil }
    self.init(base64Encoded: text)
  }
  var json: JSONValue? { .string(base64EncodedString()) }
}
