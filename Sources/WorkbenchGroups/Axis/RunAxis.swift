import ParleyEngine

/// The time of a run as it is drawn. Waiting for a person takes no room: time in which nothing was in flight is cut out
/// if it is long.
struct RunAxis: Hashable, Sendable {
  /// A cut, and how long it is.
  struct Cut: Hashable, Sendable {
    let at: Timestamp
    let length: Duration
  }

  private(set) var start: Timestamp?
  private(set) var cuts: [Cut] = []
  /// All of it, without the cuts.
  private(set) var length = Duration.zero

  init() {}

  init(_ records: some Collection<NodeRecord>, until now: Timestamp) {
    self.init(BusyTime(records), until: now)
  }

  init(_ busy: BusyTime, until now: Timestamp) {
    let spans = busy.spans(until: now)
    start = spans.first?.lowerBound
    for (index, span) in spans.enumerated() {
      length += span.lowerBound.duration(to: span.upperBound)
      guard index > 0 else { continue }
      let end = spans[index - 1].upperBound
      cuts.append(Cut(at: end, length: end.duration(to: span.lowerBound)))
    }
  }

  /// How far from the start a moment is drawn.
  func offset(of time: Timestamp) -> Duration {
    guard let start else { return .zero }
    var offset = start.duration(to: time)
    for cut in cuts where cut.at < time { offset -= min(cut.length, cut.at.duration(to: time)) }
    return max(.zero, offset)
  }

  /// All of it on so many columns.
  func scale(columns: Int) -> AxisScale { AxisScale(self, .zero..<length, columns: columns) }
}

extension NodeRecord {
  /// The spans in which it was in flight, one for each attempt.
  func spans(until now: Timestamp) -> [Range<Timestamp>] {
    attempts.map { $0.startedAt..<max($0.startedAt, $0.endedAt ?? (state.isFinal ? $0.startedAt : now)) }
  }
}
