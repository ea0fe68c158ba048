// How many lines are left when all containers of one depth are folded.

extension JSONOutline {
  /// The levels that can be folded as a whole: 0 is the document's own container, 1 what it holds.
  package static let foldableLevels = 0..<JSONCheckpoint.countedDepth

  /// How many lines the level leaves before each checkpoint.
  mutating func countLevel() {
    guard let level = folds.level else { return levelled = [] }
    while levelled.count < index.checkpoints.count {
      let last = levelled.count - 1
      levelled.append(last < 0 ? 0 : levelled[last] + index.checkpoints[last].visibleLines(foldedAt: level))
    }
  }

  /// How many lines the level leaves before `line`, and whether it leaves that line.
  func levelledLine(of line: Int) throws -> (before: Int, isVisible: Bool) {
    guard let level = folds.level, let checkpoint = checkpoint(ofLine: line) else { return (line, true) }
    var (count, walker) = (levelled[checkpoint], walker(at: checkpoint))
    while let span = try walker.next() {
      let isVisible = span.isVisible(foldedAt: level)
      if span.line == line { return (count, isVisible) }
      if isVisible { count += 1 }
    }
    return (count, true)
  }

  /// The line that the level leaves as number `levelledLine`.
  func line(ofLevelled levelledLine: Int) throws -> Int {
    guard let level = folds.level,
      let checkpoint = lastIndex(in: levelled, where: \.self, isAtMost: levelledLine)
    else { return levelledLine }
    var (count, walker) = (levelled[checkpoint], walker(at: checkpoint))
    while let span = try walker.next() {
      guard span.isVisible(foldedAt: level) else { continue }
      if count == levelledLine { return span.line }
      count += 1
    }
    return lineCount
  }
}

extension JSONLineSpan {
  fileprivate func isVisible(foldedAt level: Int) -> Bool {
    depth < level || (depth == level && role != .closes)
  }
}
