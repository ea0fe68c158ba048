import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace

/// The snapshot of shared data that something begins from.
package struct SnapshotWish: Sendable, Hashable {
  /// Its name.
  package let name: String
  /// Whether a team's keys are restored too. By itself that is not done by the way: others work with them.
  package let withTeam: Bool

  /// The snapshot of this name.
  package init(_ name: String, withTeam: Bool = false) {
    (self.name, self.withTeam) = (name, withTeam)
  }
}

extension Session {
  /// Restores a snapshot of shared data before something is sent, and reports the result.
  func restore(
    _ wish: SnapshotWish, telling console: any Console, asking prompter: (any Prompter)? = nil
  ) async throws {
    let changes = try await sharedKeys.restoreSnapshot(
      wish.name, isOwnOnly: !wish.withTeam, by: prompter ?? ConsolePrompter(console: console))
    console.note("Restored \(changes.counted) from the snapshot \(Printable.text(wish.name)).")
    sharedKeys.missing(after: changes).map(console.note)
    guard !wish.withTeam, let apart = await sharedKeys.teamKeysApart(from: wish.name) else { return }
    console.note("\(apart) --with-team restores them too, for everybody.")
  }
}
