import ParleyEngine
import ParleyStore
import TestSupport

/// What the kinds of kills share.
enum Killed {
  /// Lets a program of this package work until it is killed.
  /// - Returns: the whole lines it said; the last may have been cut off.
  static func lines(_ program: String, _ words: [String], in trial: Trial, after: Range<Int>) async throws -> [String] {
    let time = trial.milliseconds(after)
    trial.step("\(program) \(words.first ?? ""), killed after \(time)")
    let killed = try await FinishedProcess.run(Executables.built(program), words, limit: time)
    let said = "\(killed.outputText.suffix(500))\(killed.errorText.suffix(500))"
    trial.expect(killed.isKilled, "\(program) ended with \(killed.status): \(said)")
    return killed.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Opens the store, which must have nothing to tell, works with it, and closes it.
  static func look(
    into store: Store, _ trial: Trial, _ work: (Store) async throws -> Void
  ) async throws {
    try await store.open()
    trial.expect(store.notices.isEmpty, "The store says: \(store.notices.map(\.summary))")
    do { try await work(store) } catch { trial.lose("The store cannot be read: \(error)") }
    await store.close()
  }
}
