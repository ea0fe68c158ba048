/// A time in which a step waited for a person: at a gate, or for what they type.
struct RunHold: Sendable {
  let path: NodePath
  let span: Range<Timestamp>
}

extension NodeRecord {
  /// The span in which something of it was in flight: its attempts, or all of it where it has none.
  var wholeSpan: Range<Timestamp>? {
    if let first = attempts.first?.startedAt {
      guard let end = attempts.last?.endedAt else { return nil }
      return first..<max(first, end)
    }
    return endedAt.map { startedAt..<max(startedAt, $0) }
  }

  /// How long it waited for a person, it or all the steps in it that were in flight; nil where it did not.
  /// - Parameters:
  ///   - holds: those of the step and of the steps in it.
  ///   - inner: the records of the steps in it.
  func held(by holds: [RunHold], among inner: some Sequence<NodeRecord>, until end: Timestamp) -> Duration? {
    guard !holds.isEmpty else { return nil }
    let start = attempts.first?.startedAt ?? startedAt
    let span = start..<max(start, attempts.last.map { $0.endedAt ?? end } ?? endedAt ?? end)
    let waited = TimeSpans(holds.map(\.span)).clipped(to: span)
    // A step that works while another waits goes on.
    let working = inner.filter { $0.isWork && $0.made.elements == nil }.flatMap { record in
      TimeSpans([record.wholeSpan].compactMap(\.self)).subtracting(
        TimeSpans(holds.lazy.filter { $0.path == record.path }.map(\.span))
      ).spans
    }
    let held = waited.subtracting(TimeSpans(working)).length
    return held > .zero ? held : nil
  }
}

extension RunRecording.Summary {
  /// How long all of a run that has ended waited for a person; nil where it did not.
  package func waited(in nodes: [NodeRecord]) -> Duration? {
    let holds = nodes.flatMap { record in record.made.pauses.map { RunHold(path: record.path, span: $0) } }
    guard !holds.isEmpty, let end = endedAt else { return nil }
    var root = NodeRecord(
      path: .root, name: "", kind: isConcurrent ? .concurrent : .serial, state: .succeeded, startedAt: startedAt)
    root.endedAt = end
    return root.held(by: holds, among: nodes, until: end)
  }
}
