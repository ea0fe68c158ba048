import ParleyModel
import ParleyText
import WorkbenchServices
import WorkbenchState

/// Asks for the folder into which an import goes.
struct ImportTargetForm: PopupForm {
  let outline: ImportOutline

  var title: String { outline.makesWorkspace ? "Folder of the workspace" : "Folder of the requests" }
  var note: String {
    outline.makesWorkspace ? "From the folder on that Parley was started in." : "Below requests/, such as shop/v2."
  }
  var fields: [FormField] {
    [FormField("folder", outline.makesWorkspace ? outline.target : String(outline.target.dropFirst("requests/".count)))]
  }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let folder = answers[0].trimmed
    guard !folder.isEmpty else { throw FormMistake("Name the folder.") }
    return .importing(.setTarget(folder))
  }
}
