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
      [.groupPart, .groupStep, .groupRun, .groups],
      [.groupSteps, .groupFile, .groups], [.groupStep, .groupFile, .groups],
    ]
    let typing: [[KeyContext]] = [
      [.groupListFilter], [.groupEditor], [.groupPrompt], [.groupFinder], [.groupFinderText, .groupFinder],
      [.groupFinderCompletion, .groupFinder],
    ]
    return (panes + comparedContextSets).map { $0 + KeyContext.around(isTyping: false) }
      + typing.map { $0 + KeyContext.around(isTyping: true) }
      + [[.popup, .breakpoints, .sheet], [.popup, .why, .sheet]] + StepFormPane.keyContextSets
  }

  package static var commands: [CommandRow] {
    running + Exporting.ofGroups + listCommands + travelCommands + teamCommands + breakpointCommands + stepping
      + goingOn + changing
      + editing
      + assembling + looking + switching + timeCommands + findingCommands + whyCommands + watchCommands + pastCommands
      + forkCommands
      + comparingCommands + moving + partCommands + typing + formCommands
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

  /// Keys that control a run work in the list too; beside a file these keys are for assembling.
  private static let debugging: [KeyContext] = [.groupList, .groupRun]

  private static var stepping: [CommandRow] {
    [
      row(
        "runAgain", "Run the step again", "Runs the step again that is paused after it ran.", ["r"], in: [.groupRun],
        hint: .init("run again", rank: 8), disabledReason: needsRanStep
      ) { screen, _ in
        screen.runStepAgain()
      },
      row(
        "resume", "Continue", "Continues the run until the next breakpoint.", ["c"], in: debugging,
        hint: .init("continue", rank: 5), disabledReason: needsPause
      ) { screen, _ in
        screen.goOn(.resume)
      },
      row(
        "step", "Step over", "Runs the paused step with everything in it, and stops at the next.", ["."], in: debugging,
        hint: .init("step over", rank: 6), disabledReason: needsPause
      ) { screen, _ in
        screen.goOn(.step)
      },
      row(
        "into", "Step into", "Steps into a group and stops at its first step.", [">"], in: debugging,
        disabledReason: needsPause
      ) { screen, _ in
        screen.goOn(.stepInto)
      },
      row(
        "out", "Step out", "Runs the rest of the surrounding group, and stops after it.", ["<"], in: debugging,
        disabledReason: needsPause
      ) { screen, _ in
        screen.goOn(.stepOut)
      },
      row(
        "hold", "Pause or resume", "Starts no further step; steps in flight complete. Again resumes the run.",
        ["Space"], in: debugging,
        disabledReason: { state in
          if state.groups.comparison != nil { return isComparing }
          if state.groups.steps.past != nil { return isPast }
          return state.groups.shownRun?.isLive == true ? nil : "The run is over."
        }
      ) { screen, _ in
        screen.hold()
      },
    ]
  }

  private static var changing: [CommandRow] {
    [
      row(
        "input", "Edit the input", "Edits the paused step's input as JSON. Takes effect when the step runs.", ["i"],
        in: [.groupRun, .groupList], hint: .init("edit input", rank: 10), disabledReason: needsInput
      ) { screen, _ in
        screen.editInput(outside: false)
      },
      row(
        "inputOutside", "Edit the input in $EDITOR", "Opens the paused step's input in your editor.", ["e"],
        in: [.groupRun], disabledReason: needsInput
      ) { screen, _ in
        screen.editInput(outside: true)
      },
      row(
        "list", "Edit the list", "Edits the list that the paused step runs for, as a JSON array.", ["E"],
        in: [.groupRun, .groupList], hint: .init("edit list", rank: 9), disabledReason: needsList
      ) { screen, _ in
        screen.editList()
      },
      row(
        "takeBack", "Undo the edit", "Restores the step's own input, list, request or result.", ["u"], in: [.groupRun],
        disabledReason: { state in
          let path = state.groups.steps.selected?.path
          return path.flatMap { state.groups.shownRun?.edited[$0] } == nil ? "The step was not edited." : nil
        }
      ) { screen, _ in
        screen.takeBack()
        return []
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
        in: [.groupSteps], hint: .init("open", rank: 10), disabledReason: needsStep),
      row(
        "fold", "Fold or unfold", "Folds or unfolds the step, or the one around it.", ["z"], in: [.groupSteps],
        disabledReason: needsStep
      ) { screen, _ in
        screen.steps.fold()
        return []
      },
      row(.nextTab, "groups.nextTab", in: [.groupRun], hint: .init("parts", rank: 40)) { screen, _ in
        screen.turnTab(1)
      },
      row(.previousTab, "groups.previousTab", in: [.groupRun]) { screen, _ in
        screen.turnTab(-1)
      },
      row(.tabRight, "groups.tabRight", in: [.groupSteps]) { screen, _ in
        screen.turnTab(1)
      },
      row(.tabLeft, "groups.tabLeft", in: [.groupSteps]) { screen, _ in
        screen.turnTab(-1)
      },
      row(
        "whereFrom", "Where from", "Shows where the step's values come from, and which steps use its output.", ["w"],
        in: [.groupRun]
      ) { screen, _ in
        screen.show(.whereFrom)
      },
      row(
        "definition", "Definition", "Shows what the file says of the step, and what has changed since the run.", ["d"],
        in: [.groupRun]
      ) { screen, _ in
        screen.show(.definition)
      },
    ]
  }

  private static var moving: [CommandRow] {
    .moving("groups.list", in: .groupList) { .groups(.move(.list($0))) }
      + .moving("groups.steps", in: .groupSteps) { .groups(.move(.steps($0))) }
  }

  private static var typing: [CommandRow] {
    let editor: [KeyContext] = [.groupEditor]
    return [
      row(
        "apply", "Apply", "Applies the edit, once it is valid JSON. Takes effect when the step runs.",
        ["Ctrl-S", "Alt-Enter"], .edit(.apply), in: editor, hint: .init("apply", rank: 1)),
      CommandRow(
        .leaveEditor, "groups.leave", in: editor, hint: .init("cancel", rank: 2), does: .groups(.edit(.leave))),
      row(.handOver, "groups.handOver", in: editor, hint: .init("$EDITOR", rank: 3)) { screen, _ in
        screen.step.edit.map { [.perform(GroupEffect.stage($0))] } ?? []
      },
      row(.indent, "groups.indent", in: editor) { screen, _ in
        screen.changeText { _ = $0.handle(.tab) }
        return []
      },
      row(.undoTyping, "groups.undoTyping", in: editor) { screen, _ in
        screen.changeText { _ = $0.undo() }
        return []
      },
      row(.redoTyping, "groups.redoTyping", in: editor) { screen, _ in
        screen.changeText { _ = $0.redo() }
        return []
      },
    ]
  }
}

