/// Percent-encoding of single names and values (RFC 3986, section 2.1), both ways, as forms and queries use it.
package enum PercentText {
  /// Everything but letters, digits and `-._~` is encoded.
  package static func encoded(_ text: String) -> String {
    encoded(text) { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
  }

  /// Only those bytes are encoded that may not stay.
  package static func encoded(_ text: String, keeping mayStay: (UInt8) -> Bool) -> String {
    guard !text.utf8.allSatisfy(mayStay) else { return text }
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      mayStay(byte) ? [byte] : [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the decoded text. Parts that are not validly encoded stay as they are.
  package static func decoded(_ text: String, plusIsBlank: Bool) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return text }
    var rest = Array(text.utf8)[...]
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = hexPair(rest) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") && plusIsBlank ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }

  private static func hexPair(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    let digits = bytes.prefix(2)
    guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
