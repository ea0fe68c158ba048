package import ParleyEngine
internal import ParleyFiles
import ParleyStore

extension Session {
  /// Opens the same workspace with another environment active: its values, cookies, shared keys and answers are those
  /// of that environment. The choice is not remembered. The caller closes the session.
  /// - Parameter events: a bus whose events this session writes to the log already.
  package func opened(in environment: String, events: EventBus) async throws -> Session {
    try await Session.open(
      at: workspace.root, state: location.state, environment: environment, given: given, events: events,
      passphraseCost: passphraseCost, jq: jq, recordsEvents: false, proxies: proxies)
  }
}
