import TerminalKit
import WorkbenchParts
import WorkbenchState

extension StepFinder: GroupsPart {
  static var commands: [CommandRow] {
    searching + typingAFilter + travelling
      + .completing("groups.field", in: .groupFinderCompletion) { .groups(.find(.complete($0))) }
  }

  private static let needsFailure: @Sendable (State) -> String? = {
    $0.groups.steps.failures.isEmpty ? "No step of this run failed." : nil
  }

  private static var searching: [CommandRow] {
    [
      row(
        "nextFailure", "Next failure", "Goes to the next step that failed.", ["n"], in: [.groupSteps],
        disabledReason: needsFailure
      ) { screen, _ in
        screen.viewer.goToFailure(1)
      },
      row(
        "previousFailure", "Previous failure", "Goes to the previous step that failed.", ["N"], in: [.groupSteps],
        disabledReason: needsFailure
      ) { screen, _ in
        screen.viewer.goToFailure(-1)
      },
      row(
        "findStep", "Find a step", "Goes to a step by its name, number or request as you type.", ["/"],
        in: [.groupSteps]
      ) { screen, _ in
        screen.viewer.beginFinding(.text)
      },
      row(
        "filterSteps", "Filter the steps",
        "Shows the steps that match words and fields, such as `state:failed`, `status>=500`, `ms>200`, `slow`, `is:changed`; `-` before one means not.",
        ["f"], in: [.groupSteps], disabledReason: { $0.groups.shownRun == nil ? Reasons.noRunShown($0) : nil }
      ) { screen, _ in
        screen.viewer.beginFinding(.filter)
      },
    ]
  }

  private static var typingAFilter: [CommandRow] {
    let line: [KeyContext] = [.groupFinder]
    let text: [KeyContext] = [.groupFinderText]
    return [
      row(
        "endFinding", "Keep it", "Keeps the filter, or the step that was found, and moves to the steps.", ["Enter"],
        in: line, hint: .init("to the steps", rank: 10)
      ) { screen, _ in
        screen.viewer.changeFinder { $0.end() }
        return []
      },
      row(
        "clearFinder", "Clear", "Shows all steps again, or goes back to where the search began.", ["Esc"],
        .find(.clear), in: line, hint: .init("all steps", rank: 20)),
      row("findNext", "Next match", "Moves to the next step that matches.", ["Down"], in: text) { screen, _ in
        screen.viewer.steps.findNext(1)
        return []
      },
      row("findPrevious", "Previous match", "Moves to the previous step that matches.", ["Up"], in: text) { screen, _ in
        screen.viewer.steps.findNext(-1)
        return []
      },
    ]
  }

  private static var travelling: [CommandRow] {
    [
      row(
        "findValue", "Find a value",
        "Finds a value in what the steps worked on, sent, got and gave: text, a number, or a jq condition such as `.total > 100`. Enter goes there, Backspace comes back.",
        ["v"], in: [.groupRun],
        disabledReason: Reasons.needsShownRun
      ) { _, _ in
        [.ask(FindValueForm(scope: .shownRun))]
      },
      row(
        "backToPlace", "Back", "Goes back to where you jumped from.", ["Backspace"], .find(.goBack), in: [.groupRun],
        disabledReason: { $0.groups.viewer.places.isEmpty ? "You have not jumped anywhere." : nil }),
    ]
  }
}
