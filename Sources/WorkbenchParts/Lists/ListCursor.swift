package import TerminalKit

/// Which line of a list is chosen, and which stands at the top of the pane; moved by commands.
package struct ListCursor: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case lines(Int)
    case pages(Int)
    case first, last
  }

  private var list = ListState(height: Self.unknown)

  package init() {}
  /// Lines that fit; before the first size is known nothing is scrolled, so that it does not matter what comes first.
  package var height = Self.unknown {
    didSet { list.fit(height: height) }
  }

  private static let unknown = 1 << 20

  package var count: Int {
    get { list.count }
    set { list.update(count: newValue) }
  }

  package var selected: Int { list.selection }
  package var top: Int { list.offset }
  package var isAtEnd: Bool { list.isAtEnd }

  package var extent: ScrollExtent? { ScrollExtent(first: visible.lowerBound, shown: visible.count, count: count) }

  /// The lines that are on screen.
  package var visible: Range<Int> {
    list.visible(height: height)
  }

  package mutating func select(_ line: Int) {
    list.select(line)
  }

  /// Chooses a line that was looked for: a few lines above and below it come into view, too.
  package mutating func jump(to line: Int) {
    list.jump(to: line)
  }

  /// Brings these lines into view; the chosen one is among them.
  package mutating func show(_ lines: Range<Int>) {
    list.show(lines)
    height = list.height
  }

  package mutating func move(_ step: Step) {
    switch step {
    case .lines(let lines): list.move(by: lines)
    case .pages(let pages): list.move(by: pages * max(1, height - 1))
    case .first: list.select(0)
    case .last: list.select(list.count - 1)
    }
  }

  /// Keeps the choice and the top where they are when so many lines have come in front of all others.
  package mutating func shift(by lines: Int) {
    let first = top + lines
    list.select(selected + lines)
    list.scroll(by: first - top)
  }

  /// Turns the wheel: the choice comes along only as far as it must.
  package mutating func scroll(by lines: Int) {
    list.scroll(by: lines)
  }
}

extension ListCursor {
  /// The wheel scrolls, a click chooses.
  /// - Parameter first: the line at the pane's upper edge.
  /// - Returns: whether the click is on what was chosen already.
  @discardableResult
  package mutating func take(_ mouse: Mouse, from first: Int) -> Bool {
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press(.left):
      let line = first + mouse.point.y
      guard visible.contains(line) else { return false }
      let isSecond = line == selected
      select(line)
      return isSecond
    default: break
    }
    return false
  }
}
