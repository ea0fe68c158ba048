import ParleyEngine
import ParleyModel
package import TerminalKit
import WorkbenchServices
import WorkbenchState

extension KeyContext {
  /// While the list of groups is narrowed by typing.
  package static let groupListFilter: KeyContext = "groups.list filter"
}

// The same keys as in the list of requests.
extension GroupList: GroupsPart {
  static var commands: [CommandRow] { changingFiles + lookingAtList }

  private static var changingFiles: [CommandRow] {
    [
      row(
        "list.new", "New group", "Creates a group in the folder under the cursor, without steps.", ["a"],
        in: [.groupList], hint: .init("new", rank: 30),
        disabledReason: {
          $0.workspace?.isScratch == true ? "Save the scratch request first: press 1, then Ctrl-S." : nil
        }
      ) { screen, _ in
        [.ask(NameQuestion.new(.group, in: screen.list.selected?.folder ?? ""))]
      },
      row(
        "list.rename", "Rename or move",
        "Renames the group or moves it to another folder, in the groups that run it too.", ["r"], in: [.groupList],
        disabledReason: needsFileAtRest
      ) { screen, _ in
        screen.list.selectedGroup.map { [.ask(NameQuestion.move(.group($0)))] } ?? []
      },
      row("list.duplicate", "Duplicate", "Duplicates the group.", ["p"], in: [.groupList], disabledReason: needsFile) {
        screen, _ in
        screen.list.selectedGroup.map { [.ask(NameQuestion.duplicate(.group($0)))] } ?? []
      },
      row(
        "list.delete", "Delete the group or run", "Deletes the group's file, or the run, after asking.",
        ["D", "Delete"],
        in: [.groupList], disabledReason: needsDeletable
      ) { screen, _ in
        screen.list.askDelete()
      },
      CommandRow(
        .undoFiles, "groups.list.undo", in: [.groupList], does: .tree(.undo),
        disabledReason: Sidebar.needsUndoable(besides: "in the steps of the group, u undoes edits of it")),
      row(
        "list.copy", "Copy the name",
        "Copies the group's name for `parley run`, or the run's number for `parley runs`.", ["y"], in: [.groupList],
        disabledReason: needsGroupOrRun
      ) { screen, _ in
        screen.list.copyName()
      },
    ]
  }

  private static var lookingAtList: [CommandRow] {
    [
      row(
        "list.filter", "Filter", "Shows only groups whose path contains all the words.", ["/"], in: [.groupList],
        hint: .init("filter", rank: 40)
      ) { screen, _ in
        screen.changeList { $0.beginFilter() }
      },
      row(
        "list.runs", "Find runs",
        "Lists the runs that match words and fields: `is:failed`, `since:2d`, `status:500`, `ms>200`, `environment:local`, `changed:cart/pay`; `-` before one means not.",
        ["f"], in: [.groupList], hint: .init("find runs", rank: 44)
      ) { screen, _ in
        [.ask(FindRunsForm(group: screen.list.selected?.group))]
      },
      row(
        "list.findValue", "Find a value in runs",
        "Finds a value in what the steps of the newest runs of the group worked on, sent, got and gave; on a folder, of all groups. Enter goes there.",
        ["v"], in: [.groupList]
      ) { screen, _ in
        [.ask(FindValueForm(scope: .runs(of: screen.list.selected?.group)))]
      },
      row(.keepFilter, "groups.list.endFilter", in: [.groupListFilter], hint: .init("to the list", rank: 10)) {
        screen, _ in
        screen.changeList { $0.filter { $0.endFilter() } }
      },
      row("list.fold", "Fold", "Folds or unfolds the folder, or the runs of the group.", ["z"], in: [.groupList]) {
        screen, _ in
        screen.changeList { $0.fold() }
      },
      row(
        "list.foldAll", "Fold all", "Folds or unfolds every folder, and the runs of every group.", ["-"],
        in: [.groupList]
      ) { screen, _ in
        screen.changeList { $0.foldAll() }
      },
      row(
        "list.leave", "Up a level", "Folds the folder or the runs of the group, or moves to what is around.",
        ["Left", "h"], in: [.groupList]
      ) { screen, _ in
        screen.changeList { $0.leave() }
      },
    ]
  }

  func askDelete() -> [Effect] {
    switch selected {
    case .run(let run)?: return [.ask(Confirm.deleting(run))]
    case .group(let id, _)?:
      if hasFile(id) { return [.then(.tree(.askDelete(.group(id))))] }
      return [.ask(Confirm.deletingRuns(of: id))]
    case .folder?, .teamRun?, nil: return []
    }
  }

  func copyName() -> [Effect] {
    switch selected {
    case .run(let run)?:
      return [.terminal(.copy("\(run.sequence)", of: "the number of run \(run.sequence)"))]
    case .teamRun(let run)?: return [.terminal(.copy(run.id, of: "the name \(run.id)"))]
    case .group(let id, _)?: return [.terminal(.copy(id, of: "the name \(id)"))]
    case .folder?, nil: return []
    }
  }

  private static let needsGroupOrRun: @Sendable (State) -> String? = { state in
    switch state.groups.list.selected {
    case .group?, .run?, .teamRun?: nil
    case .folder?, nil: "The cursor is not on a group."
    }
  }

  private static let needsFile: @Sendable (State) -> String? = { state in
    guard let group = state.groups.list.selectedGroup else { return "The cursor is not on a group." }
    return state.groups.list.hasFile(group) ? nil : "This workspace has no file of the group."
  }

  private static let needsFileAtRest: @Sendable (State) -> String? = { state in
    if let reason = needsFile(state) { return reason }
    let group = state.groups.list.selectedGroup
    let isLive = state.groups.live.contains { group.isIdentical(to: $0.group) }
    return isLive ? "A run of the group is in progress." : nil
  }

  private static let needsDeletable: @Sendable (State) -> String? = { state in
    if let run = state.groups.list.selected?.teamRun { return "`parley runs publish \(run.id) --remove` removes it." }
    guard let run = state.groups.list.selected?.run else { return needsGroupOrRun(state) }
    return state.groups.live.contains { $0.id == run.id } ? "The run is in progress." : nil
  }
}
