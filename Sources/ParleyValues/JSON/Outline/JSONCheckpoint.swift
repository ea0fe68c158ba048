/// A line of the pretty-printed document from which reading can start again, and a summary of the lines up to the next one.
///
/// There is one about every 16 KB of the document, so that any line is found by reading little, and the index of 100 MB
/// takes one to two.
struct JSONCheckpoint: Sendable {
  /// The document's bytes between two checkpoints, as far as lines end there: a line is never cut.
  static let spacing = 16 * 1024
  /// For so many levels a checkpoint knows the open containers, and counts lines.
  static let knownDepth = 64
  static let countedDepth = 16

  /// The offset of the line's first token.
  let offset: Int
  let line: Int
  /// How many containers are open before the line.
  let depth: Int
  /// The outermost of them, as they are before the line.
  let frames: [JSONFrame]

  // The lines from here to the next checkpoint:

  var shallowest = Int.max
  private var lines: InlineArray<16, UInt16> = .init(repeating: 0)
  private var closers: InlineArray<16, UInt16> = .init(repeating: 0)

  init(offset: Int, line: Int, depth: Int, frames: [JSONFrame]) {
    (self.offset, self.line, self.depth, self.frames) = (offset, line, depth, frames)
  }

  @inline(__always)
  mutating func count(lineAt depth: Int, closes: Bool) {
    if depth < shallowest { shallowest = depth }
    guard depth < Self.countedDepth else { return }
    lines[depth] &+= 1
    if closes { closers[depth] &+= 1 }
  }

  /// How many lines are left when all containers at depth `level` are folded.
  func visibleLines(foldedAt level: Int) -> Int {
    (0...level).reduce(0) { $0 + Int(lines[$1]) } - Int(closers[level])
  }
}

/// An open container.
struct JSONFrame: Sendable {
  /// The line that opens it, and where that line starts.
  let line: Int
  let lineStart: Int
  /// How many members or elements have begun.
  var childCount = 0
  /// The offset of the last one's key; nil in an array.
  var keyStart: Int?
}

/// The last of the sorted `elements` whose key is at most `value`.
func lastIndex<Element>(
  in elements: [Element], where key: (Element) -> Int, isAtMost value: Int
) -> Int? {
  var (low, high) = (0, elements.count)
  while low < high {
    let middle = (low + high) / 2
    if key(elements[middle]) <= value { low = middle + 1 } else { high = middle }
  }
  return low > 0 ? low - 1 : nil
}
