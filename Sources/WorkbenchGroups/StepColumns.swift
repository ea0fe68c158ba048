import TerminalKit

/// The columns of the steps. If there is no room for an axis, the time of each is shown in figures only. Before any
/// run, the file's notes on each are in the place of the axis.
struct StepColumns {
  var mark: Rect, number: Rect, gutter: Rect, step: Rect, state: Rect, time: Rect, usual: Rect, axis: Rect

  /// The columns that an axis keeps before long names have them.
  private static let leastAxis = 40
  /// Between the columns, and beside them.
  private static let gaps = 7

  /// - Parameters:
  ///   - numbers: columns of the longest number.
  ///   - steps: columns of the longest step.
  ///   - gists: columns of the longest step with its gist behind it, which is given what the axis can spare.
  ///   - hasRun: whether there is anything to say of states and times.
  ///   - usual: columns of the longest difference from earlier runs; 0 where there is none.
  init(_ rect: Rect, numbers: Int, steps: Int, gists: Int = 0, hasRun: Bool, usual: Int = 0) {
    let row = rect.row(0)
    mark = Rect(x: row.x, y: row.y, width: min(1, row.width), height: 1)
    let width = row.width
    let hasAxis = width >= (hasRun ? 66 : 40)
    let number = min(10, max(3, numbers))
    let state = hasRun && width >= 26 ? (width >= 50 ? 7 : 6) : 0
    let time = hasRun && width >= 40 ? (usual > 0 && width >= 50 ? 9 + min(8, usual) : 8) : 0
    // Names have two fifths, and more where enough is left for the axis.
    let spare = width - number - state - time - Self.leastAxis - Self.gaps
    let most = max(width * (hasRun ? 2 : 3) / 5, spare)
    let parts = row.inset(left: 1, right: 1).columns(
      .fixed(number), hasAxis ? .fixed(max(12, min(steps, most), min(gists, spare))) : .weight(1), .fixed(state),
      .fixed(time), .weight(hasAxis ? 1 : 0), gap: 1)
    (self.number, step, self.state) = (parts[0], parts[1], parts[2])
    self.time = Rect(x: parts[3].x, y: row.y, width: min(8, parts[3].width), height: 1)
    self.usual = parts[3].inset(left: min(9, parts[3].width))
    gutter = Rect(x: step.x - 1, y: row.y, width: 1, height: 1)
    axis = hasAxis ? parts[4].inset(left: 1) : .zero
  }

  func at(_ row: Rect) -> StepColumns {
    var copy = self
    for path in [\StepColumns.mark, \.number, \.gutter, \.step, \.state, \.time, \.usual, \.axis] {
      copy[keyPath: path].origin.y = row.y
    }
    return copy
  }
}
