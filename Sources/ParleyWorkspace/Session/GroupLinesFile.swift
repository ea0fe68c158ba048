import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyText

/// The paths that comparisons of runs ignore, by the names of groups. The file is kept beside the workspace's store.
package struct IgnoredPathsFile: Sendable {
  private let path: String

  /// - Parameter folder: the store's folder.
  package init(folder: String) {
    path = "\(folder)/ignored-paths.json"
  }

  /// A request in the file, beside the names of groups: as the workbench calls what it compares.
  package static func key(ofRequest id: String) -> String { "request:\(id)" }

  /// Those of a group, as they were written; where nobody has said anything, the usual ones.
  package func paths(of group: String) throws -> [String] {
    try paths(in: PrivateText.read(path))[group] ?? IgnoredPaths.usual
  }

  /// In place of all it had; the other groups keep theirs, whoever has changed them meanwhile.
  package func keep(_ texts: [String], of group: String) throws {
    try PrivateText.change(path) { bytes in
      var all = try paths(in: bytes)
      all[group] = texts == IgnoredPaths.usual ? nil : texts
      return JSONPrinter.compact.bytes(of: try JSONValue(encoding: all))
    }
  }

  /// Those of a group that has another name now.
  package func move(_ group: String, to new: String) throws {
    try changeKept { all in
      if let moved = all.removeValue(forKey: group) { all[new] = moved }
    }
  }

  /// Those of a group that is gone.
  package func remove(_ group: String) throws {
    try changeKept { $0[group] = nil }
  }

  /// Leaves the file alone where nothing changes.
  private func changeKept(_ change: (inout [String: [String]]) -> Void) throws {
    let kept = try paths(in: PrivateText.read(path))
    var changed = kept
    change(&changed)
    guard changed != kept else { return }
    try PrivateText.change(path) { bytes in
      var all = try paths(in: bytes)
      change(&all)
      return JSONPrinter.compact.bytes(of: try JSONValue(encoding: all))
    }
  }

  private func paths(in bytes: [UInt8]?) throws -> [String: [String]] {
    guard let bytes else { return [:] }
    do {
      return try JSONValue(parsing: bytes).decode([String: [String]].self)
    } catch {
      throw WorkspaceError(
        "unreadableIgnoredPaths", "Cannot read \(Printable.quoted(path)), the paths that comparisons ignore.",
        advice: "Fix it, or delete it to start over.")
    }
  }
}

extension Session {
  /// The paths that comparisons of a group's runs ignore.
  package var ignoredPaths: IgnoredPathsFile { IgnoredPathsFile(folder: location.folder) }
}
