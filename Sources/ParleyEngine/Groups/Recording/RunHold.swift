/// A time in which a step waited for a person: at a gate, or for what they type.
struct RunHold: Sendable {
  let path: NodePath
  let span: Range<Timestamp>
}

extension NodeRecord {
  /// How long it was held between its first attempt and the end of its last, or the steps in it were; nil where it was not.
  func held(by holds: [RunHold]) -> Duration? {
    guard let first = attempts.first?.startedAt, let end = attempts.last?.endedAt else { return nil }
    var (held, reached) = (Duration.zero, first)
    for span in holds.map(\.span).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let (from, to) = (max(span.lowerBound, reached), min(span.upperBound, end))
      guard from < to else { continue }
      held += from.duration(to: to)
      reached = to
    }
    return held > .zero ? held : nil
  }
}
