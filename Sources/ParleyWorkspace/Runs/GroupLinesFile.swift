import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyText

/// Lines of text that a person keeps for groups, by the names of these. The file is beside the workspace's store.
package struct GroupLinesFile: Sendable {
  private let path: String
  /// The lines of a group that nothing was said of.
  private let usual: [String]
  /// The code of the error where the file cannot be read, and what the lines are, for people.
  private let code, words: String

  private init(_ name: String, in folder: String, usual: [String] = [], _ code: String, _ words: String) {
    (path, self.usual, self.code, self.words) = ("\(folder)/\(name)", usual, code, words)
  }

  /// The paths that comparisons ignore.
  static func ignoredPaths(in folder: String) -> GroupLinesFile {
    GroupLinesFile(
      "ignored-paths.json", in: folder, usual: IgnoredPaths.usual, "unreadableIgnoredPaths",
      "the paths that comparisons ignore")
  }

  /// The expressions that are watched.
  static func watched(in folder: String) -> GroupLinesFile {
    GroupLinesFile("watched.json", in: folder, "unreadableWatched", "the watched expressions")
  }

  /// A request in the file, beside the names of groups: as the workbench calls what it compares.
  package static func key(ofRequest id: String) -> String { "request:\(id)" }

  /// Those of a group, as they were written; where nobody has said anything, the usual ones.
  package func lines(of group: String) throws -> [String] {
    try lines(in: PrivateText.read(path))[group] ?? usual
  }

  /// In place of all it had; the other groups keep theirs, whoever has changed them meanwhile.
  package func keep(_ texts: [String], of group: String) throws {
    try PrivateText.change(path) { bytes in
      var all = try lines(in: bytes)
      all[group] = texts == usual ? nil : texts
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
    let kept = try lines(in: PrivateText.read(path))
    var changed = kept
    change(&changed)
    guard changed != kept else { return }
    try PrivateText.change(path) { bytes in
      var all = try lines(in: bytes)
      change(&all)
      return JSONPrinter.compact.bytes(of: try JSONValue(encoding: all))
    }
  }

  private func lines(in bytes: [UInt8]?) throws -> [String: [String]] {
    guard let bytes else { return [:] }
    do {
      return try JSONValue(parsing: bytes).decode([String: [String]].self)
    } catch {
      throw WorkspaceError(
        code, "Cannot read \(Printable.quoted(path)), \(words).",
        advice: "Fix it, or delete it to start over.")
    }
  }
}
