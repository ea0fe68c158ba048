import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

extension ReopenedForm {
  /// The action that opens the form.
  var action: Action {
    switch self {
    case .environments(let form): .environments(.fill(form))
    case .newSharedKey: .shared(.key(.askNew))
    case .renameSharedKey(let name): .ask(RenameKeyForm(name: name))
    case .importKeys: .ask(ImportKeysForm())
    case .snapshot: .ask(SnapshotForm())
    case .filter(let text): .log(.askFilterName(text))
    case .pool: .workspace(.askPool)
    }
  }
}
