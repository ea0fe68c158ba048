import TerminalKit

extension String {
  /// As it may be drawn, cut to so many columns.
  func fitted(to columns: Int) -> String {
    CellWidth.truncated(Sanitizer.visible(self), to: columns)
  }

  /// Broken into lines of at most so many columns, at blanks where there are any.
  func wrapped(to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    return split(separator: "\n", omittingEmptySubsequences: false).flatMap { Self.wrap(String($0), to: columns) }
  }

  private static func wrap(_ paragraph: String, to columns: Int) -> [String] {
    var lines = [""]
    for word in Sanitizer.visible(paragraph).split(separator: " ", omittingEmptySubsequences: false) {
      let line = lines[lines.count - 1]
      let joined = line.isEmpty ? String(word) : "\(line) \(word)"
      if CellWidth.columns(of: joined) <= columns {
        lines[lines.count - 1] = joined
      } else {
        if line.isEmpty { lines.removeLast() }
        lines += pieces(of: String(word), columns)
      }
    }
    return lines
  }

  /// A word that is longer than a line stands on several.
  private static func pieces(of word: String, _ columns: Int) -> [String] {
    var rest = word[...]
    var pieces: [String] = []
    while !rest.isEmpty {
      let piece = CellWidth.prefix(of: rest, fitting: columns).text
      guard !piece.isEmpty else { break }
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces.isEmpty ? [""] : pieces
  }
}
