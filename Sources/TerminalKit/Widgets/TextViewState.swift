/// Where one is in a text of any length: the line of the cursor, and what is scrolled into view. The lines are elsewhere.
package struct TextViewState: Hashable, Sendable {
  /// The lines as a list.
  package var list: ListState
  /// Columns scrolled out to the left.
  package private(set) var left = 0
  /// Columns of the longest line, as far as it is known; scrolling sideways ends there.
  package private(set) var width = 0
  package private(set) var viewportWidth = 1

  package init(count: Int = 0) {
    list = ListState(count: count)
  }

  package var line: Int { list.selection }

  package mutating func update(count: Int, width: Int) {
    list.update(count: count)
    self.width = width
    scrollSideways(by: 0)
  }

  package mutating func fit(_ size: Size) {
    list.fit(height: size.height)
    viewportWidth = max(1, size.width)
    scrollSideways(by: 0)
  }

  package mutating func scrollSideways(by columns: Int) {
    left = max(0, min(left + columns, width - viewportWidth))
  }

  /// Brings columns of the current line into view, such as a match of a search.
  package mutating func reveal(columns: Range<Int>) {
    if columns.upperBound > left + viewportWidth { left = columns.upperBound - viewportWidth }
    if columns.lowerBound < left { left = columns.lowerBound }
    left = max(0, left)
  }

  package mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .left, .character("h"): scrollSideways(by: -max(1, viewportWidth / 4))
    case .right, .character("l"): scrollSideways(by: max(1, viewportWidth / 4))
    case .character("0"): left = 0
    case .character("$"): left = max(0, width - viewportWidth)
    default: return list.handle(key)
    }
    return .handled
  }

  package mutating func handle(_ mouse: Mouse, in rect: Rect) -> Outcome {
    list.handle(mouse, in: rect)
  }
}
