/// Makes text from outside safe to print: nothing that a terminal would act on, that turns the writing direction, that
/// nobody sees, or that piles up on one letter. Whatever a command writes for people or as JSON passes here.
package enum Printable {
  /// On one line: line breaks and tabs are escaped like all other control characters.
  package static func text(_ text: String) -> String {
    TextEscaper(.sentence).escaped(text)
  }

  /// With its line breaks and tabs as they are.
  package static func lines(_ text: String) -> String {
    TextEscaper(.sentence, keeping: ["\n", "\t"]).escaped(text)
  }

  /// An equivalent JSON document. Only its strings can contain characters to escape; a document without any is not
  /// copied.
  package static func json(_ document: [UInt8]) -> [UInt8] {
    let isPlain = document.allSatisfy { (0x20..<0x7f).contains($0) || $0 == UInt8(ascii: "\n") }
    if isPlain { return document }
    let text = String(decoding: document, as: UTF8.self)
    return Array(TextEscaper(.json, keeping: ["\n"]).escaped(text).utf8)
  }

  /// Shortened, for quoting in a message.
  package static func quoted(_ text: String, limit: Int = 60) -> String {
    "“" + Self.text(text.count > limit ? text.prefix(limit - 1) + "\u{2026}" : text) + "”"
  }

  /// Bytes that need not be UTF-8, such as a file's name.
  package static func name(_ bytes: some Collection<UInt8>) -> String {
    text(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether no name may hold it: what a terminal acts on, and what turns the writing direction.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: isDirectional(scalar)
    default: false
    }
  }

  /// Marks that make text look different from what it is.
  private static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
