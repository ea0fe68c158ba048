extension FixedWidthInteger {
  /// The number, if it is a whole one that fits: `1e3` and `4.0` are, `1.5` and `1e400` are not.
  public init?(exactly number: JSONNumber) {
    if let plain = Self(number.text) {
      self = plain
      return
    }
    let decimal = number.decimal
    // No fixed-width integer of the standard library has more than 39 digits.
    guard decimal.exponent >= 0, decimal.digits.count + decimal.exponent <= 39 else { return nil }
    let digits = decimal.digits + Array(repeating: UInt8(ascii: "0"), count: decimal.exponent)
    let sign = decimal.isNegative ? "-" : ""
    guard let whole = Self(sign + (digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self))) else { return nil }
    self = whole
  }
}

extension Double {
  /// The nearest `Double`; infinite beyond its range (`1e400`).
  public init(_ number: JSONNumber) {
    self = Double(number.text) ?? .nan
  }
}

extension Float {
  /// The nearest `Float`; infinite beyond its range.
  public init(_ number: JSONNumber) {
    self = Float(number.text) ?? .nan
  }
}
