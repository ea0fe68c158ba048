/// The lines of a settings file: `name = value`, a line each; `#` begins a comment at the start of a line or behind a blank.
struct SettingsLines {
  struct Line: Hashable {
    /// Counted from 1.
    let number: Int
    let name: String
    let value: String
  }

  let lines: [Line]

  /// - Throws: for a line without `=`, and for a name that is there twice.
  init(_ text: String) throws(SettingsError) {
    var lines: [Line] = []
    for (place, text) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      guard let line = try Self.read(text, number: place + 1) else { continue }
      if let first = lines.first(where: { $0.name == line.name }) {
        throw SettingsError(line: line.number, "“\(line.name)” is on line \(first.number) already.")
      }
      lines.append(line)
    }
    self.lines = lines
  }

  private static func read(_ text: Substring, number: Int) throws(SettingsError) -> Line? {
    let text = withoutComment(text)
    guard !text.isEmpty else { return nil }
    // A value may be the sign itself: `format = =`.
    guard let mark = text.firstIndex(of: "="), mark > text.startIndex else {
      throw SettingsError(
        line: number, "“\(Sanitizer.visible(String(text)))” is not a setting.",
        advice: "Write name = value.")
    }
    return Line(
      number: number, name: trimmed(text[..<mark]), value: trimmed(text[text.index(after: mark)...])
    )
  }

  private static func withoutComment(_ text: Substring) -> Substring {
    var end = text.endIndex
    if text.drop(while: { $0 == " " }).first == "#" { return "" }
    if let comment = text.ranges(of: " # ").first { end = comment.lowerBound }
    return text[..<end].drop { $0.isWhitespace }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension SettingsLines {
  /// Returns the text with another value of a name, or with one more line. Everything else in it stays, comments and
  /// blank lines too.
  /// - Throws: an error if the text is no such file.
  static func text(_ text: String, giving value: String, to name: String) throws(SettingsError) -> String {
    let number = try SettingsLines(text).lines.first { $0.name == name }?.number
    return number.map { changing(line: $0, of: text, to: value) } ?? adding("\(name) = \(value)", to: text)
  }

  private static func changing(line number: Int, of text: String, to value: String) -> String {
    var starts = [text.startIndex]
    for place in text.indices where text[place].isNewline { starts.append(text.index(after: place)) }
    let start = starts[number - 1]
    let line = text[start...].prefix { !$0.isNewline }
    guard let mark = line.firstIndex(of: "=") else { return text }
    let rest = line[line.index(after: mark)...]
    let blanks = rest.prefix { $0 == " " || $0 == "\t" }
    let comment = rest.firstRange(of: " # ").map { rest[$0.lowerBound...] } ?? ""
    return "\(text[...mark])\(blanks.isEmpty ? " " : blanks)\(value)\(comment)\(text[line.endIndex...])"
  }

  private static func adding(_ line: String, to text: String) -> String {
    text + (text.isEmpty || text.last?.isNewline == true ? "" : "\n") + line + "\n"
  }
}

/// The error of a settings file, written by a person, that cannot be used.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1; nil where no line is to blame.
  package let line: Int?
  /// One sentence.
  package let summary: String
  /// Advice on how to correct the error; nil if there is none.
  package let advice: String?

  package init(line: Int? = nil, _ summary: String, advice: String? = nil) {
    self.line = line
    self.summary = summary
    self.advice = advice
  }

  package var description: String {
    [line.map { "line \($0):" }, summary, advice].compactMap(\.self).joined(separator: " ")
  }
}
