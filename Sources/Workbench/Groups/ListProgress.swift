import ParleyEngine

/// How far a step is that runs for each element of a list, counted as its elements are told of.
struct ListProgress: Hashable, Sendable {
  /// Elements that have run, whatever became of them.
  private(set) var ended = 0
  private(set) var failed = 0
  /// Elements that are known of, those whose turn never came too.
  private(set) var known = 0
  /// Where the bar begins and ends; the end is that of the last element that has ended.
  private(set) var begin: Timestamp?
  private(set) var end: Timestamp?
  private var spent = Duration.zero
  /// When those began that are in flight.
  private var running: [NodePath: Timestamp] = [:]

  /// An element is different now, or there for the first time.
  mutating func change(_ old: NodeRecord?, to new: NodeRecord) {
    if let old { count(old, -1) } else { known += 1 }
    count(new, 1)
    running[new.path] = new.state.isFinal ? nil : new.attempts.first?.startedAt
    if let first = new.attempts.first?.startedAt { begin = begin.map { min($0, first) } ?? first }
    if let last = new.attempts.last?.endedAt { end = end.map { max($0, last) } ?? last }
  }

  private mutating func count(_ record: NodeRecord, _ step: Int) {
    guard record.state.isFinal, record.state != .neverRan else { return }
    ended += step
    if record.state == .failed { failed += step }
    spent += record.timeTaken * step
  }

  var isRunning: Bool { !running.isEmpty }

  /// What its elements took together; what was waited between them does not count.
  func time(until now: Timestamp) -> Duration {
    running.values.reduce(spent) { $0 + max(.zero, $1.duration(to: now)) }
  }

  /// From the first element to the last, or until now.
  func span(until now: Timestamp) -> Range<Timestamp>? {
    guard let begin else { return nil }
    let last = isRunning ? now : end ?? begin
    return begin..<max(begin, last)
  }
}

extension NodeRecord {
  /// From the first attempt to the end of the last: what was waited at a gate does not count. Nothing while it runs.
  var timeTaken: Duration {
    guard let first = attempts.first?.startedAt, let end = attempts.last?.endedAt else { return .zero }
    return first.duration(to: end)
  }
}
