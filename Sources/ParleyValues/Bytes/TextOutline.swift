/// The lines of a text of any size: what a view of a huge body that is no JSON needs.
///
///     var outline = TextOutline(source)
///     try outline.extend()                 // again whenever bytes have arrived
///     try outline.lines(in: top..<top + 60)
///
/// Lines end with a line feed, with a carriage return before it or not; what follows the last one is a line too, if it
/// is not empty. Only one line start about every 16 KB is kept; the lines themselves are read again when asked for.
package struct TextOutline: Sendable {
  private static let spacing = 16 * 1024

  private struct Checkpoint {
    let offset: Int
    let line: Int
  }

  /// The text to show, as bytes.
  package let source: any ByteSource
  /// How many bytes of the source have been read.
  package private(set) var consumed = 0
  /// Whether there is nothing to come.
  package private(set) var isComplete = false

  private var checkpoints = [Checkpoint(offset: 0, line: 0)]
  private var lineFeeds = 0
  private var endsWithLineFeed = true

  /// An outline of nothing yet: `extend()` reads what is there.
  package init(_ source: any ByteSource) {
    self.source = source
  }

  /// How many lines there are as far as is known. One that is still arriving counts.
  package var lineCount: Int { lineFeeds + (endsWithLineFeed ? 0 : 1) }

  /// Reads what has arrived since the last time, at most `limit` bytes of it. Returns whether there was anything.
  ///
  /// Throws what the source throws; then what had been read is kept, and it may be tried again.
  @discardableResult
  package mutating func extend(limit: Int = .max) throws -> Bool {
    let sourceIsComplete = source.isComplete
    let start = consumed
    let end = min(source.count, limit > Int.max - consumed ? .max : consumed + limit)
    while consumed < end {
      let chunk = try source.read(at: consumed, count: min(end - consumed, 256 * 1024))
      if chunk.isEmpty { break }
      count(chunk)
    }
    isComplete = sourceIsComplete && consumed >= source.count
    return consumed > start
  }

  private mutating func count(_ chunk: [UInt8]) {
    let lineFeed = BytePattern([.lineFeed], ignoringCase: false)
    var index = 0
    while let found = lineFeed.firstMatch(in: chunk.span, from: index) {
      index = found + 1
      lineFeeds += 1
      let lineStart = consumed + index
      if lineStart - checkpoints[checkpoints.count - 1].offset >= Self.spacing {
        checkpoints.append(Checkpoint(offset: lineStart, line: lineFeeds))
      }
    }
    consumed += chunk.count
    endsWithLineFeed = chunk.last == .lineFeed
  }

  /// The bytes of `line` without its end; nil if there is no such line.
  package func bytes(ofLine line: Int) throws -> Range<Int>? {
    guard line >= 0, line < lineCount else { return nil }
    return try ranges(from: line, to: line + 1).first
  }

  /// The line that the byte at `offset` belongs to.
  package func line(ofByte offset: Int) throws -> Int {
    let last = lastIndex(in: checkpoints, where: \.offset, isAtMost: max(0, offset)) ?? 0
    let start = checkpoints[last]
    let before = try source.read(start.offset..<max(start.offset, min(offset, consumed, end(of: last))))
    return min(start.line + before.count { $0 == .lineFeed }, max(0, lineCount - 1))
  }

  /// The byte ranges of the lines from `first` up to `end`, as far as those lines exist.
  func ranges(from first: Int, to end: Int) throws -> [Range<Int>] {
    guard first >= 0, first < min(end, lineCount) else { return [] }
    var ranges: [Range<Int>] = []
    var checkpoint = lastIndex(in: checkpoints, where: \.line, isAtMost: first) ?? 0
    while checkpoint < checkpoints.count, checkpoints[checkpoint].line < end {
      ranges += try lines(of: checkpoint, in: first..<end)
      checkpoint += 1
    }
    return ranges
  }

  /// The lines of `range` that begin between a checkpoint and the next one.
  ///
  /// All but the last of them end within 16 KB; that one ends where the next checkpoint begins.
  private func lines(of checkpoint: Int, in range: Range<Int>) throws -> [Range<Int>] {
    let (start, end) = (checkpoints[checkpoint], end(of: checkpoint))
    let head = try source.read(start.offset..<min(end, start.offset + Self.spacing))
    var ranges: [Range<Int>] = []
    var (line, lineStart) = (start.line, start.offset)
    func add(to lineEnd: Int) {
      if range.contains(line) { ranges.append(lineStart..<lineEnd) }
    }
    for (index, byte) in head.enumerated() where byte == .lineFeed {
      let isCarriageReturn = index > 0 && head[index - 1] == .carriageReturn
      add(to: max(lineStart, start.offset + index - (isCarriageReturn ? 1 : 0)))
      (line, lineStart) = (line + 1, start.offset + index + 1)
    }
    if lineStart < end { add(to: try trimmed(lineStart..<end)) }
    return ranges
  }

  /// The end of the last line without its line break.
  private func trimmed(_ range: Range<Int>) throws -> Int {
    let tail = try source.read(range.suffix(2).startIndex..<range.upperBound)
    guard tail.last == .lineFeed else { return range.upperBound }
    return range.upperBound - (tail.first == .carriageReturn && tail.count == 2 ? 2 : 1)
  }

  private func end(of checkpoint: Int) -> Int {
    checkpoint + 1 < checkpoints.count ? checkpoints[checkpoint + 1].offset : consumed
  }
}
