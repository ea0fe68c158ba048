/// Stands before and after every node of a run, and decides how it goes on: a debugger, a replay, an experiment.
///
/// A gate may take as long as it likes. What waits is the node, and in a concurrent group its worker; no time that is spent
/// at a gate counts for any timeout.
public protocol RunGate: Sendable {
  /// Asked before a node runs, again before each attempt at it. About one that runs for each element of a list it is asked
  /// before that is made, and again before each element.
  func before(_ node: GateContext) async -> GateDecision
  /// Asked when it has run. Not asked about one that was skipped.
  func after(_ node: GateContext, _ result: NodeResult) async -> GateDecision
  /// Told when a node has written a shared key.
  func sharedKeyWasWritten(_ key: String)
}

extension RunGate {
  public func before(_ node: GateContext) async -> GateDecision { .go }
  public func after(_ node: GateContext, _ result: NodeResult) async -> GateDecision { .go }
  public func sharedKeyWasWritten(_ key: String) {}
}

/// How a run goes on at a gate. Of several gates the first answer other than `go` counts.
@nonexhaustive public enum GateDecision: Sendable {
  /// As if there were no gate.
  case go
  /// Before a node it runs with this; after it, it runs again with this.
  case goWith(Instead)
  /// Takes this as the node's result; before a node, without running it.
  case skip(NodeResult)
  /// After this time: before a node, asks again; after it, runs it again.
  case again(after: Duration)
  /// Ends the whole run: what is in flight is cancelled, what is left never runs.
  case stop

  /// A replacement for what a node would run with.
  public enum Instead: Sendable {
    /// Another input: its request is made again from it.
    case input(JSONValue?)
    /// This request, sent as it is. Means nothing to a node that is about to make its list.
    case request(Request)
    /// A node that is about to make its list runs for these instead. Means nothing to any other.
    case elements([JSONValue])
  }
}
