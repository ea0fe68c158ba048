extension Workspace {
  /// The files in the workspace's folder that are none of its own, by their paths within it: what a request may send.
  /// Hidden ones and what lies behind symbolic links are left out.
  ///
  /// - Parameter limit: how many are looked for.
  package func fileNames(limit: Int) async throws -> [String] {
    try await Blocking.run { [root] in FileNames(root: root, limit: limit).found }
  }
}

/// A walk through a folder, breadth first, so that what lies near is found before the limit is reached.
private struct FileNames {
  let root: String
  let limit: Int

  var found: [String] {
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
