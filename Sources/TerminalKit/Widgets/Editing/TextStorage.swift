/// The lines of an editor. There is always at least one.
struct TextStorage: Hashable, Sendable {
  private(set) var lines: [EditorLine]

  init(_ text: String) {
    lines = Self.lines(of: text)
  }

  var text: String { lines.map(\.text).joined(separator: "\n") }
  var end: TextPosition { TextPosition(line: lines.count - 1, character: lines[lines.count - 1].count) }

  func text(in range: Range<TextPosition>) -> String {
    let (start, end) = (range.lowerBound, range.upperBound)
    if start.line == end.line { return lines[start.line].text(start.character..<end.character) }
    let first = lines[start.line]
    let between = lines[(start.line + 1)..<end.line].map(\.text)
    let parts = [first.text(start.character..<first.count)] + between + [lines[end.line].text(0..<end.character)]
    return parts.joined(separator: "\n")
  }

  /// Puts text in the place of a range.
  ///
  /// - Returns: the end of the new text.
  @discardableResult
  mutating func replace(_ range: Range<TextPosition>, with text: String) -> TextPosition {
    let (start, end) = (range.lowerBound, range.upperBound)
    var new = Self.lines(of: text)
    if start.line == end.line, new.count == 1 {
      lines[start.line].replace(start.character..<end.character, with: new[0])
      return TextPosition(line: start.line, character: start.character + new[0].count)
    }
    let tail = lines[end.line].split(at: end.character)
    if start.line != end.line || start.character < lines[start.line].count {
      _ = lines[start.line].split(at: start.character)
    }
    let last = new.count - 1
    let endOfNew = TextPosition(line: start.line + last, character: new[last].count + (last == 0 ? start.character : 0))
    new[last].replace(new[last].count..<new[last].count, with: tail)
    lines[start.line].replace(start.character..<start.character, with: new[0])
    lines.replaceSubrange((start.line + 1)..<(end.line + 1), with: new.dropFirst())
    return endOfNew
  }

  /// Only `\n` ends a line; a `\r` before it stays the line's last character, so that the text comes out as it went in.
  private static func lines(of text: String) -> [EditorLine] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      EditorLine(String(Substring($0)))
    }
  }
}
