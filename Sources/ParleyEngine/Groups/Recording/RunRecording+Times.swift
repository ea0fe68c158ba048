extension RunRecording {
  /// The last moment at which anything is known to have happened.
  package var lastMoment: Timestamp {
    nodes.reduce(summary.startedAt) { max($0, $1.lastMoment) }
  }
}

extension NodeRecord {
  /// Its end, or the last that is known of it.
  var lastMoment: Timestamp {
    attempts.reduce(max(startedAt, endedAt ?? startedAt)) { max($0, $1.endedAt ?? $1.startedAt) }
  }
}
