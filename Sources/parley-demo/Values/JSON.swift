/// A JSON value whose objects keep their order, so that responses are the same bytes every time.
enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The digits as they are written, so that `12.50` stays `12.50`.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Equatable, Sendable {
    var name: String
    var value: JSON
  }

  /// The value of the first member with this name; nil for anything but an object.
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var integer: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits)
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(nilLiteral: ()) { self = .null }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(String(value)) }
  init(stringLiteral value: String) { self = .string(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(name: $0, value: $1) })
  }

  init(_ value: Int) { self = .number(String(value)) }
  init(_ value: String?) { self = value.map(JSON.string) ?? .null }
}
