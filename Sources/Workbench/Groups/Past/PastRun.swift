import ParleyEngine
import ParleyText

/// A run as it was at one of its moments.
struct PastRun: Sendable {
  let moments: [RunMoment]
  private(set) var index: Int
  /// As it was then.
  @CopyOnWrite private(set) var run: ShownRun
  @CopyOnWrite private var recording: RunRecording

  var moment: RunMoment { moments[index] }
  var time: Timestamp { moment.time }

  /// At its last moment.
  /// - Returns: nil where nothing has happened.
  init?(_ run: ShownRun) {
    let recording = run.recording
    let moments = recording.moments
    guard !moments.isEmpty else { return nil }
    self.recording = recording
    self.moments = moments
    index = moments.count - 1
    self.run = ShownRun(recording, number: run.number, revision: -moments.count)
  }

  /// Goes back or forth.
  /// - Returns: whether there is such a moment.
  mutating func move(by count: Int) -> Bool {
    guard moments.indices.contains(index + count) else { return false }
    index += count
    show()
    return true
  }

  /// Goes to the last moment that was not later than a time, or to the first.
  mutating func move(to time: Timestamp) {
    index = moments.lastIndex { $0.time <= time } ?? 0
    show()
  }

  /// Of the last moment all of it, with what was never run.
  private mutating func show() {
    let isLast = index == moments.count - 1
    run = ShownRun(isLast ? recording : recording.asOf(time), number: run.number, revision: -1 - index)
  }
}

extension PastRun {
  /// `at 14:03:07.412 · +312 ms · 7 of 23`
  var title: String {
    let since = max(.zero, recording.summary.startedAt.duration(to: time)).short
    return "at \(time.preciseLocalClock) · +\(since) · \(index + 1) of \(moments.count)"
  }

  /// The event at that moment, in a few words: `3 pay failed`.
  var event: String {
    let change = moment.main
    return "\(change.path) \(change.name.fitted(to: 24)) \(change.kind.words)"
  }
}

extension RunMoment.Kind {
  var words: String {
    switch self {
    case .turn: "waits"
    case .began(let attempt): attempt == 1 ? "begins" : "begins attempt \(attempt)"
    case .attemptEnded(let attempt, let state): "attempt \(attempt) \(state.pastWord)"
    case .ended(let state, let keys):
      keys.isEmpty ? state.pastWord : "\(state.pastWord), writes \(keys.joined(separator: ", ").fitted(to: 30))"
    }
  }
}

extension NodeRecord.State {
  fileprivate var pastWord: String {
    switch self {
    case .succeeded: "done"
    case .failed: "failed"
    case .skipped: "skipped"
    case .cancelled: "cancelled"
    case .neverRan: "not run"
    case .waiting: "waits"
    case .running: "runs"
    }
  }
}
