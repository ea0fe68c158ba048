extension RunRecording {
  /// The run as it was at a moment: steps whose turn had not come are not there, and of those in flight only what had happened.
  ///
  /// ```swift
  /// let before = recording.asOf(pay.startedAt)
  /// before[pay.path]?.state  // .running
  /// ```
  package func asOf(_ time: Timestamp) -> RunRecording {
    guard time < lastMoment else { return self }
    var summary = summary
    (summary.state, summary.endedAt) = (.running, nil)
    return RunRecording(summary, nodes: nodes.compactMap { $0.asOf(time) }, outline: outline)
  }

  /// Returns the shared data that its steps knew at a moment, by name: for each key the value written last, or else the
  /// one read last.
  package func sharedValues(asOf time: Timestamp) -> [SharedMoment] {
    var values: [ExactString: SharedMoment] = [:]
    for record in nodes.sorted(by: { $0.startedAt < $1.startedAt }) where record.startedAt <= time {
      for use in record.made.sharedReads {
        values[use.key] = SharedMoment(use: use, step: record.path, begin: record.startedAt, isWritten: false)
      }
    }
    for record in nodes.sorted(by: { $0.lastMoment < $1.lastMoment }) where record.lastMoment <= time {
      for use in record.made.sharedWrites {
        values[use.key] = SharedMoment(use: use, step: record.path, begin: record.startedAt, isWritten: true)
      }
    }
    return values.values.sorted { $0.use.key < $1.use.key }
  }
}

/// A shared key as a run knew it at a moment.
package struct SharedMoment: Sendable, Hashable {
  /// The key and what it held.
  package let use: SharedUse
  /// The step that read or wrote it.
  package let step: NodePath
  /// The time at which that step's turn came; it read or wrote the key later.
  package let begin: Timestamp
  /// Whether the step wrote it.
  package let isWritten: Bool
}

extension NodeRecord {
  /// - Returns: nil where its turn had not come.
  fileprivate func asOf(_ time: Timestamp) -> NodeRecord? {
    guard startedAt <= time else { return nil }
    guard hasChanges(after: time) else { return self }
    var copy = self
    copy.attempts = attempts.compactMap { $0.asOf(time) }
    let last = copy.attempts.last
    copy.state = last.map { $0.endedAt == nil } == true ? .running : .waiting
    (copy.endedAt, copy.output, copy.error, copy.nextAttemptAt) = (nil, .none, nil, nil)
    copy.status = copy.attempts.last { $0.endedAt != nil }?.status
    copy.exchange = last?.exchange
    let isBegun = last != nil
    copy.interventions.removeAll { !isBegun || $0 == .resultReplaced || $0 == .skipped }
    copy.made = isBegun ? made.withoutWrites : NodeTrace.Notes()
    copy.made.elements = made.elements
    copy.made.sends = made.sends.filter { $0.startedAt <= time }
    copy.made.pauses = made.pauses.filter { $0.lowerBound <= time }
    return copy
  }

  private func hasChanges(after time: Timestamp) -> Bool {
    if let endedAt { return endedAt > time }
    return attempts.contains { $0.startedAt > time || $0.endedAt.map { $0 > time } == true }
  }
}

extension NodeRecord.Attempt {
  fileprivate func asOf(_ time: Timestamp) -> NodeRecord.Attempt? {
    guard startedAt <= time else { return nil }
    guard let endedAt, endedAt > time else { return self }
    return NodeRecord.Attempt(startedAt: startedAt, exchange: exchange, state: .running)
  }
}

extension NodeTrace.Notes {
  fileprivate var withoutWrites: NodeTrace.Notes {
    var copy = self
    (copy.sharedWrites, copy.warnings, copy.overlaps) = ([], [], [])
    (copy.cached, copy.isMock, copy.rows) = (nil, false, nil)
    return copy
  }
}
