import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchState

/// Which of both is shown of a group.
package enum FileOrRun: Sendable {
  case file, run
}

/// A step as one finds it again in another run, or in the file: by its name, else, as after a renaming, by its place.
struct NamedStep: Hashable, Sendable {
  let path: NodePath
  let name: String
}

/// The place to come back to, between the file of a group and its runs.
struct ComingBack: Sendable {
  private var runs: [ExactString: String] = [:]
  private var place: NamedStep?

  /// The run that was shown last of a group.
  func run(of group: String) -> String? { runs[group] }

  mutating func note(_ run: ShownRun?) {
    if let run { runs[run.group] = run.id }
  }

  /// Sets the place of the cursor in the view that is shown next.
  mutating func keep(_ place: NamedStep?) { self.place = place }

  mutating func takePlace() -> NamedStep? {
    defer { place = nil }
    return place
  }
}

extension ComingBack: GroupsPart {
  static var commands: [CommandRow] {
    [
      row(
        "showFile", "Show the file", "Shows the group as defined in its file, with the cursor on the same step.", ["s"],
        .view(.file), in: [.groupRun], hint: .init("file", rank: 18),
        disabledReason: { $0.groups.isEditing ? Reasons.isStillTyped : nil }),
      CommandRow(
        .showRun, "groups.showRun", in: [.groupFile], hint: .init("last run", rank: 42), does: .groups(.view(.run)),
        disabledReason: { $0.groups.lastRun == nil ? "The group has no runs yet: F5 runs it." : nil }),
    ]
  }
}
