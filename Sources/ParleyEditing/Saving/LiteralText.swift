import ParleyFiles
import ParleyText

/// A text as lines below a `|`.
struct LiteralText {
  /// The indicators after the `|`: the treatment of the end, and the indentation if it cannot be detected.
  let indicators: String
  /// Without indentation.
  let lines: [Substring]
  /// The line breaks at the end of the text are its own: blank lines below would become part of it.
  let keepsBlankLines: Bool

  /// `nil` for a text that cannot be written so.
  /// - Parameter step: how far the lines are indented below what the text belongs to.
  init?(_ text: String, step: Int) {
    let content = text.drop { $0 == "\n" }
    guard !content.isEmpty, text.unicodeScalars.allSatisfy({ $0 == "\n" || ScalarWriter.isPrintable($0) }) else {
      return nil
    }
    let breaks = text.utf8.reversed().prefix { $0 == .newline }.count
    keepsBlankLines = breaks > 1
    let indentation = content.first == " " || content.first == "\t" ? "\(step)" : ""
    indicators = indentation + (breaks == 0 ? "-" : breaks == 1 ? "" : "+")
    lines = (breaks == 0 ? text[...] : text.dropLast()).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines with their line breaks.
  func written(indentation: Int, lineBreak: String) -> String {
    let indent = String(repeating: " ", count: indentation)
    return lines.reduce(into: "") { $0 += ($1.isEmpty ? "" : indent + $1) + lineBreak }
  }
}
