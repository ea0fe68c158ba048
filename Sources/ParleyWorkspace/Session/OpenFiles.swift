internal import ParleyEngine
package import ParleyFiles

/// The files of a workspace as they were read last, and the environment that is active.
package final class OpenFiles: Sendable {
  private struct State {
    var workspace: Workspace
    var environment: String?
  }

  private let state: Lock<State>

  init(_ workspace: Workspace, environment: String?) {
    state = Lock(State(workspace: workspace, environment: environment))
  }

  package var workspace: Workspace { state.withLock { $0.workspace } }

  package var environmentName: String? { state.withLock { $0.environment } }

  package var environment: WorkspaceEnvironment? {
    state.withLock { state in state.environment.flatMap(state.workspace.environment) }
  }

  /// Both, of one moment.
  var current: (workspace: Workspace, environmentName: String?) {
    state.withLock { ($0.workspace, $0.environment) }
  }

  func use(_ workspace: Workspace, environment: String?) {
    state.withLock { state in
      state.workspace = workspace
      state.environment = environment
    }
  }

  func select(environment name: String?) {
    state.withLock { $0.environment = name }
  }
}
