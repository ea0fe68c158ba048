package import WorkbenchServices
package import WorkbenchState

/// Asks for the name of a filter of the log.
package struct FilterNameForm: PopupForm {
  let filter: String

  package init(filter: String) {
    self.filter = filter
  }

  package var title: String { "Save the filter" }
  package var note: String { filter }
  package var fields: [FormField] { [FormField("name")] }
  package var reopened: ReopenedForm? { .filter(filter) }

  package func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard !answers[0].isEmpty else { throw FormMistake("Name the filter.") }
    return .events(.keep(SavedFilter(answers[0], filter)))
  }
}
