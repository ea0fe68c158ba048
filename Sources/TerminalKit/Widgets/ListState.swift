/// Which of any number of rows is selected, and which are in view. The rows themselves are elsewhere: a list of a million
/// costs what is visible.
///
///     list.update(count: requests.count)   // whenever the rows change
///     list.fit(height: rect.height)        // whenever the area changes
///     list.handle(key)
package struct ListState: Hashable, Sendable {
  /// Number of the selected row; 0 when there is none.
  package private(set) var selection = 0
  /// Number of the first row in view.
  package private(set) var offset = 0
  package private(set) var count: Int
  package private(set) var height: Int
  /// Rows kept in view above and below the selected one, after a jump to it.
  private var context = 0

  /// The context of a jump, where there is room for it.
  private static let jumpContext = 3

  package init(count: Int = 0, height: Int = 1) {
    self.count = max(0, count)
    self.height = max(1, height)
  }

  package var isEmpty: Bool { count == 0 }
  /// The selected row; nil when there are no rows.
  package var selected: Int? { isEmpty ? nil : selection }
  package var isAtEnd: Bool { selection >= count - 1 }

  /// The rows in view. An area of another height than the state was fitted to still shows the selection.
  package func visible(height: Int) -> Range<Int> {
    var copy = self
    copy.fit(height: height)
    return height <= 0 ? 0..<0 : copy.offset..<min(count, copy.offset + height)
  }

  /// Brings these rows into view; the selected one is among them.
  package mutating func show(_ rows: Range<Int>) {
    (offset, height, context) = (rows.lowerBound, max(1, rows.count), 0)
    reveal()
  }

  package mutating func update(count: Int) {
    self.count = max(0, count)
    selection = max(0, min(selection, count - 1))
    reveal()
  }

  package mutating func fit(height: Int) {
    self.height = max(1, height)
    reveal()
  }

  /// Selects a row, the nearest there is, and scrolls no further than needed.
  package mutating func select(_ row: Int) {
    context = 0
    selection = max(0, min(row, count - 1))
    reveal()
  }

  /// Selects a row that was looked for, with a few rows above and below it in view. The selected row stays where it is.
  package mutating func jump(to row: Int) {
    let before = selection
    select(row)
    guard selection != before else { return }
    context = Self.jumpContext
    reveal()
  }

  package mutating func move(by rows: Int) {
    select(selection.addingReportingOverflow(rows).overflow ? (rows < 0 ? 0 : count) : selection + rows)
  }

  /// Scrolls the view; the selection stays in it.
  package mutating func scroll(by rows: Int) {
    context = 0
    offset = max(0, min(offset + rows, count - height))
    selection = max(0, min(max(offset, min(selection, offset + height - 1)), count - 1))
  }

  private mutating func reveal() {
    let around = min(context, (height - 1) / 2)
    offset = max(selection + around - height + 1, min(offset, selection - around))
    offset = max(0, min(offset, count - height))
  }
}

extension ListState {
  package mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .pageUp: move(by: -height)
    case .pageDown: move(by: height)
    case .control("u"): move(by: -max(1, height / 2))
    case .control("d"): move(by: max(1, height / 2))
    case .home: select(0)
    case .end, .character("G"): select(count - 1)
    case .enter: return isEmpty ? .ignored : .activated
    default: return .ignored
    }
    return .handled
  }

  /// - Parameter rect: the area in which the rows were drawn.
  package mutating func handle(_ mouse: Mouse, in rect: Rect) -> Outcome {
    guard rect.contains(mouse.point) else { return .ignored }
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press(.left):
      let row = visible(height: rect.height).lowerBound + mouse.point.y - rect.y
      guard row < count else { return .ignored }
      let wasSelected = row == selection
      select(row)
      return wasSelected ? .activated : .handled
    default: return .ignored
    }
    return .handled
  }
}
