/// Which line of a list is chosen, and which stands at the top of the pane.
struct ListCursor: Hashable, Sendable {
  private(set) var selected = 0
  private(set) var top = 0
  var count = 0 {
    didSet { select(selected) }
  }
  /// Lines that fit.
  var height = 1 {
    didSet { reveal() }
  }

  mutating func select(_ line: Int) {
    selected = max(0, min(count - 1, line))
    reveal()
  }

  mutating func move(_ step: Step) {
    switch step {
    case .lines(let lines): select(selected + lines)
    case .pages(let pages): select(selected + pages * max(1, height - 1))
    case .first: select(0)
    case .last: select(count - 1)
    }
  }

  /// Turns the wheel: the choice comes along only as far as it must.
  mutating func scroll(by lines: Int) {
    top = max(0, min(count - height, top + lines))
    selected = max(top, min(selected, top + height - 1, count - 1))
  }

  /// The lines that are on screen.
  var visible: Range<Int> {
    top..<max(top, min(count, top + height))
  }

  private mutating func reveal() {
    guard height > 0 else { return }
    top = min(top, selected)
    top = max(top, selected - height + 1)
    top = max(0, min(top, count - height))
  }

  enum Step: Hashable, Sendable {
    case lines(Int)
    case pages(Int)
    case first, last
  }
}
