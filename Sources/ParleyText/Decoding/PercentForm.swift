import ParleyEngine

/// How a text was percent-encoded: another text is written the same way, as far as the first one shows it.
package struct PercentForm: Hashable, Sendable {
  /// Bytes besides letters, digits and `-._~` that stood there as they are, such as `&` and `=` of a form.
  let kept: Set<UInt8>
  let plusIsBlank: Bool
  let isLowercase: Bool

  /// - Returns: nil for a text in which nothing is encoded, or something wrongly; what it stands for otherwise.
  static func decode(_ text: String) -> (PercentForm, String)? {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "%")), isWellFormed(bytes) else { return nil }
    let hasPlus = bytes.contains(UInt8(ascii: "+"))
    let form = PercentForm(
      kept: Set(bytes).subtracting([UInt8(ascii: "%"), UInt8(ascii: "+")]),
      plusIsBlank: hasPlus && !text.contains("%20"), isLowercase: hasLowercaseDigits(bytes))
    let decoded = PercentText.decoded(text, plusIsBlank: form.plusIsBlank)
    return decoded == text ? nil : (form, decoded)
  }

  func encode(_ text: String) -> String {
    var result = PercentText.encoded(text) { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~".utf8.contains(byte) || kept.contains(byte)
    }
    if plusIsBlank { result = result.replacing("%20", with: "+") }
    return isLowercase ? Self.lowercasingDigits(of: result) : result
  }

  private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    bytes.indices.allSatisfy { index in
      guard bytes[index] == UInt8(ascii: "%") else { return bytes[index] > 0x20 }
      return index + 2 < bytes.count && isHexDigit(bytes[index + 1]) && isHexDigit(bytes[index + 2])
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80 }

  private static func hasLowercaseDigits(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "%") && bytes[index + 1...index + 2].contains { (0x61...0x66).contains($0) }
    }
  }

  private static func lowercasingDigits(of text: String) -> String {
    var bytes = Array(text.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count {
      for digit in index + 1...index + 2 where (0x41...0x46).contains(bytes[digit]) { bytes[digit] += 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
