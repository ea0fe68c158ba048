extension Workspace {
  /// Reads the workspace in a folder.
  ///
  ///     let workspace = try Workspace.load(at: Workspace.folder(above: "."))
  ///
  /// - Throws: an error if there is no `parley.yaml`. Mistakes in files are in `diagnostics`.
  package static func load(at folder: String, limits: WorkspaceLimits = .standard) throws(WorkspaceError) -> Workspace {
    try WorkspaceLoader(root: try realPath(folder), limits: limits).load()
  }

  /// The real path of the nearest folder, from this one upwards, that has a `parley.yaml`.
  package static func folder(above directory: String) throws(WorkspaceError) -> String {
    let start = try realPath(directory)
    var folder = start
    while !FileSystem.exists(folder.appendingPath(WorkspacePaths.workspaceFile)), !BegunChange.isBegun(in: folder) {
      guard folder != "/" else { throw .none(above: start) }
      folder = folder.parentPath
    }
    return folder
  }

  private static func realPath(_ path: String) throws(WorkspaceError) -> String {
    do throws(FileError) { return try FileSystem.realPath(path) } catch { throw .unreadable(error) }
  }
}
