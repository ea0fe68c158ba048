import ParleyEngine
import ParleyText
import ParleyWorkspace

extension Session {
  /// Restores a snapshot of shared data before something is sent, and says what came of it.
  /// - Parameter withTeam: what a team shares is not set back by the way: others work with it.
  func restore(
    _ snapshot: String, withTeam: Bool, telling console: any Console, asking prompter: (any Prompter)? = nil
  ) async throws {
    let changes = try await restoreSnapshot(
      snapshot, isOwnOnly: !withTeam, by: prompter ?? ConsolePrompter(console: console))
    console.note("Restored \(changes.counted) from the snapshot \(Printable.text(snapshot)).")
    missing(after: changes).map(console.note)
    guard !withTeam, let apart = await teamKeysApart(from: snapshot) else { return }
    console.note("\(apart) --with-team restores them too, for everybody.")
  }
}
