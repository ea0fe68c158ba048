/// Marks in a word for what the shell fills in and nobody knows here: characters of no text.
enum ShellMark {
  static let (open, close) = ("\u{F0000}", "\u{F0001}")

  /// - Parameter inner: the name of a variable; anything else as it is written in the shell, such as `$1`.
  static func text(_ inner: String) -> String { open + inner + close }

  static func isIn(_ text: some StringProtocol) -> Bool { text.unicodeScalars.contains("\u{F0000}") }

  /// Whether a text is one mark and nothing else.
  static func isAlone(_ text: String) -> Bool {
    text.hasPrefix(open) && text.hasSuffix(close) && !text.dropFirst().contains(open)
  }

  /// As people read it: `$NAME`.
  static func readable(_ text: String) -> String {
    guard isIn(text) else { return text }
    return text.replacing(open + "$", with: "$").replacing(open, with: "$").replacing(close, with: "")
  }
}
