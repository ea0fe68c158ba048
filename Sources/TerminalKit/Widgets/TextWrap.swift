/// Breaks text into lines of so many columns, between words where it can.
package enum TextWrap {
  package static func lines(of text: String, width: Int) -> [String] {
    guard width > 0 else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph($0, width) }
  }

  private static func paragraph(_ text: Substring, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in text.split(separator: " ") {
      for piece in pieces(of: word, width) {
        let length = CellWidth.columns(of: piece)
        if !line.isEmpty, columns + 1 + length > width {
          lines.append(line)
          (line, columns) = ("", 0)
        }
        columns += length + (line.isEmpty ? 0 : 1)
        line += line.isEmpty ? piece : " " + piece
      }
    }
    return lines + [line]
  }

  /// A word, cut where it is longer than a line.
  private static func pieces(of word: Substring, _ width: Int) -> [String] {
    var pieces: [String] = []
    var rest = Sanitizer.visible(String(word))[...]
    while CellWidth.columns(of: rest) > width {
      let piece = CellWidth.prefix(of: rest, fitting: width).text
      guard !piece.isEmpty else { break }
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces + [String(rest)]
  }
}
