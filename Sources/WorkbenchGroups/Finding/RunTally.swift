import ParleyEngine

/// The totals of a run's steps that every key asks for, kept up to date while records come in.
struct RunTally: Sendable {
  /// Requests and local jobs that are in flight.
  private(set) var running: Set<NodePath> = []
  /// Those that wait for their next attempt.
  private(set) var awaiting: Set<NodePath> = []
  /// Whatever failed, groups and lists too.
  private(set) var failed: Set<NodePath> = []
  /// Those that waited for a person.
  private(set) var paused: Set<NodePath> = []
  /// Those that have rows for their attempts.
  private(set) var triedAgain: Set<NodePath> = []
  /// The statuses that responses had so far.
  private(set) var statuses: Set<Int> = []
  private(set) var busy = BusyTime()
  /// Columns of the longest place.
  private(set) var numberColumns = 1
  /// The time that requests and local jobs took, and how many of them have ended.
  private var spent = Duration.zero
  private var ended = 0

  /// - Parameter old: the previous record of the step.
  mutating func note(_ new: NodeRecord, after old: NodeRecord?) {
    let isLeaf = new.kind == .request || new.kind == .job
    running.set(new.path, isLeaf && new.state == .running)
    awaiting.set(new.path, new.nextAttemptAt != nil)
    failed.set(new.path, new.state == .failed)
    paused.set(new.path, !new.made.pauses.isEmpty)
    triedAgain.set(new.path, new.hasAttemptRows)
    if let status = new.status { statuses.insert(status) }
    busy.note(new)
    if old == nil { numberColumns = max(numberColumns, new.path.columns) }
    guard isLeaf, new.state.isFinal, old?.state.isFinal != true, new.timeTaken > .zero else { return }
    spent += new.timeTaken
    ended += 1
  }

  /// The average time of a request or local job.
  var average: Duration { ended == 0 ? .zero : spent / ended }
}

extension Set {
  fileprivate mutating func set(_ element: Element, _ isIn: Bool) {
    if isIn { insert(element) } else { remove(element) }
  }
}
