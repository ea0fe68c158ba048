extension JSONOutline {
  /// How many bytes of one token become text, by default.
  package static let defaultTextLimit = 4096

  /// The lines of `range`, as far as there are such, whether folded or not.
  ///
  /// Throws what the source throws.
  package func lines(in range: Range<Int>, textLimit: Int = defaultTextLimit) throws -> [JSONLine] {
    guard var walker = try walker(atLine: range.lowerBound) else { return [] }
    var lines: [JSONLine] = []
    while walker.line < range.upperBound, let span = try walker.next() {
      lines.append(try JSONLineRenderer(walker, textLimit).line(span))
    }
    return lines
  }

  /// A reader about to read `line`; nil if there is no such line.
  func walker(atLine line: Int) throws -> JSONLineWalker? {
    guard line >= 0, line < lineCount else { return nil }
    var walker = walker(at: checkpoint(ofLine: line))
    while walker.line < line { _ = try walker.next() }
    return walker
  }

  /// A reader at a checkpoint; at the start of the document for nil.
  func walker(at checkpoint: Int?) -> JSONLineWalker {
    guard let checkpoint else {
      return JSONLineWalker(self, offset: unfinishedToken?.lowerBound ?? 0, line: 0, depth: 0)
    }
    let start = index.checkpoints[checkpoint]
    return JSONLineWalker(self, offset: start.offset, line: start.line, depth: start.depth)
  }

  func checkpoint(ofLine line: Int) -> Int? {
    lastIndex(in: index.checkpoints, where: \.line, isAtMost: line)
  }
}
