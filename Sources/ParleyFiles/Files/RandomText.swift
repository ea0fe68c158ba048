internal import ParleyEngine

/// Random identifiers, from the system's generator by default.
package enum RandomText {
  /// A UUID of version 4 (RFC 9562 §5.4), in lower case.
  package static func uuid() -> String {
    var generator = SystemRandomNumberGenerator()
    return uuid(using: &generator)
  }

  static func uuid(using generator: inout some RandomNumberGenerator) -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.hexadecimal
    let ends = [8, 12, 16, 20, 32]
    return zip([0] + ends, ends).map { digits.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
  }

  /// Letters and digits that are easy to tell apart.
  package static func id(length: Int = 8, using generator: inout some RandomNumberGenerator) -> String {
    let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
    return String((0..<length).compactMap { _ in alphabet.randomElement(using: &generator) })
  }
}
