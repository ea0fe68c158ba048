/// Counts the lines that a document will have when pretty-printed, and keeps checkpoints of them, while it is scanned.
///
/// A line begins with each key, with each value that has no key, and with the end of each container that is not empty.
struct JSONLineIndex: JSONEventHandler, Sendable {
  /// Tokens and white space longer than this are noted, so that a reader can pass them without looking at them.
  static let longRun = 4096

  private(set) var lineCount = 0
  private(set) var checkpoints: [JSONCheckpoint] = []
  /// Long tokens and long white space, in order.
  private(set) var longRuns: [Range<Int>] = []
  /// The outermost open containers, at most `JSONCheckpoint.knownDepth`.
  private(set) var frames: [JSONFrame] = []
  private(set) var depth = 0
  /// A key has been read, but not its value.
  private(set) var isAfterKey = false

  private var justOpened = false
  private var lineStart = 0
  /// The offset behind the last token.
  private(set) var tokenEnd = 0

  mutating func handle(_ event: JSONEvent) {
    noteLongRuns(event.range)
    switch event.kind {
    case .colon, .comma: break
    case .key:
      startItem(at: event.range.lowerBound, hasKey: true)
      isAfterKey = true
    case .objectStart, .arrayStart:
      startValue(at: event.range.lowerBound)
      open()
    case .objectEnd, .arrayEnd: close(at: event.range.lowerBound)
    case .string, .number, .true, .false, .null: startValue(at: event.range.lowerBound)
    }
  }

  @inline(__always)
  private mutating func noteLongRuns(_ token: Range<Int>) {
    if token.lowerBound &- tokenEnd > Self.longRun { longRuns.append(tokenEnd..<token.lowerBound) }
    if token.count > Self.longRun { longRuns.append(token) }
    tokenEnd = token.upperBound
  }

  @inline(__always)
  private mutating func startValue(at offset: Int) {
    if !isAfterKey { startItem(at: offset, hasKey: false) }
    isAfterKey = false
  }

  @inline(__always)
  private mutating func startItem(at offset: Int, hasKey: Bool) {
    justOpened = false
    startLine(at: offset, depth: depth, closes: false)
    guard depth > 0, depth <= frames.count else { return }
    frames[depth - 1].childCount += 1
    frames[depth - 1].keyStart = hasKey ? offset : nil
  }

  private mutating func open() {
    if depth < JSONCheckpoint.knownDepth { frames.append(JSONFrame(line: lineCount - 1, lineStart: lineStart)) }
    depth += 1
    justOpened = true
  }

  private mutating func close(at offset: Int) {
    if !justOpened { startLine(at: offset, depth: depth - 1, closes: true) }
    justOpened = false
    depth -= 1
    if depth < frames.count { frames.removeLast() }
  }

  @inline(__always)
  private mutating func startLine(at offset: Int, depth lineDepth: Int, closes: Bool) {
    if checkpoints.isEmpty || offset &- checkpoints[checkpoints.count &- 1].offset >= JSONCheckpoint.spacing {
      checkpoints.append(JSONCheckpoint(offset: offset, line: lineCount, depth: depth, frames: frames))
    }
    checkpoints[checkpoints.count &- 1].count(lineAt: lineDepth, closes: closes)
    lineStart = offset
    lineCount += 1
  }
}
