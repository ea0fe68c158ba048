/// The input of a node when its turn has come.
public struct NodeInput: Sendable {
  enum Source: Sendable {
    case none
    /// The result of the node before, or of the one before the group whose first node this is.
    case result(NodeResult, NodePath)
    /// The element it runs for.
    case element(JSONValue, Origin)
    /// Given in place of it.
    case given(JSONValue?, Origin)
  }

  /// The origin of a value that is not a result by itself.
  struct Origin: Sendable {
    var steps: [NodePath]
    /// Whether a secret is in one of them.
    var isSecret: Bool
    /// Of a list: what knows where each of its elements comes from.
    var list: NodeTrace?
    /// Of an element: where its parts come from.
    var sources: [NodeSource] = []
    /// The secret parts of the value.
    var secrets = SecretParts.none

    func ofElement(_ index: Int) -> Origin {
      Origin(
        steps: steps, isSecret: isSecret, sources: list?.sources(ofElement: index) ?? [],
        secrets: secrets[.index(index)])
    }
  }

  /// The node's own.
  public let name: String
  /// The node's place in its run.
  public let path: NodePath
  /// The whole result before it; nil for the first node, and for those of a concurrent group.
  public var previous: NodeResult? {
    guard let before, let path = inputStep else { return before }
    return steps.table.edits.applied(to: before, at: path)
  }

  /// The results of the nodes that have ended so far, by name.
  public let steps: StepResults
  /// The element and its position, for a node that runs for each of a list and for what stands inside it.
  public let element: Element?
  /// The run's shared data; nil when it has none.
  public let shared: RunSharedData?
  /// As the run's caller gave it.
  public let callID: String?
  /// The run's own identifier.
  public let groupID: String?
  /// The record of what this node was made from.
  package let trace: NodeTrace

  var source: Source
  /// As the node before gave it.
  private let before: NodeResult?

  init(
    name: String, path: NodePath, previous: NodeResult?, steps: StepResults, element: Element?, shared: RunSharedData?,
    callID: String?, groupID: String?, trace: NodeTrace, source: Source
  ) {
    (self.name, self.path, before, self.steps, self.element) = (name, path, previous, steps, element)
    (self.shared, self.callID, self.groupID, self.trace, self.source) = (shared, callID, groupID, trace, source)
  }

  /// The same for somebody who only looks: nothing of what they look up is written down.
  package var unobserved: NodeInput {
    let trace = NodeTrace()
    return NodeInput(
      name: name, path: path, previous: before, steps: StepResults(table: steps.table, trace: trace), element: element,
      shared: shared?.traced(by: trace), callID: callID, groupID: groupID, trace: trace, source: source)
  }

  /// One element of the list that a node runs for.
  public struct Element: Sendable {
    /// The element itself.
    public let value: JSONValue
    /// Counts from 0.
    package let index: Int
  }

  /// The value that the node works on: the element it runs for, the value of the result before it, or what a gate gave
  /// instead.
  public var value: JSONValue? {
    switch source {
    case .none: nil
    case .result(let result, let path): steps.table.edits.applied(to: result, at: path).value
    case .element(let value, _): value
    case .given(let value, _): value
    }
  }

  /// The step whose whole result it works on; nil for an element of a list, and for what a gate gave instead.
  package var inputStep: NodePath? {
    if case .result(_, let path) = source { path } else { nil }
  }

  /// Returns the origin of a part of the node's input; nil if it is unknown.
  package func origin(of path: ValuePath) -> Provenance? {
    switch source {
    case .none: nil
    case .result(_, let step): .step(step, path)
    case .element(_, let origin): origin.sources.origin(ofElement: path)
    case .given: .byHand
    }
  }

  /// The steps it was made from so far: that of its input, and those it looked up.
  package var origins: [NodePath] {
    let before: [NodePath] =
      switch source {
      case .none: []
      case .result(_, let path): [path]
      case .element(_, let origin), .given(_, let origin): origin.steps
      }
    return before.isEmpty ? trace.soFar.steps : before + trace.soFar.steps.filter { !before.contains($0) }
  }

  /// Whether what it works on has to do with a secret.
  public var isSecret: Bool {
    switch source {
    case .none: false
    case .result(let result, _): result.isSecret
    case .element(_, let origin), .given(_, let origin): origin.isSecret
    }
  }

  /// The secret parts of the input.
  package var secretParts: SecretParts {
    switch source {
    case .none: .none
    case .result(let result, _): result.secrets
    case .element(_, let origin), .given(_, let origin): origin.secrets
    }
  }

  /// Returns the input with another value. What a person makes from a secret stays secret.
  func replacing(_ value: JSONValue?) -> NodeInput {
    var copy = self
    copy.source = .given(value, Origin(steps: origins, isSecret: isSecret, secrets: secretParts))
    return copy
  }
}
