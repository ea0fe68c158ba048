internal import ParleyFiles
package import ParleyStore

/// A known id at a new path is a workspace that was moved, or a copy. Only a person knows.
///
/// ```swift
/// do { return try await Session.open(at: folder, state: state, asksForOrigin: true) } catch let origin as UnknownOrigin {
///   // Ask, and for a moved one:
///   try origin.here.adopt(from: origin.others[0])
/// }
/// ```
package struct UnknownOrigin: Error {
  package let here: StoreLocation
  /// The other locations where a workspace with this id has been open.
  package let others: [StoreLocation]
}

extension Session {
  /// The location of the store, which may not exist yet, of the workspace in a folder; nil if there is no workspace.
  /// Reads only `parley.yaml`.
  static func location(of folder: String, in state: StateFolder) throws -> StoreLocation? {
    let root = try FileSystem.realPath(folder)
    guard FileSystem.exists(root.appendingPath(WorkspacePaths.workspaceFile)) else { return nil }
    let file = LoadedFile(WorkspacePaths.workspaceFile, in: root, limits: WorkspaceLimits.standard.yaml)
    guard case .workspace(let definition) = file.content, let id = definition.id?.value else { return nil }
    return try state.location(ofWorkspace: id, at: root)
  }
}
