public import ParleyEngine

/// A document with each of its numbers, one after the other, as somebody may have forged it: at the ends of its range, and beyond.
public enum ForgedNumbers {
  public static let texts = [
    "-9223372036854775808", "9223372036854775807", "-4611686018427387904", "4611686018427387904",
    "9223372036854775808", "18446744073709551616", "-170141183460469231731687303715884105728", "1e308", "-1e308",
    "1e400", "0.5", "0", "-1", "-2147483649", "2147483648",
  ]

  /// Every such document.
  public static func variants(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .number: return texts.compactMap { JSONNumber($0).map(JSONValue.number) }
    case .array(let items):
      return items.indices.flatMap { index in
        variants(of: items[index]).map { variant in
          var copy = items
          copy[index] = variant
          return .array(copy)
        }
      }
    case .object(let members):
      return members.flatMap { key, member in
        variants(of: member).map { variant in
          var copy = members
          copy[key] = variant
          return .object(copy)
        }
      }
    default: return []
    }
  }
}
