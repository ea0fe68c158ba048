import ParleyEngine
import TerminalKit
import WorkbenchState

extension PastRun: GroupsPart {
  static var commands: [CommandRow] {
    [
      pastRow(
        "back", "Back in time", "Shows the run as it was one moment earlier. No group runs meanwhile.", "{",
        hint: .init("back in time", rank: 48), whyNotBack
      ) { screen in
        screen.steps.moveInTime(by: -1)
        return []
      },
      pastRow(
        "forth", "Forth in time", "Shows the run one moment later; after the last moment, as it is now.", "}",
        hint: .init("forth", rank: 49), whyNotForth
      ) { screen in
        screen.steps.moveInTime(by: 1)
        return []
      },
      pastRow(
        "moment", "Go to a moment",
        "Shows the run as it was when a step began, at `+312 ms`, at `14:03:07`, or at moment `#7`. A click on the time axis does the same.",
        "@", whyNotPast
      ) { screen in
        [.ask(MomentForm(text: screen.steps.selected.map { "\($0.path)" } ?? ""))]
      },
      pastRow(
        "stepBefore", "Previous step in time", "Shows the run as it was when the step before began.", "Alt-{",
        whyNotBack
      ) { screen in
        screen.steps.jumpInTime(to: .step, -1)
      },
      pastRow(
        "stepAfter", "Next step in time", "Shows the run as it was when the next step began.", "Alt-}", whyNotForth
      ) { screen in
        screen.steps.jumpInTime(to: .step, 1)
      },
      pastRow(
        "writeBefore", "Previous write", "Shows the run as it was when a shared key was written last.", "Alt-(",
        whyNotBack
      ) { screen in
        screen.steps.jumpInTime(to: .write, -1)
      },
      pastRow(
        "writeAfter", "Next write", "Shows the run as it was when a shared key was written next.", "Alt-)", whyNotForth
      ) { screen in
        screen.steps.jumpInTime(to: .write, 1)
      },
    ]
  }

  private static let whyNotForth: @Sendable (State) -> String? = {
    $0.groups.steps.past == nil ? "The run is shown as it is now." : nil
  }

  private static let whyNotBack: @Sendable (State) -> String? = { state in
    if let past = state.groups.steps.past { return past.index == 0 ? "This is the first moment." : nil }
    return whyNotPast(state)
  }

  private static let whyNotPast: @Sendable (State) -> String? = { state in
    let steps = state.groups.steps
    if state.groups.comparison != nil { return Reasons.isComparing }
    if state.groups.isEditing { return Reasons.isStillTyped }
    guard let run = steps.present else { return Reasons.noRunShown(state) }
    if run.isUnderWay, !run.isPaused { return "The run is in progress: Space pauses it." }
    return run.records.isEmpty ? "Nothing has happened yet." : nil
  }

  private static func pastRow(
    _ id: String, _ title: String, _ help: String, _ key: String, hint: Command<State>.Hint? = nil,
    _ disabledReason: @escaping @Sendable (State) -> String?,
    does change: @escaping @Sendable (inout GroupsScreen) -> [Effect]
  ) -> CommandRow {
    row("past.\(id)", title, help, [key], in: [.groupRun], hint: hint, disabledReason: disabledReason) { screen, _ in
      change(&screen)
    }
  }
}
