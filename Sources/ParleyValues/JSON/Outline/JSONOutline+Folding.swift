extension JSONOutline {
  /// Folds the container that `line` opens. Returns whether it was open; false for a line that opens none.
  @discardableResult
  package mutating func fold(_ line: Int) throws -> Bool {
    try setFolded(true, line)
  }

  /// Opens the container that `line` opens and that was folded. Returns whether it was.
  @discardableResult
  package mutating func unfold(_ line: Int) throws -> Bool {
    try setFolded(false, line)
  }

  /// Folds every container of depth `level`, which must be one of `foldableLevels`, and no other.
  ///
  /// Takes no longer for millions of containers than for ten. What is opened afterwards shows all it holds.
  package mutating func foldAll(atLevel level: Int) {
    guard Self.foldableLevels.contains(level) else { return }
    folds = JSONFolds(level: level)
    levelled = []
    countLevel()
  }

  /// Shows everything.
  package mutating func unfoldAll() {
    folds = JSONFolds()
    levelled = []
  }

  /// Opens what is folded around `line`, so that it is visible.
  package mutating func reveal(_ line: Int) throws {
    for frame in try frames(aroundLine: line) { try unfold(frame.line) }
  }

  /// Whether `line` opens a container that is folded now.
  package func isFolded(_ line: Int) throws -> Bool {
    guard let (opener, _) = try opener(line) else { return false }
    return folds.isFolded(line: line, depth: opener.depth)
  }

  private mutating func setFolded(_ isFolded: Bool, _ line: Int) throws -> Bool {
    guard let (opener, walker) = try opener(line) else { return false }
    guard folds.isFolded(line: line, depth: opener.depth) != isFolded else { return false }
    if folds.hasException(at: line) {
      folds.remove(at: line)
    } else {
      folds.set([try exception(opener, walker, isFolded: isFolded)])
    }
    return true
  }

  private func exception(
    _ opener: JSONLineSpan, _ walker: JSONLineWalker, isFolded: Bool
  ) throws -> JSONFolds.Exception {
    let closer = try extent(of: opener, readBy: walker).closer
    let last = closer?.line ?? lineCount - 1
    return JSONFolds.Exception(
      opener: opener.line, closer: last, isFolded: isFolded, start: try levelledLine(of: opener.line + 1).before,
      end: try levelledLine(of: last + 1).before, isClosed: closer != nil)
  }

  /// The span of `line` if it opens a container, and the reader that has read it.
  private func opener(_ line: Int) throws -> (JSONLineSpan, JSONLineWalker)? {
    guard var walker = try walker(atLine: line), let span = try walker.next(), span.role == .opens else { return nil }
    return (span, walker)
  }

  /// After lines have been added: the containers that are still open go further now.
  mutating func refreshFolds() throws {
    countLevel()
    let changed = try folds.open.compactMap { old in
      try opener(old.opener).map { try exception($0.0, $0.1, isFolded: old.isFolded) }
    }
    if !changed.isEmpty { folds.set(changed) }
  }
}

extension JSONOutline {
  /// How many lines folding has left.
  package var visibleLineCount: Int {
    get throws { try visibleLine(ofLine: lineCount) }
  }

  /// The visible number of `line`; where it is hidden, that of the folded container's line.
  package func visibleLine(ofLine line: Int) throws -> Int {
    switch folds.visibleLine(of: line) {
    case .found(let visible): return visible
    case .levelled(let line, let shift):
      let (before, isVisible) = try levelledLine(of: line)
      return shift + (isVisible ? before : before - 1)
    }
  }

  /// The line that is visible as number `visible`.
  package func line(ofVisibleLine visible: Int) throws -> Int {
    switch folds.line(ofVisible: visible) {
    case .found(let line): line
    case .levelled(let levelled, _): try line(ofLevelled: levelled)
    }
  }

  /// The visible lines of `range`, as far as there are such; a folded container is one line with the number of its
  /// members or elements: `"user": { 6 },`.
  package func visibleLines(in range: Range<Int>, textLimit: Int = defaultTextLimit) throws -> [JSONLine] {
    guard range.lowerBound >= 0, var walker = try walker(atLine: line(ofVisibleLine: range.lowerBound)) else {
      return []
    }
    var lines: [JSONLine] = []
    while lines.count < range.count, let span = try walker.next() {
      let renderer = JSONLineRenderer(walker, textLimit)
      if span.role == .opens, folds.isFolded(line: span.line, depth: span.depth) {
        let extent = try extent(of: span, readBy: walker)
        lines.append(try renderer.line(span, folding: extent))
        walker = extent.after
      } else {
        lines.append(try renderer.line(span))
      }
    }
    return lines
  }
}
