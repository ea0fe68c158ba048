import WorkbenchServices

extension ReopenedForm {
  init?(_ purpose: FormPurpose) {
    switch purpose {
    case .environments(let form): self = .environments(form)
    case .sharedData(.new): self = .newSharedKey
    case .sharedData(.rename(let name)): self = .renameSharedKey(name)
    case .sharedData(.many(.importFile)): self = .importKeys
    case .sharedData(.many(.takeSnapshot)): self = .snapshot
    case .keepFilter(let text): self = .filter(text)
    case .pool: self = .pool
    default: return nil
    }
  }

  /// The action that opens the form.
  var action: Action {
    switch self {
    case .environments(let form): .environments(.fill(form))
    case .newSharedKey: .shared(.key(.askNew))
    case .renameSharedKey(let name): .ask(.shared(.rename(name)))
    case .importKeys: .ask(.shared(.many(.importFile)))
    case .snapshot: .ask(.shared(.many(.takeSnapshot)))
    case .filter(let text): .log(.askFilterName(text))
    case .pool: .workspace(.askPool)
    }
  }
}
