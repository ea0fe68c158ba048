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

  /// The wanted environment, or else the one that was active last, then that of `parley.yaml`, then `local`, then the first.
  /// - Throws: an error if the wanted one does not exist.
  package func environment(of workspace: Workspace, wanted: String?) throws(WorkspaceError) -> String? {
    if let wanted {
      guard workspace.environment(wanted) != nil else { throw .unknownEnvironment(wanted, in: workspace) }
      return wanted
    }
    let candidates = [remembered, workspace.definition.environment?.value, "local"].compactMap(\.self)
    return candidates.first { workspace.environment($0) != nil } ?? workspace.environments.first?.name
  }

  /// The environment of a command, which scripts can rely on: the wanted one, that of `parley.yaml`, or the only one.
  /// - Throws: an error if that one does not exist, or if there are several and none is named.
  func environment(ofCommandIn workspace: Workspace, wanted: String?) throws(WorkspaceError) -> String? {
    if let name = wanted ?? workspace.definition.environment?.value {
      guard workspace.environment(name) != nil else { throw .unknownEnvironment(name, in: workspace) }
      return name
    }
    guard workspace.environments.count < 2 else { throw .noEnvironment(in: workspace) }
    return workspace.environments.first?.name
  }

  func remember(_ name: String?) throws {
    try AtomicFile.write(Array((name ?? "").utf8), to: path, mode: 0o600)
  }

  var remembered: String? {
    (try? FileSystem.readIfPresent(path, limit: 4096)).flatMap(\.self).map { String(decoding: $0, as: UTF8.self) }
  }
}
