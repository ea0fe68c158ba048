package import TerminalKit

/// A list in a pop-up with a few lines below it, which say what is to be known of it.
package struct FootedList {
  package let cursor: ListCursor
  /// Lines of the list that are in view.
  private let height: Int
  private let size: Size

  /// - Parameters:
  ///   - count: lines of the list.
  ///   - foot: lines below it, behind a blank one.
  ///   - widest: columns that the pop-up takes where there is room.
  package init(_ cursor: ListCursor, of count: Int, foot: Int, widest: Int, over rect: Rect) {
    height = max(1, min(count, rect.height - 3 - foot))
    size = Size(width: max(20, min(widest, rect.width - 6)), height: height + foot + 1)
    var cursor = cursor
    cursor.count = count
    cursor.height = height
    self.cursor = cursor
  }

  /// The line of the list at a place of the screen; nil beside the list.
  package func line(at point: Point, over rect: Rect) -> Int? {
    let inside = rect.insidePopup(size)
    let line = cursor.top + point.y - inside.y
    guard inside.contains(point), point.y - inside.y < height, cursor.visible.contains(line) else { return nil }
    return line
  }

  package func draw(
    into frame: inout Frame, over rect: Rect, title: String, foot: [StyledText], line: (Int) -> StyledText
  ) {
    let inside = frame.popup(size, over: rect, title: title.fitted(to: size.width - 4))
    for place in cursor.visible where place - cursor.top < height {
      let row = inside.row(place - cursor.top)
      let ground: Role? = place == cursor.selected ? .selection : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      frame.put(line(place), at: row.origin, maxWidth: row.width, on: ground)
    }
    frame.popupScrollBar(cursor.extent, beside: inside.top(height))
    for (index, line) in foot.enumerated() where height + 1 + index < inside.height {
      frame.put(line, at: inside.row(height + 1 + index).origin, maxWidth: inside.width)
    }
  }
}
