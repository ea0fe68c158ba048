package import ParleyEngine
import ParleyStore

extension Session {
  /// The same workspace with another environment active: its values, cookies, shared keys and answers are that one's. The choice
  /// is not remembered. Whoever opens it closes it.
  /// - Parameter events: what they tell goes into the log already, by this session.
  package func opened(in environment: String, events: EventBus) async throws -> Session {
    try await Session.open(
      at: workspace.root, state: location.state, environment: environment, given: given, events: events,
      passphraseCost: passphraseCost, jq: jq, recordsEvents: false)
  }
}
