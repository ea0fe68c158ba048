import ParleyEngine
import ParleyModel
package import TerminalKit
package import WorkbenchServices
package import WorkbenchState

extension KeyContext {
  /// In every pane of the screen of groups, while nothing is typed.
  package static let groups: KeyContext = "groups"
  package static let groupList: KeyContext = "groups.list"
  package static let groupSteps: KeyContext = "groups.steps"
  /// The steps, and the part that is shown of one, while a run is shown.
  package static let groupRun: KeyContext = "groups.run"
  /// The steps, and the pane of one, while the group is shown as its file has it.
  package static let groupFile: KeyContext = "groups.file"
  package static let groupStep: KeyContext = "groups.step"
  /// A part of a step of a run, as a body or lines.
  package static let groupPart: KeyContext = "groups.part"
  /// That is a value, or the line of one.
  package static let groupValue: KeyContext = "groups.part.value"
  /// That is the file's text.
  package static let groupDefinition: KeyContext = "groups.part.definition"
  /// The line below it, while it takes text.
  package static let groupPrompt: KeyContext = "groups.prompt"
  /// The editor of a step's input or result.
  package static let groupEditor: KeyContext = "groups.editor"
}

extension GroupsScreen {
  package static var words: ScreenWords { .groups }

  package static func sending(in state: State) -> SendDeed {
    .effects([.then(.groups(.run(.start(isPaused: false))))])
  }

  package static func whyNotSent(in state: State) -> String? { WhyNoRun.reason(in: state) }

  package static func sendWord(in state: State, room: Int) -> String {
    state.groups.group.map { "run \($0.fitted(to: room))" } ?? "run"
  }

  package func word(of command: CommandID) -> String? {
    switch command {
    case "request.save" where isEditingAtPause: "apply"
    case "groups.why.fork" where why.place?.trial != nil: "fork with it, paused"
    case "groups.openStep" where shownRun == nil: "fields"
    default: nil
    }
  }

  package var logSubject: LogSubject? {
    steps.past.map { .run($0.run.id, from: $0.run.summary.startedAt, until: $0.time) }
  }

  package func interrupt() -> [Effect]? { stoppable.map { [.steer($0, .stop)] } }

  /// Every set of contexts its panes can have.
  package static var keyContextSets: [[KeyContext]] {
    let panes: [[KeyContext]] = [
      [.groupList, .groups], [.groupSteps, .groupRun, .groups], [.groupStep, .groupRun, .groups],
      [.groupValue, .groupPart, .groupStep, .groupRun, .groups],
      [.groupDefinition, .groupPart, .groupStep, .groupRun, .groups],
      [.groupSteps, .groupFile, .groups], [.groupStep, .groupFile, .groups],
    ]
    let typing: [[KeyContext]] = [
      [.groupListFilter], [.groupEditor], [.groupPrompt], [.groupFinder], [.groupFinderText, .groupFinder],
      [.groupFinderCompletion, .groupFinder],
    ]
    return (panes + RunsComparing.keyContextSets).map { $0 + KeyContext.around(isTyping: false) }
      + typing.map { $0 + KeyContext.around(isTyping: true) }
      + [[.popup, .breakpoints, .sheet], [.popup, .why, .sheet], [.popup, .stepChoice]] + StepFormPane.keyContextSets
  }

  package static var commands: [CommandRow] {
    [
      running, GroupList.commands, RunTravel.commands, TeamRuns.commands, Breakpoints.commands,
      Debugging.commands, GroupDrafts.commands, looking, ComingBack.commands, TimeView.commands, StepFinder.commands,
      WhyAsking.commands, WatchedExpressions.commands, PastRun.commands, RunForks.commands, RunsComparing.commands,
      moving, StepPane.commands, StepEdit.commands, StepFormPane.commands,
      Exporting.ofGroups,
    ]
    .flatMap { $0 }
  }

