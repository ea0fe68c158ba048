import ParleyEngine

extension JSONValue {
  init(_ value: Int) { self = .number(JSONNumber(value)) }
  init(_ value: String?) { self = value.map(JSONValue.string) ?? .null }

  /// On one line, without any space.
  var line: String { JSONPrinter.compact.string(of: self) }
}
