import ParleyModel
import ParleyText

/// Asks for the folder of the marked requests.
struct MoveMarkedForm: PopupForm {
  let requests: [RequestID]

  var title: String { "Move \(requests.count.counted("request"))" }
  var note: String { "A folder such as user/admin, created as needed; files that name them follow. Empty is the top." }
  var fields: [FormField] { [FormField("folder")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let folder = answers[0].trimmed
    guard !folder.isEmpty else { return .tree(.moveMany(requests, into: "")) }
    guard let file = ListedFile(.folder, typed: folder) else {
      throw FormMistake("A folder looks like user/admin; no part is empty or starts with a dot, and none has {{.")
    }
    return .tree(.moveMany(requests, into: file.name))
  }
}