  private static var running: [CommandRow] {
    [
      row(
        "start", "Run, paused", "Runs the group and stops at its first step.", ["S"], .run(.start(isPaused: true)),
        hint: .init("run paused", rank: 50), disabledReason: { WhyNoRun.reason(in: $0) }),
      row(
        "startFromSnapshot", "Run from a snapshot",
        "Restores a snapshot of shared data, then runs the group: again and again from the same state.", ["Alt-s"],
        .run(.askSnapshot), disabledReason: needsGroup),
      row(
        "again", "Replay from here",
        "Runs the group again from the step under the cursor, with the earlier steps' results of the run that is shown, or beside the file of the last one.",
        ["R"], in: [.groupRun, .groupFile, .stepForm], hint: .init("replay from here", rank: 14),
        disabledReason: needsReplay
      ) { screen, _ in
        screen.steps.selected.map { screen.runAgain(from: $0.path) } ?? []
      },
      row(
        "againFromChange", "Replay from the first change",
        "Runs the group again from the first step that is new or has changed since (≠), folded or not, with the earlier steps' recorded results.",
        ["Alt-r"], in: [.groups], disabledReason: needsChange
      ) { screen, _ in
        screen.steps.firstStale.map { screen.runAgain(from: $0) } ?? []
      },
      row(
        "pin", "Pin the run", "Keeps the run and its exchanges, however old they get; again unpins it.", ["P"],
        in: [.groupList], disabledReason: needsKept
      ) { screen, _ in
        screen.list.selected?.run.map { [.perform(GroupEffect.pin($0.id, !$0.isPinned))] } ?? []
      },
      row(
        "edit", "Edit the file", "Opens the group's file in $EDITOR.", ["e"], in: [.groupList],
        hint: .init("edit the file", rank: 60), disabledReason: needsGroup
      ) { screen, _ in
        screen.editFile()
      },
    ]
  }

  private static var looking: [CommandRow] {
    [
      row(
        "open", "Show", "Shows the group as defined in its file, or the run; folds or unfolds a folder.",
        ["Enter", "Right", "l"], .move(.open),
        in: [.groupList], hint: .init("show", rank: 10)),
      row(
        "openStep", "Open the step",
        "Of a group as in its file, goes to the step's fields, where Enter edits; of a run, shows a request's exchange on the Requests screen, and folds or unfolds other steps.",
        ["Enter"],
        .move(.openStep),
        in: [.groupSteps], hint: .init("open", rank: 10), disabledReason: Reasons.needsStep),
      row(
        "fold", "Fold or unfold", "Folds or unfolds the step, or the one around it.", ["z"], in: [.groupSteps],
        disabledReason: Reasons.needsStep
      ) { screen, _ in
        screen.steps.fold()
        return []
      },
      row(.nextTab, "groups.nextTab", in: [.groupRun], hint: .init("parts", rank: 40)) { screen, _ in
        screen.viewer.turnTab(1)
      },
      row(.previousTab, "groups.previousTab", in: [.groupRun]) { screen, _ in
        screen.viewer.turnTab(-1)
      },
      row(.tabRight, "groups.tabRight", in: [.groupSteps]) { screen, _ in
        screen.viewer.turnTab(1)
      },
      row(.tabLeft, "groups.tabLeft", in: [.groupSteps]) { screen, _ in
        screen.viewer.turnTab(-1)
      },
      row(
        "whereFrom", "Where from", "Shows where the step's values come from, and which steps use its output.", ["w"],
        in: [.groupRun]
      ) { screen, _ in
        screen.viewer.show(.whereFrom)
      },
      row(
        "definition", "Definition", "Shows what the file says of the step, and what has changed since the run.", ["d"],
        in: [.groupRun]
      ) { screen, _ in
        screen.viewer.show(.definition)
      },
    ]
  }

  private static var moving: [CommandRow] {
    .moving("groups.list", in: .groupList) { .groups(.move(.list($0))) }
      + .moving("groups.steps", in: .groupSteps) { .groups(.move(.steps($0))) }
  }
}

// Reasons why a command can do nothing now.
extension GroupsScreen {
  private static let needsGroup: @Sendable (State) -> String? = {
    $0.groups.whyNoRun
  }

  private static let needsKept: @Sendable (State) -> String? = { state in
    guard let run = state.groups.list.selected?.run else { return "The cursor is not on a run." }
    return state.groups.live.contains { $0.id == run.id } ? "The run is in progress." : nil
  }

  private static let needsEndedStep: @Sendable (State) -> String? = { state in
    guard let run = state.groups.shownRun else { return Reasons.noRunShown(state) }
    if state.groups.steps.past != nil { return Reasons.isPast }
    if run.isLive { return "The run is still in progress." }
    return Reasons.needsStep(state)
  }

  /// The step of the file can be replayed with the results of its last run.
  private static let needsReplay: @Sendable (State) -> String? = { state in
    let groups = state.groups
    guard groups.shownRun == nil, let last = groups.lastRun else { return needsEndedStep(state) }
    if groups.isEditing { return Reasons.isStillTyped }
    if groups.live.contains(where: { $0.id == last.id }) { return "Run \(last.sequence) is still in progress." }
    return Reasons.needsStep(state)
  }

  private static let needsChange: @Sendable (State) -> String? = { state in
    if let reason = needsEndedStep(state) { return reason }
    guard let first = state.groups.steps.firstStale else { return "No step has changed since this run." }
    return first == .root ? "Steps side by side have changed: F5 runs the group again." : nil
  }
}
