extension Sequence<UInt8> {
  /// Two lower-case hexadecimal digits for each byte: `0aff`.
  @inlinable package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

extension BinaryInteger {
  /// At least so many digits, with zeros in front: `7.decimal(digits: 2)` is `07`.
  package func decimal(digits count: Int) -> String {
    let digits = description
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }

  /// At least so many hexadecimal digits, with zeros in front: `10.hexadecimal(digits: 4)` is `000a`.
  package func hexadecimal(digits count: Int, uppercase: Bool = false) -> String {
    let digits = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
