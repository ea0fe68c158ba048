import TerminalKit

/// The columns of a group that is shown as in its file: what it says of each step, and what that gave last time, as far
/// as there is room.
struct FileColumns {
  var breakpoint: Rect, mark: Rect, number: Rect, step: Rect, notes: Rect, gave: Rect

  private static let leastGave = 20

  /// - Parameters:
  ///   - numbers: columns of the longest number.
  ///   - steps: columns of the longest step in view.
  ///   - notes: columns of the longest notes in view; where there are none, the results get that room.
  ///   - hasResults: whether any step has a result of the last run; without one, the notes get that room.
  init(_ rect: Rect, numbers: Int, steps: Int, notes longest: Int, hasResults: Bool) {
    let row = rect.row(0)
    breakpoint = Rect(x: row.x, y: row.y, width: min(1, row.width), height: 1)
    mark = Rect(x: row.x + 1, y: row.y, width: row.width > 1 ? 1 : 0, height: 1)
    let width = row.width
    let hasNotes = width >= 40
    let hasGave = hasResults && width >= 64
    let step = hasNotes ? max(12, min(steps, width * (width >= 64 ? 2 : 3) / 5)) : width
    // What the file says comes first; a dozen columns are enough for the beginning of a value.
    let most = longest == 0 ? 0 : max(18, min(longest + 1, width - numbers - step - Self.leastGave))
    let notes = hasGave ? most : width
    let parts = row.inset(left: 2, right: 1).columns(
      .fixed(min(10, max(2, numbers))), hasNotes ? .fixed(step) : .weight(1),
      hasGave ? .fixed(notes) : .weight(hasNotes ? 1 : 0), .weight(hasGave ? 1 : 0), gap: 1)
    (number, self.step) = (parts[0], parts[1])
    self.notes = hasNotes ? parts[2].inset(left: 1) : .zero
    gave = hasGave ? parts[3].inset(left: 1) : .zero
  }

  func at(_ row: Rect) -> FileColumns {
    var copy = self
    for path in [\FileColumns.breakpoint, \.mark, \.number, \.step, \.notes, \.gave] {
      copy[keyPath: path].origin.y = row.y
    }
    return copy
  }
}
