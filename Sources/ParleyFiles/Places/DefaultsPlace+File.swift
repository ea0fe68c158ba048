package import ParleyModel

extension DefaultsPlace {
  /// Within the workspace.
  package var file: String {
    switch self {
    case .workspace: WorkspacePaths.workspaceFile
    case .environment(let name): WorkspacePaths.file(ofEnvironment: name)
    case .folder(let path):
      [WorkspacePaths.requests, path, WorkspacePaths.folderFile].filter { !$0.isEmpty }.joined(separator: "/")
    }
  }
}
