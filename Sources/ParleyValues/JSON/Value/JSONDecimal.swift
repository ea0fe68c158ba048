/// The value of a number's digits: `digits` × 10^`exponent`, with no zero at either end, so that equal numbers have one
/// form.
struct JSONDecimal: Hashable {
  var isNegative = false
  /// ASCII digits; empty for zero.
  var digits: [UInt8] = []
  var exponent = 0

  /// The meaning of `text`, which must be in JSON's grammar.
  ///
  /// An exponent that no `Int` holds is kept as it is written: such numbers are equal when their texts are.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    let mantissaEnd = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.endIndex
    readMantissa(bytes[..<mantissaEnd])
    if mantissaEnd < bytes.endIndex, !digits.isEmpty { scale(by: bytes[(mantissaEnd + 1)...], of: bytes) }
    trimZeros()
  }

  private mutating func scale(by written: ArraySlice<UInt8>, of bytes: [UInt8]) {
    if let scale = Int(String(decoding: written, as: UTF8.self)), scale.magnitude < Self.largestScale {
      exponent += scale
    } else {
      (digits, exponent) = (bytes, 0)
    }
  }

  private static let largestScale: UInt = 1 << 60

  private mutating func readMantissa(_ bytes: ArraySlice<UInt8>) {
    var isFraction = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default:
        if isFraction { exponent -= 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
      }
    }
  }

  /// Zero has one form too: neither sign nor exponent.
  private mutating func trimZeros() {
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }
}

extension JSONNumber {
  var decimal: JSONDecimal { JSONDecimal(text) }
}
