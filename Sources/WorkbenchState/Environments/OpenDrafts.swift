package import ParleyModel
package import WorkbenchServices

extension Lane {
  /// The lane of everything that reads the files of open items again, or changes them under unsaved edits. A file is
  /// not read between its change and that of the edits, because it would then look as if somebody else had changed it.
  package static let openFiles = Lane("open files", outlivesTheScreen: true)
}

/// Unsaved edits that are open while something is changed in the files they were made from.
package struct OpenDrafts: Sendable {
  package var requests: [RequestID: RequestDraft] = [:]
  /// The texts of groups.
  package var groups: [String: String] = [:]

  package init() {}

  /// The actions that follow a change of the files. A renamed value is renamed in the edits first, so that they are
  /// based on the files as they are now.
  func following(
    _ outcome: EnvironmentOutcome, with services: Services,
    _ action: (EnvironmentOutcome) -> EnvironmentAction
  ) async throws -> [Action] {
    guard case .done(_, _, _, let renaming?) = outcome else { return [.environments(action(outcome))] }
    return [.environments(.renamed(await renamed(by: renaming, with: services))), .environments(action(outcome))]
  }

  /// The edits with a new name in them, on the files as they are now.
  package func renamed(by renaming: Renaming, with services: Services) async -> RenamedDrafts {
    var renamed = RenamedDrafts()
    for (id, draft) in requests {
      guard var loaded = try? await services.requests.load(id) else { continue }
      loaded.draft = await services.workspace.renamed(draft, by: renaming)
      renamed.requests.append((id, draft, loaded))
    }
    for (id, text) in groups {
      guard let loaded = try? await services.groups.loadGroup(id) else { continue }
      let new = await services.workspace.renamed(text, ofGroup: id, by: renaming)
      renamed.groups.append((text, new, loaded, await services.groups.read(new, asGroup: id)))
    }
    return renamed
  }
}

/// Edits in which a name was changed, each with what it was made of.
package struct RenamedDrafts: Sendable {
  package var requests: [(id: RequestID, before: RequestDraft, loaded: LoadedRequest)] = []
  package var groups: [(before: String, text: String, loaded: LoadedGroup, reading: GroupReading)] = []
}
