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

  /// The error of a request that the workspace does not have. Somebody who wrote nearly a name of one did not mean a URL.
  package func unknown(_ request: String) throws -> any ExplainedError {
    let error = WorkspaceError.unknownRequest(request, in: workspace)
    if NearestID.question(request, among: workspace.requests.map(\.id)) != nil { return error }
    let address = "A URL is sent as https://host/path; `parley URL` opens it in the workbench."
    return WorkspaceError(
      "unknownRequest", error.summary, advice: [error.advice, address].compactMap(\.self).joined(separator: " "))
  }
}