// Why a command can do nothing now.
extension GroupsScreen {
  private static let needsGroup: @Sendable (State) -> String? = {
    $0.groups.whyNoRun
  }

  static let needsStep: @Sendable (State) -> String? = {
    $0.groups.steps.selected == nil ? "The cursor is not on a step." : nil
  }

  private static let needsKept: @Sendable (State) -> String? = { state in
    guard let run = state.groups.list.selected?.run else { return "The cursor is not on a run." }
    return state.groups.live.contains { $0.id == run.id } ? "The run is in progress." : nil
  }

  private static let needsEndedStep: @Sendable (State) -> String? = { state in
    guard let run = state.groups.shownRun else { return whyNoRunShown(state) }
    if state.groups.steps.past != nil { return isPast }
    if run.isLive { return "The run is still in progress." }
    return needsStep(state)
  }

  /// The step of the file can be replayed with the results of its last run.
  private static let needsReplay: @Sendable (State) -> String? = { state in
    let groups = state.groups
    guard groups.shownRun == nil, let last = groups.lastRun else { return needsEndedStep(state) }
    if groups.isEditing { return isStillTyped }
    return groups.live.contains { $0.id == last.id } ? "Run \(last.sequence) is still in progress." : needsStep(state)
  }

  private static let needsChange: @Sendable (State) -> String? = { state in
    if let reason = needsEndedStep(state) { return reason }
    guard let first = state.groups.steps.firstStale else { return "No step has changed since this run." }
    return first == .root ? "Steps side by side have changed: F5 runs the group again." : nil
  }

  static let needsPause: @Sendable (State) -> String? = { state in
    if state.groups.isEditing { return GroupsScreen.isStillTyped }
    if state.groups.comparison != nil { return isComparing }
    if state.groups.steps.past != nil { return isPast }
    guard let run = state.groups.shownRun else { return "No run is in progress: F5 starts one." }
    guard run.isLive else { return "The run is over: s shows the file, to edit it; R replays from here." }
    return run.isPaused ? nil : "The run is not paused: Space pauses it."
  }

  static let needsInput: @Sendable (State) -> String? = { state in
    if let reason = needsPause(state) { return reason }
    guard let stop = state.groups.stop else { return "No step is paused yet." }
    return stop.result == nil ? nil : "The step has already run."
  }

  static let needsRanStep: @Sendable (State) -> String? = { state in
    if let reason = needsPause(state) { return reason }
    return state.groups.stop?.result == nil ? "The step has not run yet." : nil
  }

  private static let needsList: @Sendable (State) -> String? = { state in
    if let reason = needsInput(state) { return reason }
    return state.groups.stop?.node.isList == true ? nil : "The paused step does not run for a list."
  }

  static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: Action,
    in contexts: [KeyContext] = [.groups], hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("groups.\(id)"), title, help: help, keys: keys, in: contexts, hint: hint, does: .groups(action),
      disabledReason: disabledReason)
  }
}
