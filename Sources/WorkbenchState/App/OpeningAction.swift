/// Leaving the workspace for another one.
package enum OpeningAction: Sendable {
  /// Lists the workspaces that were opened last.
  case ask
  case askFolder
  /// By a path as a person types it.
  case find(String)
  case open(folder: String)
  /// Starts the demo API, and opens its workspace.
  case openDemo
}
