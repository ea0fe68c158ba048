import ParleyModel
import WorkbenchServices
import WorkbenchState

/// Asks where the request of a scratch workspace is to be kept: a folder, and the name of the request.
struct KeepScratchForm: PopupForm {
  let draft: RequestDraft
  let hasEnvironments: Bool
  let isInEmptyFolder: Bool

  var title: String { "Save" }

  var note: String {
    let what = hasEnvironments ? "this request and your environments" : "this request"
    return "Creates a workspace from \(what), in a folder you can keep in git."
  }

  var fields: [FormField] {
    let name = draft.suggestedName
    return [FormField("folder", isInEmptyFolder ? "." : ""), FormField("request", name.isEmpty ? "first" : name)]
  }

  var focus: Int? { isInEmptyFolder ? 1 : 0 }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard !answers[0].isEmpty else { throw FormMistake("Name a folder.", field: 0) }
    let file = try NameQuestion.new(.request, in: "").file(named: answers[1], in: state)
    return .request(.keepScratch(draft, file.request, folder: answers[0]))
  }
}
