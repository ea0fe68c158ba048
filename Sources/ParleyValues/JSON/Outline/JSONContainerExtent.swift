/// How far a container goes.
struct JSONContainerExtent {
  /// How many members or elements it has, as far as it has arrived.
  let childCount: Int
  /// Its last line; nil when that has not arrived.
  let closer: JSONLineSpan?
  /// A reader behind it.
  let after: JSONLineWalker
}

extension JSONOutline {
  /// How far the container goes that `opener` opens, where `walker` has just read that line.
  ///
  /// Reads what is left up to the next checkpoint, and the lines before the end from the last one; what lies between is
  /// known from the checkpoints.
  func extent(of opener: JSONLineSpan, readBy walker: JSONLineWalker) throws -> JSONContainerExtent {
    var walker = walker
    var count = 0
    let here = checkpoint(ofLine: opener.line) ?? 0
    let next = here + 1 < index.checkpoints.count ? index.checkpoints[here + 1].line : Int.max
    if let closer = try walker.findEnd(of: opener, before: next, &count) {
      return JSONContainerExtent(childCount: count, closer: closer, after: walker)
    }
    if opener.depth < JSONCheckpoint.knownDepth, next < .max {
      (walker, count) = passCheckpoints(after: here, depth: opener.depth)
    }
    let closer = try walker.findEnd(of: opener, before: .max, &count)
    return JSONContainerExtent(childCount: count, closer: closer, after: walker)
  }

  /// A reader at the checkpoint before the end of a container of `depth` that is open at checkpoint `first + 1`; at the
  /// last one if it does not end. And how many of its members or elements have begun before.
  private func passCheckpoints(after first: Int, depth: Int) -> (JSONLineWalker, Int) {
    let checkpoints = index.checkpoints
    let last = checkpoints[(first + 1)...].firstIndex { $0.shallowest <= depth } ?? checkpoints.count - 1
    return (walker(at: last), checkpoints[last].frames[depth].childCount)
  }
}

extension JSONLineWalker {
  /// Reads on to the end of `opener`'s container, but not to `line`, and counts its members or elements.
  fileprivate mutating func findEnd(
    of opener: JSONLineSpan, before limit: Int, _ count: inout Int
  ) throws -> JSONLineSpan? {
    while line < limit, let span = try next() {
      if span.depth == opener.depth { return span }
      if span.depth == opener.depth + 1, span.role != .closes { count += 1 }
    }
    return nil
  }
}
