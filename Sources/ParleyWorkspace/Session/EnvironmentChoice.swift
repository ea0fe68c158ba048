internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText
internal import SystemCalls

/// Which environment is active, remembered between runs of the program beside the workspace's store.
struct EnvironmentChoice: Sendable {
  private let path: String

  /// - Parameter folder: the store's folder.
  init(folder: String) {
    path = folder.appendingPath("environment")
  }

  /// The wanted environment, or else the one that was active last, then `local`, then the first.
  /// - Throws: an error if the wanted one does not exist.
  package func environment(of workspace: Workspace, wanted: String?) throws(WorkspaceError) -> String? {
    if let wanted {
      guard workspace.environment(wanted) != nil else { throw .unknownEnvironment(wanted, in: workspace) }
      return wanted
    }
    let candidates = [remembered, "local"].compactMap(\.self)
    return candidates.first { workspace.environment($0) != nil } ?? workspace.environments.first?.name
  }

  func remember(_ name: String?) throws {
    try AtomicFile.write(Array((name ?? "").utf8), to: path, mode: 0o600)
  }

  var remembered: String? {
    (try? FileSystem.readIfPresent(path, limit: 4096)).flatMap(\.self).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension WorkspaceError {
  fileprivate static func unknownEnvironment(_ name: String, in workspace: Workspace) -> WorkspaceError {
    let names = workspace.environments.map(\.name)
    let known = names.isEmpty ? "The workspace has none." : "The environments are \(names.joined(separator: ", "))."
    return WorkspaceError("unknownEnvironment", "There is no environment \(Printable.quoted(name)).", advice: known)
  }
}
