/// Percent-encoding (RFC 3986, section 2.1), both ways.
package enum PercentText {
  /// Everything but letters, digits and `-._~` is encoded, in capital letters: the one form of section 6.2.2.
  package static func encoded(_ text: String) -> String { encoded(text.utf8) }

  /// Every byte as it is: a percent sign becomes `%25`.
  package static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    URLText.encoded(bytes, keeping: \.isUnreserved)
  }

  /// Only those bytes are encoded that may not stay.
  package static func encoded(_ text: String, keeping mayStay: (UInt8) -> Bool) -> String {
    text.utf8.allSatisfy(mayStay) ? text : URLText.encoded(text, keeping: mayStay)
  }

  /// The same text in the one form, whatever of it was encoded before.
  package static func canonical(_ text: Substring) -> String {
    encoded(decoded(text.utf8))
  }

  /// Returns the decoded text; one that is then not UTF-8 stays as it is. A percent sign that begins no code stands for itself.
  package static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
    let mark = { (byte: UInt8) in byte == UInt8(ascii: "%") || plusIsBlank && byte == .plus }
    guard text.utf8.contains(where: mark) else { return String(text) }
    return String(validating: decoded(text.utf8, plusIsBlank: plusIsBlank), as: UTF8.self) ?? String(text)
  }

  static func decoded(_ bytes: some Collection<UInt8>, plusIsBlank: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = code(rest.prefix(2)) {
        result.append(code)
        rest = rest.dropFirst(2)
      } else {
        result.append(plusIsBlank && byte == .plus ? .space : byte)
      }
    }
    return result
  }

  private static func code(_ digits: some Collection<UInt8>) -> UInt8? {
    let values = digits.compactMap(JSONBytes.hexValue)
    return values.count == 2 ? UInt8(values[0] << 4 | values[1]) : nil
  }
}
