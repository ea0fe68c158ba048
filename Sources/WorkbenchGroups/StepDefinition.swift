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
    let start = text.firstIndex { !" -".contains($0) } ?? text.endIndex
    let rest = text[start...]
    guard let colon = rest.firstIndex(of: ":"),
      rest[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
    else { return [Span(String(text), .text)] }
    return [Span(String(text[..<colon]), .key), Span(String(text[colon...]), .text)]
  }
}
