import ParleyEngine
import TerminalKit
import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

/// Finding steps, and getting to where their values come from.
package indirect enum FindAction: Sendable {
  case clear
  case complete(FilterCompletion.Action)
  /// From the line under the cursor to what it speaks of.
  case jump
  case goBack
  case value(String)
  case found([FoundInRun], text: String)
  /// To where a value was found.
  case goTo(FoundInRun)
  case valueInRuns(String, of: String?)
  case foundInRuns([FoundInKeptRun], text: String)
  case goToRun(FoundInKeptRun)
  /// Read for the lines of *Where from*.
  case values([GivenPlace: String], of: StepSubject)
}

extension GroupsScreen {
  mutating func find(_ action: FindAction) -> [Effect] {
    switch action {
    case .clear:
      let start = steps.finder.typing == .text ? steps.finder.start : nil
      changeFinder { $0.clear() }
      if let start { steps.cursor.select(start) }
    case .complete(let action):
      let vocabulary = steps.vocabulary
      changeFinder { $0.complete(action, vocabulary) }
    case .jump: return jump()
    case .goBack: return goBackToPlace()
    case .valueInRuns(let text, let group): return [.perform(SourceEffect.findInRuns(text, of: group))]
    case .foundInRuns(let places, let text):
      guard !places.isEmpty else {
        return [.say(.refused("“\(text.fitted(to: 40))” stands nowhere in the newest runs."))]
      }
      return [.ask(Picker(found: places))]
    case .goToRun(let found): return go(to: found)
    case .value(let text):
      return steps.run.map { [.perform(SourceEffect.find(text, in: $0.recording))] } ?? []
    case .found(let places, let text):
      guard !places.isEmpty else { return [.say(.refused("“\(text.fitted(to: 40))” stands nowhere in this run."))] }
      return [.ask(Picker(found: places))]
    case .goTo(let place): return go(to: place.step, StepTab(place.part), place.path)
    case .values(let values, let subject): if subject == step.subject { step.sourceValues = values }
    }
    return []
  }

  private mutating func goToFailure(_ direction: Int) -> [Effect] {
    steps.follows = false
    if let path = steps.failure(direction) { steps.select(path) }
    return []
  }

  private mutating func beginFinding(_ purpose: StepFinder.Purpose) -> [Effect] {
    steps.follows = false
    let line = steps.cursor.selected
    changeFinder { $0.begin(purpose, at: line) }
    return [.then(.navigation(.focus(.steps)))]
  }

  /// Handles an event while text is typed in the line above the steps.
  mutating func typeInFinder(_ event: InputEvent) {
    let vocabulary = steps.vocabulary
    let isText = steps.finder.typing == .text
    changeFinder { _ = $0.take(event, vocabulary) }
    if isText { steps.find() }
  }

  /// The line takes room from the steps.
  private mutating func changeFinder(_ change: (inout StepFinder) -> Void) {
    let (filter, lines) = (steps.finder.filter, steps.headLines)
    change(&steps.finder)
    steps.cursor.height += lines - steps.headLines
    if steps.finder.filter != filter { steps.filterChanged() }
  }

  /// Esc: what was opened last is closed first.
  func leaveFound(from focus: Pane) -> FindAction? {
    if focus == .steps, steps.finder.showsLine { return .clear }
    return places.isEmpty ? nil : .goBack
  }
}

// Its keys.
extension GroupsScreen {
  static var findingCommands: [CommandRow] {
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
        screen.goToFailure(1)
      },
      row(
        "previousFailure", "Previous failure", "Goes to the previous step that failed.", ["N"], in: [.groupSteps],
        disabledReason: needsFailure
      ) { screen, _ in
        screen.goToFailure(-1)
      },
      row(
        "findStep", "Find a step", "Goes to a step by its name, number or request as you type.", ["/"],
        in: [.groupSteps]
      ) { screen, _ in
        screen.beginFinding(.text)
      },
      row(
        "filterSteps", "Filter the steps",
        "Shows the steps that match words and fields, such as `state:failed`, `status>=500`, `ms>200`, `slow`, `is:changed`; `-` before one means not.",
        ["f"], in: [.groupSteps], disabledReason: { $0.groups.shownRun == nil ? whyNoRunShown($0) : nil }
      ) { screen, _ in
        screen.beginFinding(.filter)
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
        screen.changeFinder { $0.end() }
        return []
      },
      row(
        "clearFinder", "Clear", "Shows all steps again, or goes back to where the search began.", ["Esc"],
        .find(.clear), in: line, hint: .init("all steps", rank: 20)),
      row("findNext", "Next match", "Moves to the next step that matches.", ["Down"], in: text) { screen, _ in
        screen.steps.findNext(1)
        return []
      },
      row("findPrevious", "Previous match", "Moves to the previous step that matches.", ["Up"], in: text) { screen, _ in
        screen.steps.findNext(-1)
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
        disabledReason: { state in
          if state.groups.comparison != nil { return isComparing }
          if state.groups.isEditing { return isStillTyped }
          return state.groups.shownRun == nil ? whyNoRunShown(state) : nil
        }
      ) { screen, _ in
        [.ask(FindValueForm(scope: .shownRun))]
      },
      row(
        "backToPlace", "Back", "Goes back to where you jumped from.", ["Backspace"], .find(.goBack), in: [.groupRun],
        disabledReason: { $0.groups.places.isEmpty ? "You have not jumped anywhere." : nil }),
    ]
  }
}
