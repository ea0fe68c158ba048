extension JSONOutline {
  /// Deeper lines have no path and no enclosing line: naming millions of levels would take gigabytes, and nobody reads it.
  package static let deepestPath = 200_000

  /// The line that shows the byte at `offset`; of a byte between two tokens the line before.
  package func line(ofByte offset: Int) throws -> Int {
    let checkpoint = lastIndex(in: index.checkpoints, where: \.offset, isAtMost: offset)
    var walker = walker(at: checkpoint)
    var line = 0
    while let span = try walker.next(), span.start <= offset { line = span.line }
    return line
  }

  /// The way to the value that `line` shows; on the last line of a container, to that container.
  ///
  /// Nil if there is no such line, for a key longer than 64 KB on the way, and deeper than `deepestPath`.
  package func path(ofLine line: Int) throws -> ValuePath? {
    guard var tracker = try tracker(beforeLine: line), let span = try tracker.next() else { return nil }
    var segments: [ValuePath.Segment] = []
    for frame in tracker.frames.prefix(span.depth) {
      guard let segment = try segment(of: frame) else { return nil }
      segments.append(segment)
    }
    return ValuePath(segments)
  }

  /// The line that opens the container `line` is in; for the last line of a container, the first. Nil at the top,
  /// and deeper than `deepestPath`.
  package func enclosingLine(ofLine line: Int) throws -> Int? {
    try frames(aroundLine: line).last?.line
  }

  /// The bytes of the value that `line` shows, a container's whole, without key and comma; nil while it is arriving.
  package func valueRange(atLine line: Int) throws -> Range<Int>? {
    guard var walker = try walker(atLine: line), let span = try walker.next(), let value = span.value else {
      return nil
    }
    switch span.role {
    case .value: return value.isFinished ? value.range : nil
    case .closes: return try enclosingLine(ofLine: line).flatMap { try valueRange(atLine: $0) }
    case .opens:
      let closer = try extent(of: span, readBy: walker).closer
      return closer?.value.map { value.range.lowerBound..<$0.range.upperBound }
    }
  }

  /// The value that `line` shows; nil while it is arriving, and where it is larger than `limit` bytes.
  ///
  /// Throws `JSONSyntaxError` where it is nested deeper than 512, or a string of it is not UTF-8.
  package func value(atLine line: Int, limit: Int = 16 << 20) throws -> JSONValue? {
    guard let range = try valueRange(atLine: line), range.count <= limit else { return nil }
    return try JSONValue(parsing: source.read(range))
  }

  /// The line that begins the value at a path: the way back. Nil where there is no such value among the first `limit` lines.
  ///
  ///     try outline.line(ofPath: ValuePath(parsing: ".items[3].id"))
  package func line(ofPath path: ValuePath, limit: Int = 500_000) throws -> Int? {
    var tracker = try JSONFrameTracker(self, checkpoint: nil)
    while let span = try tracker.next(), span.line < limit {
      guard span.role != .closes, span.depth == path.segments.count else { continue }
      if try leads(path, to: tracker.frames.prefix(span.depth)) { return span.line }
    }
    return nil
  }

  /// The innermost first: that is where most lines differ.
  private func leads(_ path: ValuePath, to frames: ArraySlice<JSONFrame>) throws -> Bool {
    for (segment, frame) in zip(path.segments, frames).reversed() where try self.segment(of: frame) != segment {
      return false
    }
    return true
  }

  /// The containers that are open before `line`, from the outside in.
  func frames(aroundLine line: Int) throws -> [JSONFrame] {
    try tracker(beforeLine: line)?.frames ?? []
  }

  private func segment(of frame: JSONFrame) throws -> ValuePath.Segment? {
    guard let start = frame.keyStart else { return .index(frame.childCount - 1) }
    var walker = JSONLineWalker(self, offset: start, line: 0, depth: 0)
    guard let key = try walker.next()?.key?.range, key.count <= 64 << 10 else { return nil }
    return .key(JSONText.unescape(try source.read(key)[...].dropFirst().dropLast()))
  }

  private func tracker(beforeLine line: Int) throws -> JSONFrameTracker? {
    guard line >= 0, line < lineCount else { return nil }
    let checkpoint = checkpoint(ofLine: line)
    guard checkpoint.map({ index.checkpoints[$0].depth }) ?? 0 <= Self.deepestPath else { return nil }
    var tracker = try JSONFrameTracker(self, checkpoint: checkpoint)
    while tracker.line < line, try tracker.next() != nil {}
    return tracker
  }
}
