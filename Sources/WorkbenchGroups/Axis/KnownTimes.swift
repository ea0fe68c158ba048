import ParleyEngine

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
}
