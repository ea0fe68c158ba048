/// The files in a workspace's folder that are none of its own: those that a request may send. Hidden ones and what lies behind
/// symbolic links are left out.
package struct OtherFiles: Sendable {
  private let root: String
  private let limit: Int

  /// - Parameter limit: how many are looked for.
  package init(in workspace: Workspace, limit: Int) {
    (root, self.limit) = (workspace.root, limit)
  }

  /// Their paths within the workspace.
  package func names() async throws -> [String] {
    try await Blocking.run { found }
  }

  /// Breadth first, so that those near the top are found before the limit is reached.
  private var found: [String] {
    var names: [String] = []
    var folders = [""]
    while let folder = folders.first, names.count < limit {
      folders.removeFirst()
      // A folder that cannot be read has nothing to choose from.
      let entries = (try? Directory.entries(root.appendingPath(folder))) ?? []
      for entry in entries {
        guard let name = entry.name, !name.hasPrefix(".") else { continue }
        let path = folder.appendingPath(name)
        if entry.kind == .directory { folders.append(path) }
        if entry.kind == .file, WorkspacePaths.role(of: path) == nil { names.append(path) }
      }
    }
    return Array(names.prefix(limit))
  }
}
