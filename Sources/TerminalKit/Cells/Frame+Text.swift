extension Frame {
  /// The letters alone, a line for each row, without blanks at the ends: what a test compares.
  package var text: String {
    lines.joined(separator: "\n")
  }

  package var lines: [String] {
    (0..<size.height).map { line($0) }
  }

  package func line(_ y: Int) -> String {
    var line = ""
    for cell in row(y) where !cell.isContinuation {
      line.append(cell.grapheme)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// A row's text in pieces of one style, blanks at the end left out where they are plain.
  package func runs(_ y: Int) -> [(text: String, style: Style)] {
    var runs: [(text: String, style: Style)] = []
    for cell in row(y) where !cell.isContinuation {
      if let last = runs.last, last.style == cell.style {
        runs[runs.count - 1].text.append(cell.grapheme)
      } else {
        runs.append((String(cell.grapheme), cell.style))
      }
    }
    if let last = runs.last, last.style == .text, last.text.allSatisfy({ $0 == " " }) { runs.removeLast() }
    return runs
  }

  func row(_ y: Int) -> ArraySlice<Cell> {
    guard y >= 0, y < size.height else { return [] }
    return cells[(y * size.width)..<((y + 1) * size.width)]
  }
}

extension Frame: CustomStringConvertible {
  package var description: String { text }
}
