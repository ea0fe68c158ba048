internal import ParleyEngine
internal import ParleyFiles

/// The programs of a session that are running or being ended. A run that is stopped does not wait for them; the session does.
final class ProcessFamilies: Sendable {
  private let active = Lock<[String: ProcessFamily]>([:])

  package func add(_ family: ProcessFamily) { active.withLock { $0[family.mark] = family } }

  func remove(_ family: ProcessFamily) { active.withLock { $0[family.mark] = nil } }

  /// Gives terminated processes a moment to end, and kills all that are left.
  func end() async {
    for _ in 0..<Self.patience {
      if active.withLock({ $0.isEmpty }) { return }
      try? await Task.sleep(for: .milliseconds(10))
    }
    let left = active.withLock { Array($0.values) }
    await Blocking.result { () throws(Never) in for family in left { family.end(isSure: true) } }.get()
  }

  /// Of ten milliseconds each: somewhat more than a program has to end by itself.
  private static let patience = 70
}
