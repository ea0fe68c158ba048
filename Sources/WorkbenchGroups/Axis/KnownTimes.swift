package import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The times that the steps of runs took, as far as they have been read, and the usual times for each run that was
/// shown.
struct KnownTimes: Sendable {
  private(set) var runs: [String: UsualTimes.Run] = [:]
  /// By the identifier of the run that is compared with those before it.
  private var usual: [String: UsualTimes] = [:]
  private var asked: Set<String> = []

  /// More runs are seldom looked at one after the other.
  private static let most = 200

  /// - Returns: nil where it must still be read.
  subscript(run: String) -> UsualTimes? { usual[run] }

  /// - Returns: whether it has not been asked for yet.
  mutating func ask(for run: String) -> Bool {
    if asked.count >= Self.most { self = KnownTimes() }
    return asked.insert(run).inserted
  }

  mutating func note(_ run: UsualTimes.Run) { runs[run.id] = run }

  mutating func note(_ earlier: [UsualTimes.Run], before run: String) {
    for run in earlier { note(run) }
    usual[run] = UsualTimes(of: earlier)
  }

  mutating func update(_ action: TimeAction) -> [Effect] {
    switch action {
    case .usual(let earlier, let run): note(earlier, before: run)
    }
    return []
  }

  /// Read once for each run that is shown.
  mutating func read(for steps: inout StepTree) -> [Effect] {
    guard let run = steps.run else { return [] }
    steps.time.usual = self[run.id] ?? UsualTimes()
    guard ask(for: run.id) else { return [] }
    return [.perform(UsualTimesEffect(run: run.summary, number: run.number, group: run.group, known: runs))]
  }

  /// A run that has just ended is one of those before the next.
  mutating func note(_ run: ShownRun) { note(UsualTimes.Run(of: run.recording)) }
}

/// News of the times of a run.
package enum TimeAction: Sendable {
  enum Zoom: Sendable { case closer, wider, all }

  /// The times that the steps of a group took in the runs before one.
  case usual([UsualTimes.Run], before: String)
}

/// Reads what the steps of a group took in the runs that were over when one began.
struct UsualTimesEffect: ServiceEffect {
  let run: RunRecording.Summary
  /// Nil where the store does not have it yet: then there is none after it.
  let number: Int64?
  let group: String
  let known: [String: UsualTimes.Run]

  var lane: Lane? { Lane("usual times of \(run.id)", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  func perform(with services: Services) async throws -> [Action] {
    // Some may not count: they were still in progress then, or came from elsewhere.
    let kept = try await services.groups.runs(of: group, limit: UsualTimes.runs * 2, before: number)
    var earlier: [UsualTimes.Run] = []
    for kept in kept.filter(counts).prefix(UsualTimes.runs) {
      if let known = known[kept.id] {
        earlier.append(known)
      } else {
        earlier.append(UsualTimes.Run(of: try await services.groups.recording(of: kept.id)))
      }
    }
    return [.groups(.time(.usual(earlier, before: run.id)))]
  }

  private func counts(_ kept: KeptRun) -> Bool {
    kept.id != run.id && kept.summary.state != .running && kept.summary.imported == nil
      && (kept.summary.endedAt ?? kept.summary.startedAt) <= run.startedAt
  }
}
