import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension Breakpoints: GroupsPart {
  static var commands: [CommandRow] {
    [
      row(
        "breakpoint", "Breakpoint",
        "Sets or clears a breakpoint before this step; turns one with a condition off and on.", ["b"],
        .breakpoints(.turn(.before)), in: stepContexts, hint: .init("breakpoint", rank: 20),
        disabledReason: Reasons.needsStep),
      row(
        "breakpointAfter", "Breakpoint after",
        "Sets or clears a breakpoint after this step; turns one with a condition off and on.", ["Alt-b"],
        .breakpoints(.turn(.after)), in: stepContexts, disabledReason: Reasons.needsStep),
      row(
        "breakpoints", "Breakpoints", "Lists the group's breakpoints: add, edit, turn off, delete, go to the step.",
        ["B"], in: [.groups], hint: .init("breakpoints", rank: 42), disabledReason: needsShownGroup
      ) { _, _ in
        [.ask(BreakpointSheet())]
      },
    ] + inList
  }

  private static var stepContexts: [KeyContext] { [.groupRun, .groupFile] }

  private static var inList: [CommandRow] {
    [
      row(
        "breakpoints.toggle", "Turn the breakpoint off or on",
        "Turns the breakpoint off or on. One that is off is kept.", ["Space"],
        .breakpoints(.turnSelected), in: [.breakpoints], hint: .init("on/off", rank: 2)),
      row(
        "breakpoints.add", "Add a breakpoint",
        "Adds a breakpoint: before, after, on failure or when a shared key is written; for one step, one element or all, on a condition.",
        ["a"], .breakpoints(.add), in: [.breakpoints], hint: .init("add", rank: 3)),
      row(
        "breakpoints.delete", "Delete the breakpoint", "Deletes the breakpoint.", ["D", "Delete"],
        .breakpoints(.delete), in: [.breakpoints], hint: .init("delete", rank: 4)),
      row(
        "breakpoints.failure", "Stop on any failure",
        "Stops after each request or local job that failed; again turns it off.", ["f"],
        .breakpoints(.turnFailure), in: [.breakpoints], hint: .init("any failure", rank: 5)),
    ]
  }

  private static let needsShownGroup: @Sendable (State) -> String? = {
    $0.groups.steps.group == nil ? "The cursor is not on a group." : nil
  }
}
