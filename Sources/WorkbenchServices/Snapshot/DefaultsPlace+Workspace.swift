import ParleyModel

extension DefaultsPlace {
  /// Whether the workspace still has what they are of.
  package func isThere(in workspace: WorkspaceSnapshot) -> Bool {
    switch self {
    case .workspace: true
    case .folder(let path): path.isEmpty || workspace.folders.contains(path)
    case .environment(let name): workspace.environments.contains { $0.name == name }
    }
  }
}
