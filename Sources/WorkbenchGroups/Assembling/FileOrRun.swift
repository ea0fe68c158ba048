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

extension StepTree {
  /// The step under the cursor; of an element, the step that runs for the list.
  var place: NamedStep? {
    guard let path = selected?.path.withoutElements, let step = outline(of: path) else { return nil }
    return NamedStep(path: path, name: step.name)
  }

  mutating func goBack(to step: NamedStep) {
    let isThere = outline(of: step.path)?.name == step.name
    let moved = isThere ? nil : rows.first { outline(of: $0.path)?.name == step.name }
    select(moved?.path ?? step.path)
  }
}

extension GroupsScreen {
  /// Shows the group's file, or the run that was shown last of it, else its newest; the cursor stays with its step.
  mutating func view(_ what: FileOrRun) -> [Effect] {
    guard let group = steps.group, !isEditing else { return [] }
    comingBack.keep(steps.place)
    switch what {
    case .file:
      list.select(.group(group, hasMistake: false))
      return show(.group(group, hasMistake: false))
    case .run:
      guard let run = lastRun else { return [] }
      list.select(.run(run))
      return show(.run(run))
    }
  }

  /// The run one looked at last of the group that is shown, else its newest.
  var lastRun: KeptRun? {
    guard let group = steps.group else { return nil }
    let runs = list.runs(of: group)
    return runs.first { $0.id == comingBack.run(of: group) } ?? runs.first
  }

  /// The reason why what is done with a run cannot be done while the group's file is shown, and the way to a run.
  static func whyNoRunShown(_ state: State) -> String {
    guard state.groups.steps.isShowing else { return "No run is shown." }
    let hasRuns = state.groups.lastRun != nil
    return "This is the group's file, not a run: \(hasRuns ? "s shows its last run." : "F5 runs it.")"
  }

  static var switching: [CommandRow] {
    [
      row(
        "showFile", "Show the file", "Shows the group as defined in its file, with the cursor on the same step.", ["s"],
        .view(.file), in: [.groupRun], hint: .init("file", rank: 42),
        disabledReason: { $0.groups.isEditing ? GroupsScreen.isStillTyped : nil }),
      CommandRow(
        .showRun, "groups.showRun", in: [.groupFile], hint: .init("last run", rank: 42), does: .groups(.view(.run)),
        disabledReason: { $0.groups.lastRun == nil ? "The group has no runs yet: F5 runs it." : nil }),
    ]
  }
}
