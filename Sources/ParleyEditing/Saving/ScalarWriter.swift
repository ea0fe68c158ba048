internal import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// Writes a text as a YAML scalar that is read back as the same text.
package struct ScalarWriter {
  /// Inside `[ ]` or `{ }`, or as a key: on one line, with more characters that mean something.
  let isFlow: Bool

  package init(isFlow: Bool) {
    self.isFlow = isFlow
  }

  /// In a style as near as possible to one that stands there; the plainest that will do where none does.
  package func line(_ text: String, like style: YAMLNode.ScalarStyle = .plain) -> String {
    switch style {
    case .singleQuoted where Self.fitsSingleQuotes(text): Self.singleQuoted(text)
    case .doubleQuoted: Self.doubleQuoted(text)
    case .plain where isPlain(text): text
    default: Self.quoted(text)
    }
  }

  /// Double quotes unless these would need escapes that single quotes do not.
  private static func quoted(_ text: String) -> String {
    let needsEscapes = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    return needsEscapes && fitsSingleQuotes(text) ? singleQuoted(text) : doubleQuoted(text)
  }

  static func fitsSingleQuotes(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 != "\t" && isPrintable($0) }
  }

  static func singleQuoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  static func doubleQuoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.reduce(into: "") { $0 += escaped($1) } + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: isPrintable(scalar) ? String(scalar) : numbered(scalar.value)
    }
  }

  private static func numbered(_ value: UInt32) -> String {
    let (letter, width) = value <= 0xFF ? ("x", 2) : value <= 0xFFFF ? ("u", 4) : ("U", 8)
    return "\\\(letter)" + value.hexadecimal(digits: width, uppercase: true)
  }

  /// Whether YAML 1.1 allows a character unescaped. Line breaks and characters that cannot be seen are not allowed
  /// here.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: true
    case 0xFEFF: false
    case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: !Printable.isUnsafe(scalar)
    default: false
    }
  }

  // MARK: Plain

  /// The doubtful are refused at once, the others read by libyaml.
  private func isPlain(_ text: String) -> Bool {
    if Self.isWord(text.utf8) || Self.isHarmless(text.utf8) { return true }
    guard Self.mayBegin(text.utf8), Self.fitsSingleQuotes(text) else { return false }
    return isReadBack(text)
  }

  /// Plain in every place: nothing in it means anything to YAML.
  private static func isWord(_ text: String.UTF8View) -> Bool {
    guard let first = text.first, first.isLetter, text.count <= longestKnown else { return false }
    return text.allSatisfy { $0.isLetterOrDigit || "-_./".utf8.contains($0) }
  }

  /// Words and signs that mean something to YAML in no value, wherever it stands; most filters and paths are no more than that.
  private static func isHarmless(_ text: String.UTF8View) -> Bool {
    guard let first = text.first, first.isLetter || "./($_".utf8.contains(first) else { return false }
    return text.count <= longestKnown && text.last?.isBlank == false
      && text.allSatisfy { $0.isLetterOrDigit || " -_./|()+*=<>$".utf8.contains($0) }
  }

  /// Of longer texts nothing is said without reading them: a key ends after 1,024 characters.
  private static let longestKnown = 128

  /// `-`, `?` and `:` mean something only with a blank behind them (YAML 1.2, section 7.3.3).
  private static func mayBegin(_ text: String.UTF8View) -> Bool {
    guard let first = text.first else { return false }
    guard "-?:".utf8.contains(first) else { return !indicators.contains(first) }
    return text.dropFirst().first.map { !$0.isBlank } ?? false
  }

  private static let indicators = Array(",[]{}#&*!|>'\"%@`".utf8)

  private func isReadBack(_ text: String) -> Bool {
    let sample = isFlow ? "{ a: \(text), b: c }" : "a: \(text) # b\n"
    let document = YAMLDocument.parse(SourceText(file: "", bytes: Array(sample.utf8)))
    return document.diagnostics.isEmpty && document.root?.entries?.count == (isFlow ? 2 : 1)
      && document.root?["a"]?.text.map { $0.isIdentical(to: text) } == true
  }
}

extension ScalarWriter {
  /// A key of a map.
  func key(_ text: String, like style: YAMLNode.ScalarStyle = .plain) -> String {
    if style == .plain, isPlainKey(text) { return text }
    return ScalarWriter(isFlow: true).line(text, like: style == .plain ? .doubleQuoted : style)
  }

  private func isPlainKey(_ text: String) -> Bool {
    if Self.isWord(text.utf8) { return true }
    guard text != Self.merging, Self.mayBegin(text.utf8), Self.fitsSingleQuotes(text) else { return false }
    let sample = isFlow ? "{ \(text): a }" : "\(text): a\n"
    let document = YAMLDocument.parse(SourceText(file: "", bytes: Array(sample.utf8)))
    return document.diagnostics.isEmpty && document.root?.entries?.count == 1
      && document.root?.entries?.first.map { $0.key.value.isIdentical(to: text) && $0.value.text == "a" } == true
  }

  /// Other readers of YAML take this key for something else.
  private static let merging = "<<"
}
