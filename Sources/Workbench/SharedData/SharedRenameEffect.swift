import ParleyEngine
import ParleyModel
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

/// Gives a key another name, in files and in open edits that are not saved.
struct SharedRenameEffect: ServiceEffect {
  let intent: SharedDataIntent
  let drafts: OpenDrafts

  var lane: Lane? { .openFiles }

  func perform(with services: Services) async throws -> [Action] {
    await SharedDataEffect.perform(intent, with: services) { outcome in
      guard case .rename(let new) = intent.job, case .done = outcome else { return [] }
      let renaming = Renaming(.sharedKey, intent.key, to: new)
      return [.environments(.renamed(await drafts.renamed(by: renaming, with: services)))]
    }
  }
}
