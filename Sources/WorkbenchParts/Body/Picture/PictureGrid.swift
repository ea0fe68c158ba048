import TerminalKit

/// A picture in places of the palette's colours; nil where one sees through it.
struct PictureGrid: Hashable, Sendable {
  let columns: Int
  let colors: [UInt8?]

  /// Two rows of places are a line: the upper half of each cell, and its ground.
  var lines: [StyledText] {
    let rows = colors.count / columns
    return stride(from: 0, to: rows, by: 2).map { row in
      var line = StyledText()
      for column in 0..<columns { line = line.adding(cell(column, row, rows)) }
      return line
    }
  }

  private func cell(_ column: Int, _ row: Int, _ rows: Int) -> Span {
    let upper = colors[row * columns + column]
    let lower = row + 1 < rows ? colors[(row + 1) * columns + column] : nil
    switch (upper, lower) {
    case (let upper?, let lower?): return Span("▀", Style(.palette(upper), on: .palette(lower)))
    case (let upper?, nil): return Span("▀", Style(.palette(upper)))
    case (nil, let lower?): return Span("▄", Style(.palette(lower)))
    case (nil, nil): return Span(" ")
    }
  }
}

extension StyledText {
  /// With a span more, in one with the last where they look alike.
  fileprivate func adding(_ span: Span) -> StyledText {
    var copy = self
    if let last = copy.spans.last, last.style == span.style {
      copy.spans[copy.spans.count - 1].text += span.text
    } else {
      copy.spans.append(span)
    }
    return copy
  }
}
