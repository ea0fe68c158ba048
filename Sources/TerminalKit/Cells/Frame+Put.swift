extension Frame {
  /// Writes text from a place to the right, at most `maxWidth` columns and never past the edge; what lies left of the
  /// edge is skipped. A wide grapheme of which only half would fit leaves a blank.
  ///
  /// Text that has no room within `maxWidth` ends in an ellipsis.
  ///
  /// - Returns: the columns used, counted from `point`.
  @discardableResult
  package mutating func put(
    _ text: String, at point: Point, style: Style = .text, maxWidth: Int = .max
  ) -> Int {
    let (used, isCut) = putWhatFits(text, at: point, style: style, maxWidth: maxWidth)
    if isCut, maxWidth != .max { markCut(at: point.moved(right: used - 1)) }
    return used
  }

  /// - Returns: the columns used, and whether there was text left.
  mutating func putWhatFits(
    _ text: String, at point: Point, style: Style, maxWidth: Int
  ) -> (used: Int, isCut: Bool) {
    guard point.y >= 0, point.y < size.height, point.x < size.width, maxWidth > 0 else { return (0, !text.isEmpty) }
    var pen = Pen(start: point, end: point.x + min(maxWidth, size.width - point.x), style: style)
    var rest = text[...]
    putASCII(&rest, &pen)
    for grapheme in rest {
      guard pen.x < pen.end else { return (pen.x - point.x, true) }
      put(grapheme, &pen)
    }
    return (pen.x - point.x, pen.isCut)
  }

  /// Says that a text goes on, in the place of what stands there.
  package mutating func markCut(at point: Point) {
    guard bounds.contains(point) else { return }
    set(Cell("…", width: 1, style: self[point].style), x: point.x, y: point.y)
  }

  /// Writes a sign of the program's own, such as a border, repeated.
  package mutating func put(_ sign: Character, repeated count: Int, at point: Point, style: Style = .text) {
    guard count > 0 else { return }
    put(String(repeating: sign, count: min(count, size.width - min(point.x, size.width) + 1)), at: point, style: style)
  }

  /// Writes the printable ASCII at the start of the text, and leaves the rest. The last character stays with the rest,
  /// for a combining mark may follow it.
  private mutating func putASCII(_ text: inout Substring, _ pen: inout Pen) {
    let limit = pen.end - pen.x
    let plain = text.utf8.prefix(limit).prefix { Sanitizer.isPlain($0) }
    let isWhole = plain.endIndex == text.endIndex
    let count = isWhole || plain.isEmpty ? plain.count : plain.count - 1
    for byte in plain.prefix(count) {
      if pen.x >= 0 { set(Cell(Self.ascii[Int(byte)], style: pen.style), x: pen.x, y: pen.y) }
      pen.x += 1
    }
    text = text[text.utf8.index(text.startIndex, offsetBy: count)...]
  }

  private mutating func put(_ grapheme: Character, _ pen: inout Pen) {
    let scalars = grapheme.unicodeScalars
    if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex,
      let columns = Sanitizer.commonColumns(of: first)
    {
      return putUnit(grapheme, columns, &pen)
    }
    putSlowly(grapheme, &pen)
  }

  private mutating func putSlowly(_ grapheme: Character, _ pen: inout Pen) {
    var visible = ""
    Sanitizer.append(grapheme, to: &visible)
    for sign in visible {
      for unit in CellWidth.units(of: sign) {
        putUnit(unit, min(2, CellWidth.columns(of: unit)), &pen)
      }
    }
  }

  private mutating func putUnit(_ unit: Character, _ width: Int, _ pen: inout Pen) {
    defer { pen.x = min(pen.x + width, max(pen.x, pen.end)) }
    let fits = pen.x >= 0 && pen.x + width <= pen.end
    guard fits else {
      pen.isCut = pen.x + width > pen.end
      for x in max(0, pen.x)..<max(0, min(pen.x + width, pen.end)) { set(.blank(pen.style), x: x, y: pen.y) }
      return
    }
    set(Cell(unit, width: UInt8(width), style: pen.style), x: pen.x, y: pen.y)
    if width == 2 { set(.continuation(pen.style), x: pen.x + 1, y: pen.y) }
  }

  /// Making a character of a byte is slow enough to be done once.
  static let ascii: [Character] = (UInt8(0)..<128).map { Character(Unicode.Scalar($0)) }
}

/// Where the next grapheme goes.
private struct Pen {
  var x: Int
  let y: Int
  let end: Int
  let style: Style
  /// Whether half of a wide grapheme had no room.
  var isCut = false

  init(start: Point, end: Int, style: Style) {
    x = start.x
    y = start.y
    self.end = end
    self.style = style
  }
}
