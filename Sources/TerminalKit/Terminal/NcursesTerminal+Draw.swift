internal import CTerminal

extension NcursesTerminal {
  package func draw(_ frame: Frame) {
    guard isStarted else { return }
    if frame != shown {
      let before = shown?.size == frame.size ? shown : nil
      for y in 0..<min(frame.size.height, size.height) {
        drawRow(y, of: frame, before: before)
      }
      shown = frame
    }
    let cursor = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
    ct_show(Int32(cursor?.x ?? -1), Int32(cursor?.y ?? -1))
  }

  package func redraw() {
    guard isStarted else { return }
    shown = nil
    ct_invalidate()
  }

  /// Hands curses what lies between the first and the last difference, in runs of one style.
  private func drawRow(_ y: Int, of frame: Frame, before: Frame?) {
    let row = frame.row(y)
    guard var (first, last) = Self.difference(row, before?.row(y)) else { return }
    // A wide grapheme is written as a whole, and its place must be free of the halves of another.
    if row[row.startIndex + first].isContinuation { first -= 1 }
    if last + 1 < row.count, row[row.startIndex + last + 1].isContinuation { last += 1 }
    last = min(last, size.width - 1)
    var x = first
    while x <= last {
      let style = row[row.startIndex + x].style
      let start = x
      var bytes: [UInt8] = []
      while x <= last, row[row.startIndex + x].style == style {
        let cell = row[row.startIndex + x]
        if !cell.isContinuation { glyphs.append(cell, to: &bytes) }
        x += 1
      }
      put(bytes, x: start, y: y, style: style)
    }
  }

  private static func difference(_ row: ArraySlice<Cell>, _ before: ArraySlice<Cell>?) -> (Int, Int)? {
    guard !row.isEmpty else { return nil }
    guard let before else { return (0, row.count - 1) }
    let pairs = zip(row, before)
    guard let first = pairs.enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else { return nil }
    let same = zip(row.reversed(), before.reversed()).prefix { $0 == $1 }.count
    return (first, row.count - 1 - same)
  }

  private func put(_ bytes: [UInt8], x: Int, y: Int, style: Style) {
    let resolved = resolve(style)
    ct_style(
      Int32(resolved.attributes.rawValue), resolved.foreground.map(Int32.init) ?? -1,
      resolved.background.map(Int32.init) ?? -1)
    bytes.withUnsafeBytes { buffer in
      ct_put(Int32(x), Int32(y), buffer.bindMemory(to: CChar.self).baseAddress, Int32(buffer.count))
    }
  }

  private func resolve(_ style: Style) -> ResolvedStyle {
    if let resolved = styles[style] { return resolved }
    let resolved = theme.resolve(style, depth: depth)
    styles[style] = resolved
    return resolved
  }
}
