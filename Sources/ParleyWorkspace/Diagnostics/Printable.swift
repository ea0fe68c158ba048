/// Makes text from outside safe to print: no control characters, nothing that turns the writing direction.
public enum Printable {
  /// On one line: line breaks and tabs are escaped like all other control characters.
  public static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += escaped($1) }
  }

  /// With its line breaks and tabs as they are.
  public static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += $1 == "\n" || $1 == "\t" ? String($1) : escaped($1) }
  }

  /// Shortened, for quoting in a message.
  static func quoted(_ text: String, limit: Int = 60) -> String {
    "'" + Self.text(text.count > limit ? text.prefix(limit - 1) + "\u{2026}" : text) + "'"
  }

  /// Bytes that need not be UTF-8, such as a file's name.
  static func name(_ bytes: some Collection<UInt8>) -> String {
    text(String(decoding: bytes, as: UTF8.self))
  }

  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: isDirectional(scalar)
    default: false
    }
  }

  /// Marks that make text look different from what it is; joiners, which emoji need, are left alone.
  private static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    guard isUnsafe(scalar) else { return String(scalar) }
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }
}
