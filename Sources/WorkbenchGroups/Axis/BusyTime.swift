import ParleyEngine

/// The spans in which any step of a run was in flight. Kept while records come in, so that nothing is looked at twice.
struct BusyTime: Hashable, Sendable {
  /// A longer time in which nothing is in flight is a pause.
  static let longestGap = Duration.seconds(1)

  /// The spans that have ended, in order, with at least a pause between two.
  private(set) var spans: [Range<Timestamp>] = []
  /// The steps in flight, and since when.
  private var open: [NodePath: Timestamp] = [:]

  init() {}

  init(_ records: some Sequence<NodeRecord>) {
    for record in records { note(record) }
  }

  mutating func note(_ record: NodeRecord) {
    guard record.kind == .request || record.kind == .job else { return }
    open[record.path] = nil
    for attempt in record.attempts {
      if let end = attempt.endedAt {
        spans.merge(attempt.startedAt..<max(attempt.startedAt, end))
      } else if record.state.isFinal {
        spans.merge(attempt.startedAt..<attempt.startedAt)
      } else {
        open[record.path] = attempt.startedAt
      }
    }
  }

  /// With what is in flight, up to a moment.
  func spans(until now: Timestamp) -> [Range<Timestamp>] {
    var all = spans
    for start in open.values.sorted() { all.merge(start..<max(start, now)) }
    return all
  }
}

extension [Range<Timestamp>] {
  /// Merges a span with those close to it, or adds it.
  fileprivate mutating func merge(_ span: Range<Timestamp>) {
    var first = count
    while first > 0, reaches(from: self[first - 1].upperBound, to: span.lowerBound) { first -= 1 }
    var last = first
    var merged = span
    while last < count, reaches(from: span.upperBound, to: self[last].lowerBound) {
      merged = Swift.min(merged.lowerBound, self[last].lowerBound)..<Swift.max(merged.upperBound, self[last].upperBound)
      last += 1
    }
    replaceSubrange(first..<last, with: CollectionOfOne(merged))
  }

  private func reaches(from end: Timestamp, to start: Timestamp) -> Bool {
    end.duration(to: start) <= BusyTime.longestGap
  }
}
