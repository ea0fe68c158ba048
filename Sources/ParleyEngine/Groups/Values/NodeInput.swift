/// What a node finds when its turn has come.
public struct NodeInput: Sendable {
  enum Source: Sendable {
    case none
    /// What the node before gave, or the group this one is the first of.
    case result(NodeResult, NodePath)
    /// The element it runs for.
    case element(JSONValue)
    /// Given in place of it.
    case given(JSONValue?)
  }

  /// The node's own.
  public let name: String
  /// Where the node stands in its run.
  public let path: NodePath
  /// The whole result before it; nil for the first node, and for those of a concurrent group.
  public let previous: NodeResult?
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
  /// Where it is written down what this node was made from.
  public let trace: NodeTrace

  var source: Source

  /// One element of the list that a node runs for.
  public struct Element: Sendable {
    /// The element itself.
    public let value: JSONValue
    /// Counts from 0.
    public let index: Int
  }

  /// What the node works on: the element it runs for, the value of the result before it, or what a gate gave instead.
  public var value: JSONValue? {
    switch source {
    case .none: nil
    case .result(let result, _): result.value
    case .element(let value): value
    case .given(let value): value
    }
  }

  /// The steps it was made from so far: that of its input, and those it looked up.
  public var origins: [NodePath] {
    guard case .result(_, let path) = source else { return trace.soFar.steps }
    return [path] + trace.soFar.steps.filter { $0 != path }
  }

  func replacing(_ value: JSONValue?) -> NodeInput {
    var copy = self
    copy.source = .given(value)
    return copy
  }
}
