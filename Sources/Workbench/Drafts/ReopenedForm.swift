import TerminalKit

/// A form that can be opened again from what is known of it.
package enum ReopenedForm: Hashable, Sendable, Codable {
  case environments(EnvironmentForm)
  case newSharedKey
  case renameSharedKey(String)
  case importKeys
  case snapshot
  case filter(String)
  case pool

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
