package import ParleyEngine
package import ParleyModel

/// A request for the team's runs.
package enum TeamRunWish: Hashable, Sendable {
  /// The newest of them.
  case list
  /// Publishes a run, without its secrets.
  case publish(KeptRun.ID, number: Int64)
  /// Brings the run of this number here.
  case open(Int64, marks: Bool = false)
}

package enum TeamRunOutcome: Hashable, Sendable {
  /// The newest first.
  case listed([TeamRunSummary])
  case published(Int64)
  /// - Parameter isNew: false where the run was here before, and was left as it was.
  case opened(KeptRun, isNew: Bool)
  case asks([Question])
}

/// A run of the team's as a list shows it.
package struct TeamRunSummary: Hashable, Sendable, Identifiable {
  /// Its number among the team's.
  package var number: Int64
  /// The run's own identifier, which it has here, too; nil where that is not known.
  package var run: String?
  package var group: String
  /// The person who published it, such as `ada@laptop`.
  package var person: String
  /// The time at which it began; for a run that an older program published, the time of publishing.
  package var at: Timestamp
  package var state: RunRecording.State

  package init(
    _ number: Int64, run: String? = nil, group: String, person: String, at: Timestamp, state: RunRecording.State
  ) {
    (self.number, self.run, self.group, self.person, self.at, self.state) = (number, run, group, person, at, state)
  }

  /// As commands name it.
  package var id: String { "team:\(number)" }
}
