/// A moment of a recorded run at which something became different.
///
/// ```swift
/// for moment in RunMoment.all(of: recording) { print(moment.time, moment.path) }
/// let then = recording.asOf(moment.time)
/// ```
package struct RunMoment: Sendable, Hashable {
  /// A change of one step.
  package struct Change: Sendable, Hashable {
    /// The step's place in its run.
    package let path: NodePath
    /// The step's own name.
    package let name: String
    /// The kind of the change.
    package let kind: Kind
    /// Whether something happens in it, and not only in the steps inside it.
    package let isLeaf: Bool
    let time: Timestamp
  }

  /// The kind of a step's change.
  package enum Kind: Sendable, Hashable {
    /// Its turn came.
    case turn
    /// It began its attempt of this number, counted from 1.
    case began(attempt: Int)
    /// An attempt ended, but not the step.
    case attemptEnded(Int, NodeRecord.State)
    /// It ended.
    case ended(NodeRecord.State, wrote: [String])
  }

  /// The time of the last of its changes.
  package private(set) var time: Timestamp
  /// In the order of time; what one step does in one go is one moment.
  package private(set) var changes: [Change]

  /// The most important change: that of a request or a local job, rather than of a group around it.
  package var main: Change { changes.last { $0.isLeaf } ?? changes[changes.count - 1] }

  fileprivate init(_ change: Change) {
    time = change.time
    changes = [change]
  }

  /// Adds a change that happened at the same time, or that follows in one go on what the step did last. Returns whether
  /// it did.
  fileprivate mutating func take(_ change: Change) -> Bool {
    let last = changes[changes.count - 1]
    let isOneGo = last.path == change.path && last.kind.leadsTo(change.kind)
    guard change.time == time || (isOneGo && time.duration(to: change.time) < Self.oneGo) else { return false }
    time = change.time
    changes.append(change)
    return true
  }

  private static let oneGo = Duration.milliseconds(1)
}

extension RunMoment.Kind {
  /// From its turn to its beginning, and from the end of an attempt to its own.
  fileprivate func leadsTo(_ next: RunMoment.Kind) -> Bool {
    switch (self, next) {
    case (.turn, .began), (.turn, .ended), (.attemptEnded, .ended): true
    default: false
    }
  }
}

extension RunMoment {
  /// Everything that happened in a run, in the order of time. Steps that were not run are no moments.
  package static func all(of recording: RunRecording) -> [RunMoment] {
    let changes = recording.nodes.flatMap(\.changes).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    return changes.reduce(into: []) { moments, change in
      guard let last = moments.indices.last, moments[last].take(change.element) else {
        return moments.append(RunMoment(change.element))
      }
    }
  }
}

extension NodeRecord {
  fileprivate var changes: [RunMoment.Change] {
    guard state != .neverRan else { return [] }
    var changes = [change(.turn, at: startedAt)]
    for (index, attempt) in attempts.enumerated() {
      changes.append(change(.began(attempt: index + 1), at: attempt.startedAt))
      if let end = attempt.endedAt { changes.append(change(.attemptEnded(index + 1, attempt.state), at: end)) }
    }
    guard let endedAt, state.isFinal else { return changes }
    let written = made.sharedWrites.map(\.key).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return changes + [change(.ended(state, wrote: written), at: endedAt)]
  }

  private func change(_ kind: RunMoment.Kind, at time: Timestamp) -> RunMoment.Change {
    let isLeaf = (self.kind == .request || self.kind == .job) && made.elements == nil
    return RunMoment.Change(path: path, name: name, kind: kind, isLeaf: isLeaf, time: time)
  }
}
