import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The commands while a run is in progress, and for a step that waits.
enum Debugging: GroupsPart {
  static var commands: [CommandRow] { stepping + goingOn + changing + editing }

  /// Keys that control a run work in the list too; beside a file these keys are for assembling.
  private static let debugging: [KeyContext] = [.groupList, .groupRun]

  private static var stepping: [CommandRow] {
    [
      row(
        "runAgain", "Run the step again", "Runs the step again that is paused after it ran.", ["r"], in: [.groupRun],
        hint: .init("run again", rank: 8), disabledReason: needsRanStep
      ) { screen, _ in
        screen.viewer.runStepAgain()
      },
      row(
        "resume", "Continue", "Continues the run until the next breakpoint.", ["c"], in: debugging,
        hint: .init("continue", rank: 5), disabledReason: Reasons.needsPause
      ) { screen, _ in
        screen.viewer.goOn(.resume)
      },
      row(
        "step", "Step over", "Runs the paused step with everything in it, and stops at the next.", ["."], in: debugging,
        hint: .init("step over", rank: 6), disabledReason: Reasons.needsPause
      ) { screen, _ in
        screen.viewer.goOn(.step)
      },
      row(
        "into", "Step into", "Steps into a group and stops at its first step.", [">"], in: debugging,
        disabledReason: Reasons.needsPause
      ) { screen, _ in
        screen.viewer.goOn(.stepInto)
      },
      row(
        "out", "Step out", "Runs the rest of the surrounding group, and stops after it.", ["<"], in: debugging,
        disabledReason: Reasons.needsPause
      ) { screen, _ in
        screen.viewer.goOn(.stepOut)
      },
      row(
        "hold", "Pause or resume", "Starts no further step; steps in flight complete. Again resumes the run.",
        ["Space"], in: debugging,
        disabledReason: { state in
          if state.groups.comparison != nil { return Reasons.isComparing }
          if state.groups.steps.past != nil { return Reasons.isPast }
          return state.groups.shownRun?.isLive == true ? nil : "The run is over."
        }
      ) { screen, _ in
        screen.viewer.hold()
      },
    ]
  }

  private static var changing: [CommandRow] {
    [
      row(
        "input", "Edit the input", "Edits the paused step's input as JSON. Takes effect when the step runs.", ["i"],
        in: [.groupRun, .groupList], hint: .init("edit input", rank: 11), disabledReason: needsInput
      ) { screen, _ in
        screen.viewer.editInput(outside: false)
      },
      row(
        "inputOutside", "Edit the input in $EDITOR", "Opens the paused step's input in your editor.", ["e"],
        in: [.groupRun], disabledReason: needsInput
      ) { screen, _ in
        screen.viewer.editInput(outside: true)
      },
      row(
        "list", "Edit the list", "Edits the list that the paused step runs for, as a JSON array.", ["E"],
        in: [.groupRun, .groupList], hint: .init("edit list", rank: 9), disabledReason: needsList
      ) { screen, _ in
        screen.viewer.editList()
      },
      row(
        "takeBack", "Undo the edit", "Restores the step's own input, list, request or result.", ["u"], in: [.groupRun],
        disabledReason: { state in
          let path = state.groups.steps.selected?.path
          return path.flatMap { state.groups.shownRun?.edited[$0] } == nil ? "The step was not edited." : nil
        }
      ) { screen, _ in
        screen.viewer.takeBack()
        return []
      },
    ]
  }

  private static var goingOn: [CommandRow] {
    [
      row(
        "resumeLane", "Continue this lane",
        "Continues only the lane of the step under the cursor: its branch of a concurrent group, or its element.",
        ["Alt-c"], in: [.groupRun], disabledReason: Reasons.needsPause
      ) { screen, _ in
        screen.steps.selected.map { screen.viewer.goOn(.resumeLane(screen.steps.lane(of: $0.path))) } ?? []
      },
      row(
        "runToCursor", "Run to the cursor", "Continues until the step under the cursor, or the next breakpoint.",
        ["Alt-g"], in: [.groupRun], disabledReason: needsStepAhead
      ) { screen, _ in
        screen.steps.selected.map { screen.viewer.goOn(.resumeUntil($0.path)) } ?? []
      },
    ]
  }

  private static var editing: [CommandRow] {
    [
      row(
        "request", "Edit the request",
        "Edits the paused step's request as it would be sent: method, URL, query, headers, body. Sent when the step runs.",
        ["I"], in: [.groupRun, .groupList], hint: .init("edit request", rank: 10), disabledReason: needsRequest
      ) { screen, _ in
        screen.viewer.withStop { .draft($0, $1, run: $2) }
      },
      row(
        "output", "Edit the result", "Edits what the paused step gave, before later steps get it.", ["O"],
        in: [.groupRun, .groupList], hint: .init("edit result", rank: 9), disabledReason: needsRanStep
      ) { screen, _ in
        screen.viewer.withStop { .output($0, $1, run: $2) }
      },
      row(
        "value", "Edit an earlier value",
        "Edits what the step under the cursor gave. Steps that have not run yet work on the edited value.", ["A"],
        in: [.groupRun, .groupList], disabledReason: needsEarlierStep
      ) { screen, _ in
        screen.viewer.editValue()
      },
      row(
        "result", "Go on with a result",
        "Uses a result that you write, or that an earlier run recorded, in place of the paused step's own.", ["t"],
        in: [.groupRun, .groupList], disabledReason: Reasons.needsPause
      ) { screen, _ in
        screen.viewer.giveResult()
      },
    ]
  }
}

// Reasons why a command can do nothing now.
extension Debugging {
  private static let needsStepAhead: @Sendable (State) -> String? = { state in
    if let reason = Reasons.needsPause(state) ?? Reasons.needsStep(state) { return reason }
    let record = state.groups.steps.record
    return record?.state.isFinal == true ? "The step has already run." : nil
  }

  private static let needsRequest: @Sendable (State) -> String? = { state in
    if let reason = needsInput(state) { return reason }
    guard let stop = state.groups.viewer.stop else { return nil }
    if stop.node.isList { return "The step makes a request for each element: step into it with >." }
    return stop.node.node.sendsRequest ? nil : "The step sends no request."
  }

  private static let needsEarlierStep: @Sendable (State) -> String? = { state in
    if let reason = Reasons.needsPause(state) { return reason }
    guard let record = state.groups.steps.record, record.state.isFinal else { return "The step has not ended." }
    guard record.kind == .request || record.kind == .job, record.output != .nodes else {
      return "Its value is made of those of its steps: edit one of them."
    }
    return record.state == .neverRan ? "The step was not run." : nil
  }

  private static let needsInput: @Sendable (State) -> String? = { state in
    if let reason = Reasons.needsPause(state) { return reason }
    guard let stop = state.groups.viewer.stop else { return "No step is paused yet." }
    return stop.result == nil ? nil : "The step has already run."
  }

  private static let needsRanStep: @Sendable (State) -> String? = { state in
    if let reason = Reasons.needsPause(state) { return reason }
    return state.groups.viewer.stop?.result == nil ? "The step has not run yet." : nil
  }

  private static let needsList: @Sendable (State) -> String? = { state in
    if let reason = needsInput(state) { return reason }
    return state.groups.viewer.stop?.node.isList == true ? nil : "The paused step does not run for a list."
  }
}
