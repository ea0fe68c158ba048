/// The results of the nodes that have ended so far, as one node sees them: those of its own group file, and of what that
/// stands in. Looking one up writes down that this node was made from it.
public struct StepResults: Sendable {
  let table: StepTable
  let trace: NodeTrace

  /// Nil when there is no such node, or it has not ended.
  public subscript(name: String) -> NodeResult? {
    guard let step = table[name] else { return nil }
    trace.noteRead(step: step.path)
    return table.edits.applied(to: step.result, at: step.path)
  }

  /// Whether a secret is in what a node gave, or in what that was made from. Asking is no use of it.
  package func isSecret(_ name: String) -> Bool { table[name]?.result.isSecret ?? false }

  /// Returns the secret parts of a node's value. Asking does not count as using it.
  package func secrets(of name: String) -> SecretParts { table[name]?.result.secrets ?? .none }

  /// Returns the path of the node with a name; nil when there is none, or it has not ended.
  package func path(of name: String) -> NodePath? { table[name]?.path }

  /// The step of the run that sent an exchange, or whose recorded result it is; nil when that was none.
  package func path(of exchange: ExchangeID) -> NodePath? { table.sender(exchange) }

  /// The names there are, in no order.
  public var names: [String] { table.names }

  /// The values of all of them by name, in the order of their names; null where there is none.
  public var values: JSONObject {
    JSONObject(names.sortedExactly().map { ($0, self[$0]?.value ?? .null) })
  }
}

/// The results of the nodes that share a space of names.
final class StepTable: Sendable {
  struct Step: Sendable {
    let path: NodePath
    let result: NodeResult
  }

  private let steps: Lock<[ExactString: Step]>
  private let outer: StepTable?
  /// The edits that replace values of completed nodes.
  let edits: ValueEdits
  /// The step that sent an exchange.
  let sender: @Sendable (ExchangeID) -> NodePath?

  /// - Parameter group: has room for its nodes from the beginning.
  init(
    of group: RequestGroup? = nil, inside outer: StepTable? = nil, edits: ValueEdits? = nil,
    sender: (@Sendable (ExchangeID) -> NodePath?)? = nil
  ) {
    steps = Lock(Dictionary(minimumCapacity: group?.nodes.count ?? 0))
    self.outer = outer
    self.edits = edits ?? outer?.edits ?? ValueEdits()
    let nobody: @Sendable (ExchangeID) -> NodePath? = { _ in nil }
    self.sender = sender ?? outer?.sender ?? nobody
  }

  subscript(name: String) -> Step? {
    steps.withLock { $0[name] } ?? outer?[name]
  }

  var names: [String] {
    let own = steps.withLock { Set($0.keys) }
    return own.map(\.text) + (outer?.names.filter { !own.contains($0) } ?? [])
  }

  func add(_ result: NodeResult, of name: String, at path: NodePath) {
    steps.withLock { $0[name] = Step(path: path, result: result) }
  }
}
