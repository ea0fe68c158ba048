/// Draws the rows of a list that are in view.
///
///     ListView(state.list, empty: "No requests yet. Press a to add one.") { requests[$0].line }
///       .draw(into: &frame, rect: rect, isFocused: true)
package struct ListView {
  package let state: ListState
  /// What stands there when there are no rows.
  package let empty: String
  private let row: (Int) -> StyledText

  /// - Parameter row: the line of a row; asked for those in view only.
  package init(_ state: ListState, empty: String = "", row: @escaping (Int) -> StyledText) {
    self.state = state
    self.empty = empty
    self.row = row
  }

  package func draw(into frame: inout Frame, rect: Rect, isFocused: Bool) {
    guard !rect.isEmpty else { return }
    guard !state.isEmpty else {
      frame.put(empty, at: rect.origin, style: .muted, maxWidth: rect.width)
      return
    }
    let visible = state.visible(height: rect.height)
    for index in visible {
      let line = rect.row(index - visible.lowerBound)
      let ground = index == state.selection ? Role.selected(isFocused) : nil
      if let ground { frame.fill(line, style: Style(ground)) }
      frame.put(row(index), at: line.origin, maxWidth: line.width, on: ground)
    }
  }
}

extension Role {
  /// The ground of a selected line.
  package static func selected(_ isFocused: Bool) -> Role { isFocused ? .selection : .selectionUnfocused }
}

extension Frame {
  /// Draws where the visible part lies in the whole onto a column, such as the right edge of a box. Nothing when all is
  /// visible.
  package mutating func scrollBar(_ column: Rect, total: Int, visible: Range<Int>, style: Style = Style(.border)) {
    guard column.width > 0, column.height > 0, total > visible.count else { return }
    let length = max(1, column.height * visible.count / total)
    let room = column.height - length
    let hidden = total - visible.count
    // In doubles: a row number times a height may not fit.
    let top = Int((Double(room) * Double(visible.lowerBound) / Double(max(1, hidden))).rounded())
    for y in 0..<length {
      put("┃", at: column.origin.moved(down: min(top, room) + y), style: style)
    }
  }
}
