import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension GroupsScreen {
  static var breakpointCommands: [CommandRow] {
    [
      row(
        "breakpoint", "Breakpoint",
        "Sets or clears a breakpoint before this step; turns one with a condition off and on.", ["b"], in: stepContexts,
        hint: .init("breakpoint", rank: 20), disabledReason: needsStepRow
      ) { screen, _ in
        screen.turnBreakpoint(.before)
      },
      row(
        "breakpointAfter", "Breakpoint after",
        "Sets or clears a breakpoint after this step; turns one with a condition off and on.", ["Alt-b"],
        in: stepContexts, disabledReason: needsStepRow
      ) { screen, _ in
        screen.turnBreakpoint(.after)
      },
      row(
        "breakpoints", "Breakpoints", "Lists the group's breakpoints: add, edit, turn off, delete, go to the step.",
        ["B"], in: [.groups], hint: .init("breakpoints", rank: 42), disabledReason: needsShownGroup
      ) { screen, _ in
        [.ask(BreakpointSheet())]
      },
    ] + inList
  }

  private static var stepContexts: [KeyContext] { [.groupRun, .groupFile] }

  private static var inList: [CommandRow] {
    [
      row(
        "breakpoints.toggle", "Turn the breakpoint off or on",
        "Turns the breakpoint off or on. One that is off is kept.", ["Space"], in: [.breakpoints],
        hint: .init("on/off", rank: 2)
      ) { screen, _ in
        screen.changeSelected { $0[$1].isOn.toggle() }
      },
      row(
        "breakpoints.add", "Add a breakpoint",
        "Adds a breakpoint: before, after, on failure or when a shared key is written; for one step, one element or all, on a condition.",
        ["a"], in: [.breakpoints], hint: .init("add", rank: 3)
      ) { screen, _ in
        screen.addBreakpoint()
      },
      row(
        "breakpoints.delete", "Delete the breakpoint", "Deletes the breakpoint.", ["D", "Delete"], in: [.breakpoints],
        hint: .init("delete", rank: 4)
      ) { screen, _ in
        screen.changeSelected {
          _ = $0.remove(at: $1)
        }
      },
      row(
        "breakpoints.failure", "Stop on any failure",
        "Stops after each request or local job that failed; again turns it off.", ["f"], in: [.breakpoints],
        hint: .init("any failure", rank: 5)
      ) { screen, _ in
        screen.changeBreakpoints { $0.turn(.failure, at: nil) }
      },
    ]
  }
}

// What one can do at a pause.
extension GroupsScreen {
  static var goingOn: [CommandRow] {
    [
      row(
        "resumeLane", "Continue this lane",
        "Continues only the lane of the step under the cursor: its branch of a concurrent group, or its element.",
        ["Alt-c"], in: [.groupRun], disabledReason: needsPause
      ) { screen, _ in
        screen.steps.selected.map { screen.goOn(.resumeLane(screen.steps.lane(of: $0.path))) } ?? []
      },
      row(
        "runToCursor", "Run to the cursor", "Continues until the step under the cursor, or the next breakpoint.",
        ["Alt-g"], in: [.groupRun], disabledReason: needsStepAhead
      ) { screen, _ in
        screen.steps.selected.map { screen.goOn(.resumeUntil($0.path)) } ?? []
      },
    ]
  }

  static var editing: [CommandRow] {
    [
      row(
        "request", "Edit the request",
        "Edits the paused step's request as it would be sent: method, URL, query, headers, body. Sent when the step runs.",
        ["I"], in: [.groupRun, .groupList], hint: .init("edit request", rank: 11), disabledReason: needsRequest
      ) { screen, _ in
        screen.withStop { .draft($0, $1, run: $2) }
      },
      row(
        "output", "Edit the result", "Edits what the paused step gave, before later steps get it.", ["O"],
        in: [.groupRun, .groupList], hint: .init("edit result", rank: 9), disabledReason: needsRanStep
      ) { screen, _ in
        screen.withStop { .output($0, $1, run: $2) }
      },
      row(
        "value", "Edit an earlier value",
        "Edits what the step under the cursor gave. Steps that have not run yet work on the edited value.", ["A"],
        in: [.groupRun, .groupList], disabledReason: needsEarlierStep
      ) { screen, _ in
        screen.editValue()
      },
      row(
        "result", "Go on with a result",
        "Uses a result that you write, or that an earlier run recorded, in place of the paused step's own.", ["t"],
        in: [.groupRun, .groupList], disabledReason: needsPause
      ) { screen, _ in
        screen.giveResult()
      },
    ]
  }
}

// Why a command can do nothing now.
extension GroupsScreen {
  private static let needsStepAhead: @Sendable (State) -> String? = { state in
    if let reason = needsPause(state) ?? needsStepRow(state) { return reason }
    let record = state.groups.steps.record
    return record?.state.isFinal == true ? "The step has already run." : nil
  }

  private static let needsRequest: @Sendable (State) -> String? = { state in
    if let reason = needsInput(state) { return reason }
    guard let stop = state.groups.stop else { return nil }
    if stop.node.isList { return "The step makes a request for each element: step into it with >." }
    return stop.node.node.sendsRequest ? nil : "The step sends no request."
  }

  private static let needsEarlierStep: @Sendable (State) -> String? = { state in
    if let reason = needsPause(state) { return reason }
    guard let record = state.groups.steps.record, record.state.isFinal else { return "The step has not ended." }
    guard record.kind == .request || record.kind == .job, record.output != .nodes else {
      return "Its value is made of those of its steps: edit one of them."
    }
    return record.state == .neverRan ? "The step was not run." : nil
  }

  static let needsStepRow: @Sendable (State) -> String? = {
    $0.groups.steps.selected == nil ? "The cursor is not on a step." : nil
  }

  static let needsShownGroup: @Sendable (State) -> String? = {
    $0.groups.steps.group == nil ? "The cursor is not on a group." : nil
  }
}
