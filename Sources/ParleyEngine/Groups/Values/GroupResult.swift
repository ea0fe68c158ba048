/// The outcome of a group that was run.
public struct GroupResult: Sendable {
  /// The group's name, for people.
  public var name: String?
  /// Every node's result in order, whatever finished first; `neverRan` for one whose turn never came.
  public var results: [NodeResult] { outcome.results }
  /// Whether somebody stopped the run, or the turn of some node never came.
  public var stopped: Bool
  /// As its caller gave it.
  public var callID: String?
  /// The identifier of the run, which no other has.
  public var groupID: String
  /// The group's value: see `NodeResult.value`. Read on demand.
  public var value: JSONValue? { outcome.value }

  /// The group as a node of its own.
  let outcome: NodeResult

  /// Whether any node failed.
  public var failed: Bool { results.contains(where: \.failed) }
  /// Whether every node had its turn, none failed, and nobody stopped the run.
  public var succeeded: Bool { !failed && !stopped }
}
