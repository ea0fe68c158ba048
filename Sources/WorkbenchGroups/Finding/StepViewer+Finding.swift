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
  /// Read for the lines of *Where from*.
  case values([GivenPlace: String], of: StepSubject)
}

extension StepViewer {
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

  mutating func goToFailure(_ direction: Int) -> [Effect] {
    steps.follows = false
    if let path = steps.failure(direction) { steps.select(path) }
    return []
  }

  mutating func beginFinding(_ purpose: StepFinder.Purpose) -> [Effect] {
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
  mutating func changeFinder(_ change: (inout StepFinder) -> Void) {
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
