import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension Breakpoints: GroupsPart {
  static var commands: [CommandRow] {
    [
      row(
        "breakpoint", "Breakpoint",
        "Sets or clears a breakpoint before this step; turns one with a condition off and on.", ["b"], in: stepContexts,
        hint: .init("breakpoint", rank: 20), disabledReason: Reasons.needsStep
      ) { screen, _ in
        screen.breakpoints.turn(.before, in: screen.steps, live: screen.live)
      },
      row(
        "breakpointAfter", "Breakpoint after",
        "Sets or clears a breakpoint after this step; turns one with a condition off and on.", ["Alt-b"],
        in: stepContexts, disabledReason: Reasons.needsStep
      ) { screen, _ in
        screen.breakpoints.turn(.after, in: screen.steps, live: screen.live)
      },
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
        "Turns the breakpoint off or on. One that is off is kept.", ["Space"], in: [.breakpoints],
        hint: .init("on/off", rank: 2)
      ) { screen, _ in
        screen.breakpoints.changeSelected(in: screen.steps, live: screen.live) { $0[$1].isOn.toggle() }
      },
      row(
        "breakpoints.add", "Add a breakpoint",
        "Adds a breakpoint: before, after, on failure or when a shared key is written; for one step, one element or all, on a condition.",
        ["a"], in: [.breakpoints], hint: .init("add", rank: 3)
      ) { screen, _ in
        screen.breakpoints.add(in: screen.steps)
      },
      row(
        "breakpoints.delete", "Delete the breakpoint", "Deletes the breakpoint.", ["D", "Delete"], in: [.breakpoints],
        hint: .init("delete", rank: 4)
      ) { screen, _ in
        screen.breakpoints.changeSelected(in: screen.steps, live: screen.live) { _ = $0.remove(at: $1) }
      },
      row(
        "breakpoints.failure", "Stop on any failure",
        "Stops after each request or local job that failed; again turns it off.", ["f"], in: [.breakpoints],
        hint: .init("any failure", rank: 5)
      ) { screen, _ in
        screen.breakpoints.change(of: screen.steps.group, live: screen.live) { $0.turn(.failure, at: nil) }
      },
    ]
  }

  private static let needsShownGroup: @Sendable (State) -> String? = {
    $0.groups.steps.group == nil ? "The cursor is not on a group." : nil
  }
}
