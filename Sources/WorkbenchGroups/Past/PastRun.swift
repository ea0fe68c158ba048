package import ParleyEngine
import ParleyText
import TerminalKit

/// A run as it was at one of its moments.
package struct PastRun: Sendable {
  let moments: [RunMoment]
  private(set) var index: Int
  /// As it was then.
  @CopyOnWrite package private(set) var run: ShownRun
  @CopyOnWrite private var recording: RunRecording

  var moment: RunMoment { moments[index] }
  package var time: Timestamp { moment.time }

  /// At its last moment.
  /// - Returns: nil where nothing has happened.
  init?(_ run: ShownRun) {
    let recording = run.recording
    let moments = RunMoment.all(of: recording)
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

  /// Goes to the nearest moment of a kind before or after this one.
  /// - Parameter isOwnCounted: whether the moment that is shown may be it.
  /// - Returns: whether there is one.
  mutating func move(to landmark: Landmark, _ direction: Int, countingOwn isOwnCounted: Bool = false) -> Bool {
    var place = isOwnCounted ? index : index + direction
    while moments.indices.contains(place), !landmark.isAt(moments[place]) { place += direction }
    guard moments.indices.contains(place) else { return false }
    index = place
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
  /// A kind of moment that one can go to.
  enum Landmark: Sendable {
    /// A request or a local job begins.
    case step
    /// A shared key is written.
    case write

    func isAt(_ moment: RunMoment) -> Bool {
      moment.changes.contains { change in
        switch (self, change.kind) {
        case (.step, .began(attempt: 1)): change.isLeaf
        case (.write, .ended(_, let keys)): !keys.isEmpty
        default: false
        }
      }
    }

    /// The text where there is none further on.
    func noMore(_ direction: Int) -> String {
      let place = direction < 0 ? "before" : "after"
      return self == .step ? "No step begins \(place) this moment." : "No shared key is written \(place) this moment."
    }
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
