/// The source of a manual page, in mdoc: see mdoc(7).
struct Mdoc {
  private(set) var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// A line that is written as it is.
  mutating func line(_ line: String) { lines.append(line) }

  mutating func section(_ title: String) { line(".Sh \(title)") }

  mutating func paragraph(_ text: String) {
    if let last = lines.last, !last.hasPrefix(".Sh"), !last.hasPrefix(".Ss") { line(".Pp") }
    sentences(text)
  }

  mutating func sentences(_ text: String) {
    for sentence in Prose.sentences(text) { lines += Prose.wrapped(Prose.escaped(sentence)) }
  }

  /// Lines to be typed or read as they are.
  mutating func display(_ display: [String]) {
    line(".Bd -literal -offset indent")
    for text in display { line(Prose.literalLine(text)) }
    line(".Ed")
  }

  /// - Parameter items: the head of each, as source, and its text.
  mutating func list(_ items: [(head: String, text: String)], width: String = "Ds") {
    line(".Bl -tag -width \(width)")
    for item in items {
      line(".It \(item.head)")
      sentences(item.text)
    }
    line(".El")
  }

  /// A word as the argument of a macro: no macro itself, and one word.
  static func word(_ text: String) -> String {
    let literal = Prose.literal(text)
    let isMacro = text.wholeMatch(of: /[A-Z%][A-Za-z0-9]{1,2}/) != nil
    let isPunctuation = text.wholeMatch(of: /[.,:;()\[\]?!|]/) != nil
    let safe = isMacro || isPunctuation ? "\\&\(literal)" : literal
    return safe.contains(" ") ? "\"\(safe)\"" : safe
  }
}
