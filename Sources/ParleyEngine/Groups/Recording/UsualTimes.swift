/// How long the steps of a group took in its last runs, found again by their names.
///
/// ```swift
/// let usual = UsualTimes(of: recordings)
/// print(usual.time(of: .init("login"), besides: run.summary.id))
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

  private struct Sample: Sendable, Hashable {
    let run: String
    let times: [Key: Duration]
  }

  /// The oldest first.
  private var samples: [Sample] = []

  /// As many runs as are looked at; older ones say little of today.
  package static let runs = 10

  /// Nothing is known.
  package init() {}

  /// - Parameter recordings: the oldest first.
  package init(of recordings: some Sequence<RunRecording>) {
    for recording in recordings { add(recording) }
  }

  /// Takes in a run that is over.
  package mutating func add(_ recording: RunRecording) {
    guard recording.summary.state != .running, !samples.contains(where: { $0.run == recording.summary.id }) else {
      return
    }
    samples.append(Sample(run: recording.summary.id, times: Self.times(of: recording)))
    samples.removeFirst(max(0, samples.count - Self.runs))
  }

  /// The median; nil where the step has never succeeded.
  /// - Parameter run: does not count, because it is what is compared.
  package func time(of key: Key, besides run: String) -> Duration? {
    let times = samples.lazy.filter { $0.run != run }.compactMap { $0.times[key] }.sorted()
    guard !times.isEmpty else { return nil }
    let middle = times.count / 2
    return times.count.isMultiple(of: 2) ? (times[middle - 1] + times[middle]) / 2 : times[middle]
  }

  /// What the steps of an outline are found by.
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
  private static func times(of recording: RunRecording) -> [Key: Duration] {
    let keys = keys(of: recording.knownOutline)
    let lists = recording.listProgress
    var times: [Key: Duration] = [:]
    for record in recording.nodes where record.state == .succeeded && !record.path.isInElement {
      guard let key = keys[record.path] else { continue }
      let time = lists[record.path]?.time(until: recording.lastMoment) ?? record.timeTaken
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
