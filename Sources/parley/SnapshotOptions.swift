import ArgumentParser
import Commands

/// From which state of shared data something begins.
struct SnapshotOptions: ParsableArguments {
  @Option(
    name: .customLong("shared"),
    help: ArgumentHelp(
      "Restore this snapshot of shared data before sending, or before each run. `parley shared undo --batch` takes it back.",
      valueName: "SNAPSHOT"))
  var name: String?

  @Flag(help: "With --shared: restore the keys that a team shares too, for everybody.")
  var withTeam = false

  var wish: SnapshotWish? { name.map { SnapshotWish($0, withTeam: withTeam) } }

  func validate() throws {
    guard name != nil || !withTeam else { throw ValidationError("--with-team needs --shared.") }
  }
}
