/// The differences between two texts, line by line, with a few equal lines around each.
package struct LineDifference {
  package enum Line: Hashable {
    case both(String)
    case left(String)
    case right(String)
    /// So many equal lines that are left out.
    case gap(Int)
  }

  /// Empty where nothing differs.
  package let lines: [Line]

  /// Equal lines that are shown around a change.
  private static let context = 3
  /// The most lines, of both sides together, that are compared. Larger differences are shown as all of one side and
  /// then all of the other, because comparing them takes too long.
  private static let longest = 2000

  package init(_ left: [String], _ right: [String]) {
    lines = left == right ? [] : Self.shortened(Self.all(left, right))
  }

  private static func all(_ left: [String], _ right: [String]) -> [Line] {
    let front = zip(left, right).prefix { $0 == $1 }.count
    let back = zip(left.dropFirst(front).reversed(), right.dropFirst(front).reversed()).prefix { $0 == $1 }.count
    let (leftCore, rightCore) = (left[front..<left.count - back], right[front..<right.count - back])
    return left.prefix(front).map(Line.both) + core(Array(leftCore), Array(rightCore))
      + left.suffix(back).map(Line.both)
  }

  private static func core(_ left: [String], _ right: [String]) -> [Line] {
    guard left.count + right.count <= longest else { return left.map(Line.left) + right.map(Line.right) }
    let difference = right.difference(from: left)
    let removed = Set(difference.removals.map(place(of:)))
    let inserted = Set(difference.insertions.map(place(of:)))
    var lines: [Line] = []
    var (own, other) = (0, 0)
    while own < left.count || other < right.count {
      if own < left.count, removed.contains(own) {
        lines.append(.left(left[own]))
        own += 1
      } else if other < right.count, inserted.contains(other) {
        lines.append(.right(right[other]))
        other += 1
      } else {
        lines.append(.both(left[own]))
        (own, other) = (own + 1, other + 1)
      }
    }
    return lines
  }

  private static func place(of change: CollectionDifference<String>.Change) -> Int {
    switch change {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }

  private static func shortened(_ lines: [Line]) -> [Line] {
    var result: [Line] = []
    var start = 0
    while start < lines.count {
      let run = lines[start...].prefix { $0.isEqual }
      let end = start + run.count
      let (head, tail) = (start == 0 ? 0 : context, end == lines.count ? 0 : context)
      if run.count > head + tail + 1 {
        result += run.prefix(head)
        result.append(.gap(run.count - head - tail))
        result += run.suffix(tail)
      } else {
        result += run
      }
      if end < lines.count { result.append(lines[end]) }
      start = end + 1
    }
    return result
  }
}

extension LineDifference.Line {
  fileprivate var isEqual: Bool {
    if case .both = self { true } else { false }
  }
}
