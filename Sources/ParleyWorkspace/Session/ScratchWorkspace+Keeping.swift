package import ParleyEngine
package import ParleyFiles
package import ParleyStore
internal import ParleyText

extension ScratchWorkspace {
  /// Makes a workspace for a scratch request, or adds it to one, and opens that. The environments of the scratch workspace go
  /// along, and it is empty then.
  package static func keep(
    _ definition: RequestDefinition, as id: String, in folder: String, from scratch: Session, state: StateFolder,
    events: EventBus
  ) async throws -> Session {
    let (contents, active) = (ScratchContents(scratch.workspace), scratch.environmentName)
    let root = scratch.workspace.root
    let isNew = try await Blocking.run {
      if FileSystem.exists(folder) { return try keep(definition, as: id, contents, in: folder) }
      return try NewFolder.make(at: folder) { aside in try keep(definition, as: id, contents, in: aside) }
    }
    let kept = try await Session.open(at: folder, state: state, events: events)
    for credential in kept.workspace.request(id)?.definition.credentials(in: WorkspacePaths.file(ofRequest: id)) ?? [] {
      try? kept.credentialChoices.keepInFile(credential.key)
    }
    if isNew, let active, kept.workspace.environment(active) != nil { try kept.select(environment: active) }
    for case .secret(let source) in scratch.workspace.environments.flatMap(\.definition.vars).map(\.content.value) {
      try kept.permissions.allow(source)
    }
    // What stays behind is no reason to say that nothing was saved.
    try? clear(root)
    return kept
  }

  /// All of it is one change.
  /// - Returns: whether the folder became a workspace.
  private static func keep(
    _ definition: RequestDefinition, as id: String, _ contents: ScratchContents, in folder: String
  ) throws -> Bool {
    let folder = try FileSystem.realPath(folder)
    let isNew = !FileSystem.exists(folder.appendingPath(WorkspacePaths.workspaceFile))
    let address = isNew && !contents.hasEnvironments ? ServerAddress(of: definition.url.value) : nil
    let change = try contents.change(adding: definition.on(address), as: id, origin: address?.origin, to: folder)
    try change.make(in: folder)
    return isNew
  }
}
