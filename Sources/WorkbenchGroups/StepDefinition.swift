import ParleyEngine
import ParleyText
import TerminalKit

/// The definition of a step in its file, as lines: keys in a colour of their own.
enum StepDefinition {
  /// The definition of a run's step as it was then, and if it is different now, that of the draft or of the file.
  static func lines(of path: NodePath, in tree: StepTree) -> [StyledText] {
    let lines = lines(of: tree.outline(of: path)?.definition)
    guard tree.isStale(path) else { return lines }
    let place = tree.signs.isDirty ? "≠ now, edited and not saved:" : "≠ now in the file:"
    return lines + ["", StyledText(place, Style(.warning))]
      + Self.lines(of: tree.outlineInFile(of: path)?.definition)
  }

  private static func lines(of text: String?) -> [StyledText] {
    guard let text, !text.isEmpty else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(line)
  }

  private static func line(_ text: Substring) -> StyledText {
    guard let key = keyRange(in: text) else { return [Span(String(text), .text)] }
    return [Span(String(text[..<key.upperBound]), .key), Span(String(text[key.upperBound...]), .text)]
  }

  /// The key that a line begins with; nil where it is the rest of a value.
  static func key(of line: String) -> String? { keyRange(in: line[...]).map { String(line[$0]) } }

  /// Of what a line says, behind the dash of an item.
  static func depth(of line: String) -> Int {
    let isItem = line.drop { $0 == " " }.hasPrefix("- ")
    return line.prefix { $0 == " " || isItem && $0 == "-" }.count
  }

  private static func keyRange(in text: Substring) -> Range<Substring.Index>? {
    let start = text.firstIndex { !" -".contains($0) } ?? text.endIndex
    guard let colon = text[start...].firstIndex(of: ":"),
      text[start..<colon].allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
    else { return nil }
    return start..<colon
  }
}
