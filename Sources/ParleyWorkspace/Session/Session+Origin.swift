package import ParleyStore

// Where a workspace that is opened for the first time comes from.
extension Session {
  /// Where the store of the workspace in a folder is, or will be; nil where there is no workspace. Reads `parley.yaml` alone.
  ///
  /// A known id at a new path is a workspace that was moved, or a copy. Only a person knows; unless somebody asks, it is a copy
  /// and begins with an empty store.
  ///
  /// ```swift
  /// if let location = try Session.location(of: folder, in: state), !location.exists {
  ///   let known = location.others()      // ask, and for a moved one: try location.adopt(from: known[0])
  /// }
  /// ```
  package static func location(of folder: String, in state: StateFolder) throws -> StoreLocation? {
    let root = try FileSystem.realPath(folder)
    guard FileSystem.exists(root.appendingPath(Workspace.fileName)) else { return nil }
    let file = LoadedFile(Workspace.fileName, in: root, limits: WorkspaceLimits.standard.yaml)
    guard case .workspace(let definition) = file.content, let id = definition.id?.value else { return nil }
    return try state.location(ofWorkspace: id, at: root)
  }
}
