/// Percent-encoding in the one form of RFC 3986 §6.2.2: what is unreserved stands as it is, all else is encoded in capital letters.
enum PercentEncoding {
  /// Every byte as it is: a percent sign becomes `%25`.
  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    URLText.encoded(bytes, keeping: \.isUnreserved)
  }

  /// The same text in the one form, whatever of it was encoded before.
  static func canonical(_ text: Substring) -> String {
    encoded(decoded(text.utf8))
  }

  /// A percent sign that begins no code stands for itself.
  private static func decoded(_ text: Substring.UTF8View) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = code(rest.prefix(2)) {
        result.append(code)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func code(_ digits: Substring.UTF8View) -> UInt8? {
    let values = digits.compactMap(JSONBytes.hexValue)
    return values.count == 2 ? UInt8(values[0] << 4 | values[1]) : nil
  }
}
