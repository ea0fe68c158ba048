/// Reads lines and keeps the containers that are open, however deep.
struct JSONFrameTracker {
  private(set) var frames: [JSONFrame]
  private var walker: JSONLineWalker

  var line: Int { walker.line }

  /// Starts at a checkpoint; where that does not know all containers, at the innermost one it knows.
  init(_ outline: JSONOutline, checkpoint: Int?) throws {
    guard let checkpoint else {
      (frames, walker) = ([], outline.walker(at: nil))
      return
    }
    let start = outline.index.checkpoints[checkpoint]
    frames = start.frames
    if start.depth > frames.count, let innermost = frames.popLast() {
      walker = JSONLineWalker(outline, offset: innermost.lineStart, line: innermost.line, depth: frames.count)
      forgetCurrentChild()
      while walker.line < start.line, try next() != nil {}
    } else {
      walker = outline.walker(at: checkpoint)
    }
  }

  /// The next line; `frames` are then as they are behind it.
  mutating func next() throws -> JSONLineSpan? {
    guard let span = try walker.next() else { return nil }
    if span.role == .closes {
      frames.removeLast()
    } else {
      countChild(of: span)
      if span.role == .opens { frames.append(JSONFrame(line: span.line, lineStart: span.start)) }
    }
    return span
  }

  private mutating func countChild(of span: JSONLineSpan) {
    guard !frames.isEmpty else { return }
    frames[frames.count - 1].childCount += 1
    frames[frames.count - 1].keyStart = span.key?.range.lowerBound
  }

  /// The child that is about to be read again.
  private mutating func forgetCurrentChild() {
    if !frames.isEmpty { frames[frames.count - 1].childCount -= 1 }
  }
}
