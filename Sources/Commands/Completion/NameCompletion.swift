import ParleyFiles
import ParleyWorkspace

/// Names of a workspace that a shell offers while a command line is typed.
package enum NameCompletion: Sendable {
  case requests
  /// Groups, and the folders that have some.
  case groups
  case requestsAndGroups
  case environments
  case tags

  /// - Parameters:
  ///   - words: the command line, for the workspace it names.
  ///   - home: the folder that `~` stands for, which the shell has not replaced yet.
  /// - Returns: the names; empty without a workspace, because an error cannot be shown in the middle of a line.
  package func names(for words: [String], in directory: String, home: String?) -> [String] {
    let named = Self.workspace(in: words).map { Self.path($0, in: directory, home: home) }
    guard let folder = try? named ?? Workspace.folder(above: directory), let workspace = try? Workspace.load(at: folder)
    else { return [] }
    return names(in: workspace).filter { !$0.contains(where: \.isNewline) }
  }

  private func names(in workspace: Workspace) -> [String] {
    let groups = workspace.groups.map(\.id)
    switch self {
    case .requests: return workspace.requests.map(\.id)
    case .groups: return groups + Self.folders(of: groups)
    case .requestsAndGroups: return workspace.requests.map(\.id) + groups
    case .environments: return workspace.environments.map(\.name)
    case .tags: return Set(workspace.groups.flatMap { $0.definition.tags }).sorted()
    }
  }

  private static func folders(of ids: [String]) -> [String] {
    let folders = ids.compactMap { id in id.lastIndex(of: "/").map { String(id[..<$0]) } }
    return Set(folders).sorted()
  }

  private static func workspace(in words: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if word.hasPrefix("--workspace=") { return String(word.dropFirst("--workspace=".count)) }
      if ["-w", "--workspace"].contains(word), index + 1 < words.count { return words[index + 1] }
    }
    return nil
  }

  private static func path(_ name: String, in directory: String, home: String?) -> String {
    if let home, name == "~" || name.hasPrefix("~/") { return home + name.dropFirst() }
    return name.hasPrefix("/") ? name : "\(directory)/\(name)"
  }
}
