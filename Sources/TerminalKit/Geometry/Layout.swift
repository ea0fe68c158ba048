/// How much of a line of cells a part wants.
package enum Constraint: Hashable, Sendable {
  /// Exactly so many cells, as long as there are that many.
  case fixed(Int)
  /// At least so many cells, and a share of what is left over.
  case min(Int)
  /// A part of the whole, 0…1.
  case fraction(Double)
  /// A share of what the others leave, in proportion to the other shares.
  case weight(Int)
}

extension Rect {
  /// Cuts the area into parts from left to right.
  ///
  ///     let columns = rect.columns(.fixed(24), .weight(1))
  package func columns(_ constraints: Constraint..., gap: Int = 0) -> [Rect] {
    columns(constraints, gap: gap)
  }

  package func columns(_ constraints: [Constraint], gap: Int = 0) -> [Rect] {
    var left = x
    return Layout.lengths(of: width, constraints, gap: gap).map { length in
      defer { left += length + (length > 0 ? gap : 0) }
      return Rect(x: Swift.min(left, maxX), y: y, width: length, height: height)
    }
  }

  /// Cuts the area into parts from top to bottom.
  package func rows(_ constraints: Constraint..., gap: Int = 0) -> [Rect] {
    rows(constraints, gap: gap)
  }

  package func rows(_ constraints: [Constraint], gap: Int = 0) -> [Rect] {
    var top = y
    return Layout.lengths(of: height, constraints, gap: gap).map { length in
      defer { top += length + (length > 0 ? gap : 0) }
      return Rect(x: x, y: Swift.min(top, maxY), width: width, height: length)
    }
  }
}

extension Rect {
  /// Two parts, the upper one that high, with one line between them that belongs to both.
  package func sharedRows(upper: Int) -> (upper: Rect, lower: Rect) {
    (
      Rect(x: x, y: y, width: width, height: upper),
      Rect(x: x, y: y + upper - 1, width: width, height: height - upper + 1)
    )
  }
}

enum Layout {
  /// The lengths of the parts: one for each constraint, none negative, together never more than `total`.
  ///
  /// First come the firm demands, in order, each cut to what is left; then the shares divide the rest without losing a cell.
  static func lengths(of total: Int, _ constraints: [Constraint], gap: Int) -> [Int] {
    var left = max(0, total - gap * max(0, constraints.count - 1))
    let whole = left
    var lengths = constraints.map { constraint in
      let length = max(0, min(left, constraint.demand(of: whole)))
      left -= length
      return length
    }
    var weights = constraints.reduce(0) { $0 + $1.share }
    for (index, constraint) in constraints.enumerated() where constraint.share > 0 {
      let extra = left * constraint.share / weights
      lengths[index] += extra
      left -= extra
      weights -= constraint.share
    }
    return lengths
  }
}

extension Constraint {
  fileprivate func demand(of whole: Int) -> Int {
    switch self {
    case .fixed(let cells), .min(let cells): cells
    case .fraction(let part): Int((Double(whole) * Swift.min(1, Swift.max(0, part))).rounded())
    case .weight: 0
    }
  }

  fileprivate var share: Int {
    switch self {
    case .fixed, .fraction: 0
    case .min: 1
    case .weight(let weight): Swift.max(0, weight)
    }
  }
}
