package import ParleyEngine
internal import ParleyText

/// The moment of a run that all screens show, while the run is shown as it was then.
package struct ShownMoment: Hashable, Sendable {
  package let run: String
  /// The environment of the run, which is the active one.
  package let environment: String?
  package let time: Timestamp
  /// The shared keys that the run knew at that moment.
  package let known: [SharedMoment]

  package init(run: String, environment: String?, time: Timestamp, known: [SharedMoment]) {
    (self.run, self.environment, self.time, self.known) = (run, environment, time, known)
  }

  /// `at 14:03:07.412`
  package var words: String { "at \(time.preciseLocalClock)" }

  package static func == (left: ShownMoment, right: ShownMoment) -> Bool {
    left.time == right.time && left.run == right.run && left.environment == right.environment
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(run)
    hasher.combine(time)
  }
}
