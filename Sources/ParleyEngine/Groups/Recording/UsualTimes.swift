/// How long the steps of a group usually take: in the runs before one, found again by their names. Those that come later change
/// nothing about it.
///
/// ```swift
/// let usual = UsualTimes(of: earlier.map(UsualTimes.Run.init))
/// print(usual.time(of: .init("login")))
/// ```
package struct UsualTimes: Sendable, Hashable {
  /// By what a step is found again, wherever it stands by now.
  package struct Key: Sendable, Hashable {
    private let name: ExactString
    /// Which one it is of those that are called so, from 0.
    private let number: Int

    /// A step of this name.
    package init(_ name: String, number: Int = 0) {
      self.name = ExactString(name)
      self.number = number
    }
  }

  /// The times of the steps that succeeded in one run.
  package struct Run: Sendable, Hashable {
    /// The identifier of the run.
    package let id: String
    fileprivate let times: [Key: Duration]

    /// A run that is over.
    package init(of recording: RunRecording) {
      (id, times) = (recording.summary.id, UsualTimes.times(of: recording))
    }
  }

  /// As many runs as are looked at; older ones say little of today.
  package static let runs = 10
  /// Of fewer nobody can say what is usual.
  package static let fewest = 3

  private var medians: [Key: Duration] = [:]

  /// Nothing is known.
  package init() {}

  /// - Parameter runs: those that count, in any order.
  package init(of runs: some Sequence<Run>) {
    var times: [Key: [Duration]] = [:]
    for run in runs {
      for (key, time) in run.times { times[key, default: []].append(time) }
    }
    medians = times.filter { $0.value.count >= Self.fewest }.mapValues { Self.median(of: $0) }
  }

  /// The median; nil where the step has succeeded in too few of them.
  package func time(of key: Key) -> Duration? { medians[key] }

  private static func median(of times: [Duration]) -> Duration {
    let times = times.sorted()
    let middle = times.count / 2
    return times.count.isMultiple(of: 2) ? (times[middle - 1] + times[middle]) / 2 : times[middle]
  }

  /// Returns the keys by which the steps of an outline are found.
  package static func keys(of outline: some Collection<StepOutline>) -> [NodePath: Key] {
    var counts: [ExactString: Int] = [:]
    var keys: [NodePath: Key] = [:]
    for step in outline.sorted(by: { $0.path < $1.path }) {
      let name = ExactString(step.name)
      keys[step.path] = Key(step.name, number: counts[name, default: 0])
      counts[name, default: 0] += 1
    }
    return keys
  }

  /// Of what succeeded: a failure may be quick or slow for any reason. What a replay took from another run took no time.
  fileprivate static func times(of recording: RunRecording) -> [Key: Duration] {
    let keys = keys(of: recording.knownOutline)
    var times: [Key: Duration] = [:]
    for record in recording.nodes where record.state == .succeeded && !record.path.isInElement {
      guard let key = keys[record.path] else { continue }
      let time = record.timeTaken
      if time > .zero { times[key] = time }
    }
    return times
  }
}

extension NodePath {
  /// Whether it is the run for an element of a list, or stands in one.
  fileprivate var isInElement: Bool {
    parts.contains { if case .element = $0 { true } else { false } }
  }
}
