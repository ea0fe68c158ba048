import ParleyEngine
import TerminalKit
import WorkbenchServices

extension GroupsScreen {
  static var breakpointCommands: [CommandRow] {
    [
      debuggingRow(
        "breakpoint", "Breakpoint",
        "Sets or clears a breakpoint before this step; turns one with a condition off and on.",
        ["b"], .breakpoints(.turn(.before)), in: stepContexts, hint: .init("breakpoint", rank: 20),
        disabledReason: needsStepRow),
      debuggingRow(
        "breakpointAfter", "Breakpoint after",
        "Sets or clears a breakpoint after this step; turns one with a condition off and on.", ["Alt-b"],
        .breakpoints(.turn(.after)), in: stepContexts, disabledReason: needsStepRow),
      debuggingRow(
        "breakpoints", "Breakpoints", "Lists the group's breakpoints: add, edit, turn off, delete, go to the step.",
        ["B"], .breakpoints(.list), in: [.groups], hint: .init("breakpoints", rank: 42), disabledReason: needsShownGroup
      ),
    ] + inList
  }

  private static var stepContexts: [KeyContext] { [.groupRun, .groupFile] }

  private static var inList: [CommandRow] {
    [
      debuggingRow(
        "breakpoints.toggle", "Turn the breakpoint off or on",
        "Turns the breakpoint off or on. One that is off is kept.",
        ["Space"], .breakpoints(.toggle), in: [.breakpoints], hint: .init("on/off", rank: 2)),
      debuggingRow(
        "breakpoints.add", "Add a breakpoint",
        "Adds a breakpoint: before, after, on failure or when a shared key is written; for one step, one element or all, on a condition.",
        ["a"], .breakpoints(.add), in: [.breakpoints], hint: .init("add", rank: 3)),
      debuggingRow(
        "breakpoints.delete", "Delete the breakpoint", "Deletes the breakpoint.", ["D", "Delete"],
        .breakpoints(.delete), in: [.breakpoints], hint: .init("delete", rank: 4)),
      debuggingRow(
        "breakpoints.failure", "Stop on any failure",
        "Stops after each request or local job that failed; again turns it off.", ["f"], .breakpoints(.turnFailure),
        in: [.breakpoints], hint: .init("any failure", rank: 5)),
    ]
  }
}

// What one can do at a pause.
extension GroupsScreen {
  static var goingOn: [CommandRow] {
    [
      debuggingRow(
        "resumeLane", "Continue this lane",
        "Continues only the lane of the step under the cursor: its branch of a concurrent group, or its element.",
        ["Alt-c"], .pause(.resumeLane), in: [.groupRun], disabledReason: needsPause),
      debuggingRow(
        "runToCursor", "Run to the cursor", "Continues until the step under the cursor, or the next breakpoint.",
        ["Alt-g"], .pause(.runToCursor), in: [.groupRun], disabledReason: needsStepAhead),
    ]
  }

  static var editing: [CommandRow] {
    [
      debuggingRow(
        "request", "Edit the request",
        "Edits the paused step's request as it would be sent: method, URL, query, headers, body. Sent when the step runs.",
        ["I"], .pause(.editRequest), in: [.groupRun, .groupList], hint: .init("edit request", rank: 11),
        disabledReason: needsRequest),
      debuggingRow(
        "output", "Edit the result", "Edits what the paused step gave, before later steps get it.", ["O"],
        .pause(.editOutput), in: [.groupRun, .groupList], hint: .init("edit result", rank: 9),
        disabledReason: needsRanStep),
      debuggingRow(
        "value", "Edit an earlier value",
        "Edits what the step under the cursor gave. Steps that have not run yet work on the edited value.", ["A"],
        .pause(.editValue), in: [.groupRun, .groupList], disabledReason: needsEarlierStep),
      debuggingRow(
        "result", "Go on with a result",
        "Uses a result that you write, or that an earlier run recorded, in place of the paused step's own.", ["t"],
        .pause(.giveResult), in: [.groupRun, .groupList], disabledReason: needsPause),
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

  static func debuggingRow(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: Action, in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("groups.\(id)"), title, help: help, keys: keys, in: contexts, hint: hint, does: .groups(action),
      disabledReason: disabledReason)
  }
}
