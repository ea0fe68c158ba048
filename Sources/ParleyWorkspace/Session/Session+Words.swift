package import ParleyEngine
internal import ParleyFiles
import ParleyText

// What is said of a session on the command line.
extension Session {
  /// The active environment, and why it is that.
  package var environmentWords: String {
    guard let name = environmentName else { return "none" }
    if workspace.environments.count == 1 { return "\(name), the only one" }
    return workspace.definition.environment?.value == name ? "\(name), from \(WorkspacePaths.workspaceFile)" : name
  }

  /// The error of a request that the workspace does not have, for somebody who may have meant an address.
  package func unknown(_ request: String) throws -> any ExplainedError {
    let error = WorkspaceError.unknownRequest(request, in: workspace)
    let address = "A URL is sent as https://host/path; parley URL opens it in the workbench."
    return WorkspaceError(
      "unknownRequest", error.summary, advice: [error.advice, address].compactMap(\.self).joined(separator: " "))
  }
}
