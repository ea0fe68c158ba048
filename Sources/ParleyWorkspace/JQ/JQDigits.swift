internal import ParleyEngine

/// Gives numbers back the digits that jq takes from them.
///
/// jq 1.6 knows numbers as `Double` alone: 9007199254740993 leaves it as 9007199254740992. A number that a filter only
/// hands on is found again by its `Double` among those that went in, and gets its digits back, unless two different numbers
/// that went in are the same to jq: then nobody can tell which one it was.
struct JQDigits {
  /// By bit pattern; nil where it is not known which it was.
  private var texts: [UInt64: JSONNumber?] = [:]

  init(of values: [JSONValue]) {
    for value in values { collect(value) }
  }

  private mutating func collect(_ value: JSONValue) {
    switch value {
    case .number(let number): collect(number)
    case .array(let elements): for element in elements { collect(element) }
    case .object(let members): for element in members.values { collect(element) }
    case .null, .bool, .string: break
    }
  }

  private mutating func collect(_ number: JSONNumber) {
    let key = Self.key(of: number)
    guard let known = texts[key] else {
      texts[key] = .some(number)
      return
    }
    if let known, known != number { texts[key] = .some(nil) }
  }

  func restored(_ value: JSONValue) -> JSONValue {
    switch value {
    case .number(let number): .number(restored(number))
    case .array(let elements): .array(elements.map(restored))
    case .object(let members): .object(JSONObject(members.map { ($0.key, restored($0.value)) }))
    case .null, .bool, .string: value
    }
  }

  private func restored(_ number: JSONNumber) -> JSONNumber {
    (texts[Self.key(of: number)] ?? nil) ?? JSONNumber(Double(number)) ?? number
  }

  /// To jq what is beyond the range of `Double` is its largest number.
  private static func key(of number: JSONNumber) -> UInt64 {
    let value = Double(number)
    let bounded = min(max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    return (bounded == 0 ? 0 : bounded).bitPattern
  }
}
