extension RunRecording {
  /// The time that the run took: from its first step to its end, without the times in which every step that was in flight waited
  /// for a person. Nil while it runs.
  public var duration: Duration? {
    var summary = summary
    summary.waited = summary.waited(in: nodes)
    return summary.duration
  }

  /// The last moment at which anything is known to have happened.
  package var lastMoment: Timestamp {
    nodes.reduce(summary.startedAt) { max($0, $1.lastMoment) }
  }

  /// The start of the first request or local job; nil while none has begun.
  package var firstAttempt: Timestamp? {
    nodes.lazy.filter(\.isWork).compactMap { $0.attempts.first?.startedAt }.min()
  }
}

extension NodeRecord {
  /// Whether something happens in it, and not only in the steps inside it.
  var isWork: Bool { kind == .request || kind == .job }

  /// Its end, or the last that is known of it.
  package var lastMoment: Timestamp {
    attempts.reduce(max(startedAt, endedAt ?? startedAt)) { max($0, $1.endedAt ?? $1.startedAt) }
  }
}
