/// The steps that decided how long a run took: each began when the one before it had ended, back to the start.
///
/// ```swift
/// let path = CriticalPath(of: recording.nodes, until: recording.lastMoment)
/// print(path.total, path.steps.map(\.path))
/// ```
package struct CriticalPath: Sendable, Hashable {
  /// A step of it, from its first attempt to the end of its last.
  package struct Step: Sendable, Hashable {
    /// The step's place in its run.
    package let path: NodePath
    /// The time it was in flight, including the waits between its attempts.
    package let span: Range<Timestamp>

    /// How long that is.
    package var length: Duration { span.lowerBound.duration(to: span.upperBound) }
  }

  /// In the order of time.
  package private(set) var steps: [Step] = []

  /// All of them together.
  package var total: Duration { steps.reduce(.zero) { $0 + $1.length } }

  /// Nothing has run.
  package init() {}

  /// - Parameter moment: the end of what is in flight.
  package init(of records: some Sequence<NodeRecord>, until moment: Timestamp) {
    var tree = TimedTree(moment)
    for record in records { tree.add(record) }
    tree.collect(.root, before: nil, into: &steps)
    steps.reverse()
  }
}

/// The nodes of a run inside each other, with their times.
private struct TimedTree {
  private let moment: Timestamp
  private var records: [NodePath: NodeRecord] = [:]
  private var inner: [NodePath: [NodePath]] = [:]

  init(_ moment: Timestamp) {
    self.moment = moment
  }

  mutating func add(_ record: NodeRecord) {
    records[record.path] = record
    if let parent = record.path.parent { inner[parent, default: []].append(record.path) }
  }

  /// Backwards in time: what ended last, then what ended last before that began, and so on.
  func collect(_ path: NodePath, before bound: Timestamp?, into steps: inout [CriticalPath.Step]) {
    var bound = bound
    for (path, span) in timed(inner[path] ?? []).reversed() {
      if let bound, span.upperBound > bound { continue }
      if isWhole(path) {
        steps.append(CriticalPath.Step(path: path, span: span))
      } else {
        collect(path, before: bound, into: &steps)
      }
      bound = span.lowerBound
    }
  }

  /// Returns the paths with their spans, in the order in which they ended. Steps that took no time are left out: they
  /// decided nothing.
  private func timed(_ paths: [NodePath]) -> [(NodePath, Range<Timestamp>)] {
    paths.compactMap { path in span(of: path).flatMap { $0.isEmpty ? nil : (path, $0) } }
      .sorted { ($0.1.upperBound, $0.0) < ($1.1.upperBound, $1.0) }
  }

  /// Of a group that was tried again the nodes of the last attempt alone are known.
  private func isWhole(_ path: NodePath) -> Bool {
    inner[path] == nil || (records[path]?.attempts.count ?? 0) > 1
  }

  private func span(of path: NodePath) -> Range<Timestamp>? {
    guard isWhole(path) else {
      let spans = inner[path]?.compactMap(span) ?? []
      guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max() else { return nil }
      return first..<last
    }
    guard let record = records[path], let start = record.attempts.first?.startedAt else { return nil }
    let end = record.attempts.last?.endedAt ?? (record.state.isFinal ? start : moment)
    return start..<max(start, end)
  }
}
