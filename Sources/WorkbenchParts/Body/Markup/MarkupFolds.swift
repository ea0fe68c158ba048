/// Which elements are folded, and what that leaves of the lines.
struct MarkupFolds {
  /// The lines that begin a folded element.
  private(set) var folded: Set<Int> = []
  /// The lines that are shown; nil while nothing is folded, so that large bodies need no list of all their lines.
  private var shown: [Int]?

  var isEmpty: Bool { folded.isEmpty }

  /// - Parameter count: how many lines there are without folds.
  func count(of count: Int) -> Int { shown?.count ?? count }

  /// - Returns: nil beyond the last one.
  func line(ofVisible visible: Int, of count: Int) -> Int? {
    guard let shown else { return (0..<count).contains(visible) ? visible : nil }
    return shown.indices.contains(visible) ? shown[visible] : nil
  }

  /// The place at which a line is shown, or the folded line that contains it.
  func visible(ofLine line: Int) -> Int {
    guard let shown else { return line }
    var (low, high) = (0, shown.count)
    while low < high {
      let middle = (low + high) / 2
      if shown[middle] <= line { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// - Parameters:
  ///   - count: how many lines there are without folds.
  ///   - end: the line behind the element that a line begins.
  mutating func set(_ lines: Set<Int>, of count: Int, end: (Int) -> Int) {
    folded = lines
    guard !lines.isEmpty else {
      shown = nil
      return
    }
    var (kept, line) = ([Int](), 0)
    while line < count {
      kept.append(line)
      line = lines.contains(line) ? end(line) : line + 1
    }
    shown = kept
  }
}

// Folding, as JSON is folded.
extension MarkupOutline {
  var visibleCount: Int { folds.count(of: lines.count) }

  func lineNumber(ofVisible visible: Int) -> Int? { folds.line(ofVisible: visible, of: lines.count) }

  func visibleLine(_ visible: Int) -> Line? { lineNumber(ofVisible: visible).map { lines[$0] } }

  /// Whether a line begins an element whose content is on the lines below.
  func opens(_ line: Int) -> Bool {
    lines[line].kind == .markup && line + 1 < lines.count && lines[line + 1].depth > lines[line].depth
  }

  /// The line behind the element that a line begins, its end among it.
  func end(ofElement line: Int) -> Int {
    let depth = lines[line].depth
    let next = (line + 1..<lines.count).first { lines[$0].depth <= depth } ?? lines.count
    return next < lines.count && lines[next].depth == depth && lines[next].kind == .end ? next + 1 : next
  }

  /// The bytes of the element that a line begins; of any other line its own.
  func elementRange(_ visible: Int) -> Range<Int>? {
    guard let line = lineNumber(ofVisible: visible) else { return nil }
    guard opens(line) else { return lines[line].range }
    return lines[line].range.lowerBound..<lines[end(ofElement: line) - 1].range.upperBound
  }

  /// Folds or unfolds what a line begins; on any other line, what it lies in.
  /// - Returns: the place of that line afterwards.
  mutating func toggleFold(_ visible: Int) -> Int {
    guard let line = lineNumber(ofVisible: visible), let target = opens(line) ? line : enclosing(line) else {
      return visible
    }
    fold(folds.folded.symmetricDifference([target]))
    return folds.visible(ofLine: target)
  }

  /// Folds everything inside the outermost element, or unfolds everything if something is folded.
  mutating func toggleAllFolds(_ visible: Int) -> Int {
    let line = lineNumber(ofVisible: visible) ?? 0
    fold(folds.isEmpty ? Set(lines.indices.filter { lines[$0].depth == 1 && opens($0) }) : [])
    return folds.visible(ofLine: line)
  }

  /// Unfolds what a line lies in.
  mutating func reveal(_ line: Int) {
    let around = folds.folded.filter { $0 < line && line < end(ofElement: $0) }
    if !around.isEmpty { fold(folds.folded.subtracting(around)) }
  }

  private mutating func fold(_ folded: Set<Int>) {
    var changed = folds
    changed.set(folded, of: lines.count) { end(ofElement: $0) }
    folds = changed
  }

  /// The line that begins the element around a line.
  private func enclosing(_ line: Int) -> Int? {
    let depth = lines[line].depth
    let isEnd = lines[line].kind == .end
    return lines[..<line].lastIndex { isEnd ? $0.depth <= depth : $0.depth < depth }
  }
}
