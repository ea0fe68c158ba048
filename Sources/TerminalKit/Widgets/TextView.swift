/// Draws the lines of a text that are in view, with their numbers when wanted.
package struct TextView {
  package let state: TextViewState
  package let showsNumbers: Bool
  /// Whether the line of the cursor is drawn selected.
  package let showsSelection: Bool
  package let empty: String
  private let line: (Int) -> StyledText

  /// - Parameter line: a line's spans; asked for the lines in view only.
  package init(
    _ state: TextViewState, showsNumbers: Bool = true, showsSelection: Bool = true, empty: String = "",
    line: @escaping (Int) -> StyledText
  ) {
    self.state = state
    self.showsNumbers = showsNumbers
    self.showsSelection = showsSelection
    self.empty = empty
    self.line = line
  }

  /// The columns that line numbers take in a text of so many lines.
  package static func gutter(count: Int) -> Int { String(max(1, count)).count + 1 }

  /// The area of the lines themselves: what the state is fitted to.
  package static func body(of rect: Rect, count: Int, showsNumbers: Bool = true) -> Rect {
    rect.inset(left: showsNumbers ? gutter(count: count) : 0)
  }

  package func draw(into frame: inout Frame, rect: Rect, isFocused: Bool) {
    guard !rect.isEmpty else { return }
    guard !state.list.isEmpty else {
      frame.put(empty, at: rect.origin, style: .muted, maxWidth: rect.width)
      return
    }
    let body = Self.body(of: rect, count: state.list.count, showsNumbers: showsNumbers)
    let visible = state.list.visible(height: rect.height)
    for index in visible {
      let row = index - visible.lowerBound
      if showsNumbers { drawNumber(index, in: rect.row(row), body: body, into: &frame) }
      let isSelected = showsSelection && index == state.line
      let ground = isSelected ? Role.selected(isFocused) : nil
      if let ground { frame.fill(body.row(row), style: Style(ground)) }
      frame.put(line(index), at: body.row(row).origin, maxWidth: body.width, on: ground, skipping: state.left)
    }
  }

  private func drawNumber(_ index: Int, in row: Rect, body: Rect, into frame: inout Frame) {
    let number = String(index + 1)
    let indent = body.x - row.x - number.count - 1
    frame.put(number, at: row.origin.moved(right: indent), style: .muted, maxWidth: row.width - indent)
  }
}
