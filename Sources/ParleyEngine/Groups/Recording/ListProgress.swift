/// How far a node is that runs for each element of a list, counted as its elements are told of.
package struct ListProgress: Sendable, Hashable {
  /// Elements whose turn is over, whatever became of them.
  package private(set) var ended = 0
  /// Those of them that failed.
  package private(set) var failed = 0
  /// The start of the first element; nil while none has begun.
  package private(set) var begin: Timestamp?
  private var lastEnd: Timestamp?
  /// The total time of the elements that have ended.
  private var spent = Duration.zero
  /// The start times of the elements in flight.
  private var running: [NodePath: Timestamp] = [:]
  /// The element that took longest of those that have ended.
  package private(set) var slowest: NodePath?
  /// The time that the slowest element took.
  package private(set) var longest = Duration.zero
  private var known = 0
  private var stated: Int?
  private var isOver = false
  /// How long all elements that were in flight waited for a person.
  private var held = Duration.zero

  init() {}

  /// How many elements there are; nil where nobody knows: while the list is made, and in a recording of an older version that
  /// was interrupted.
  package var total: Int? { stated ?? (isOver ? known : nil) }

  /// Whether an element is in flight.
  package var isRunning: Bool { !running.isEmpty }

  /// `3/8`, or `3` where nobody knows how many there are.
  package var count: String { total.map { "\(ended)/\($0)" } ?? "\(ended)" }

  /// Returns the time so far, from the first element to the last or until a moment, without the times in which all elements that
  /// were in flight waited for a person.
  package func time(until now: Timestamp) -> Duration {
    guard let span = span(until: now) else { return .zero }
    return max(.zero, span.lowerBound.duration(to: span.upperBound) - held)
  }

  /// The average time of the elements that have ended.
  package var average: Duration { ended == 0 ? .zero : spent / ended }

  /// From the first element to the last, or until a moment; nil while none has begun.
  package func span(until now: Timestamp) -> Range<Timestamp>? {
    begin.map { $0..<max($0, isRunning ? now : lastEnd ?? $0) }
  }
}

extension ListProgress {
  fileprivate mutating func change(_ old: NodeRecord?, to new: NodeRecord) {
    if let old { count(old, by: -1) } else { known += 1 }
    count(new, by: 1)
    let first = new.attempts.first?.startedAt
    running[new.path] = new.state.isFinal ? nil : first
    if let first { begin = min(begin ?? first, first) }
    if let last = new.attempts.last?.endedAt { lastEnd = max(lastEnd ?? last, last) }
    if new.state.isFinal { compare(new.path, new.timeTaken) }
  }

  /// Of two that took the same time the first counts, in whatever order they are told.
  private mutating func compare(_ path: NodePath, _ time: Duration) {
    let isFirst = slowest.map { path < $0 } ?? true
    if time > longest || (time == longest && isFirst && time > .zero) { (slowest, longest) = (path, time) }
  }

  private mutating func count(_ record: NodeRecord, by one: Int) {
    guard record.state.isFinal, record.state != .neverRan else { return }
    ended += one
    if record.state == .failed { failed += one }
    spent += record.timeTaken * one
  }

  fileprivate mutating func state(_ total: Int?, isOver: Bool, held: Duration?) {
    stated = total ?? stated
    self.isOver = isOver
    self.held = held ?? .zero
  }
}

extension [NodePath: ListProgress] {
  /// Counts what is new about a node.
  /// - Parameter old: the node's record until now.
  package mutating func note(_ new: NodeRecord, after old: NodeRecord?) {
    if let total = new.made.elements {
      self[new.path, default: ListProgress()].state(total, isOver: new.state.isFinal, held: new.made.held)
    } else {
      self[new.path]?.state(nil, isOver: new.state.isFinal, held: new.made.held)
    }
    guard case .element? = new.path.parts.last, let list = new.path.parent else { return }
    self[list, default: ListProgress()].change(old, to: new)
  }
}

extension NodeRecord {
  /// The same as ``duration``, and between two attempts the time so far; zero while one is in flight, and where a result was
  /// taken from elsewhere.
  package var timeTaken: Duration {
    guard let span = wholeSpan, !attempts.isEmpty || !interventions.contains(.skipped) else { return .zero }
    return max(.zero, span.lowerBound.duration(to: span.upperBound) - (made.held ?? .zero))
  }
}
