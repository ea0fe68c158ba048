import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Asks which value to find in runs.
struct FindValueForm: PopupForm {
  let scope: ValueScope

  var title: String { scope.title }
  var note: String {
    "In what the steps worked on, sent, got and gave: text, a number, \"a whole text\", or a jq condition such as .total > 100."
  }
  var fields: [FormField] { [FormField("value")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard !answers[0].trimmed.isEmpty else { throw FormMistake("Write a value.") }
    return .groups(scope.action(for: answers[0].trimmed))
  }
}

/// The runs in which a value is looked for.
enum ValueScope: Hashable, Sendable {
  case shownRun
  /// The newest runs of a group; nil for those of all groups.
  case runs(of: String?)

  fileprivate var title: String {
    switch self {
    case .shownRun: "Find a value in the run"
    case .runs(nil): "Find a value in all runs"
    case .runs(let group?): "Find a value in the runs of \(group.fitted(to: 40))"
    }
  }

  fileprivate func action(for text: String) -> GroupsScreen.Action {
    switch self {
    case .shownRun: .find(.value(text))
    case .runs(let group): .find(.valueInRuns(text, of: group))
    }
  }
}

extension Picker {
  init(found places: [FoundInRun]) {
    self.init("Found", places.map { Item(text: $0.line, action: .groups(.find(.goTo($0)))) })
  }

  init(found places: [FoundInKeptRun]) {
    self.init(
      "Found",
      places.map { found in
        Item(text: "run \(found.run.sequence)  \(found.place.line)", action: .groups(.move(.found(found))))
      })
  }
}
