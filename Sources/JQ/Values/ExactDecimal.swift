/// A number's digits, to compare numbers that are one and the same double.
struct ExactDecimal {
  private var isNegative = false
  private var digits: [UInt8] = []
  /// The position of the decimal point: before the digit of this index.
  private var point = 0

  init(_ text: String) {
    var exponent = 0
    var sawPoint = false
    var bytes = text.utf8[...]
    if let mark = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      exponent = Int(Substring(bytes[bytes.index(after: mark)...])) ?? 0
      bytes = bytes[..<mark]
    }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): sawPoint = true
      default:
        if !sawPoint { point += 1 }
        digits.append(byte)
      }
    }
    point += exponent
    normalize()
  }

  private mutating func normalize() {
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(zeros)
    point -= zeros
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { (isNegative, point) = (false, 0) }
  }

  func order(to other: ExactDecimal) -> Int {
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let magnitudes = magnitudeOrder(to: other)
    return isNegative ? -magnitudes : magnitudes
  }

  private func magnitudeOrder(to other: ExactDecimal) -> Int {
    if digits.isEmpty || other.digits.isEmpty { return digits.count - other.digits.count }
    if point != other.point { return point < other.point ? -1 : 1 }
    if digits == other.digits { return 0 }
    return digits.lexicographicallyPrecedes(other.digits) ? -1 : 1
  }
}
