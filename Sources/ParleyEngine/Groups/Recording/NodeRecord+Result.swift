extension RunRecording {
  /// The result of one of its nodes, as it was recorded.
  /// - Parameters:
  ///   - group: the group whose nodes say how responses are read, if the recording does not.
  ///   - responses: the response of an exchange, as the history has it; nil when it is not there any more.
  /// - Throws: `RecordingError.answerGone`, and what `responses` throws.
  public func result(
    of record: NodeRecord, in group: RequestGroup? = nil, responses: @Sendable (ExchangeID) async throws -> Response?
  ) async throws -> NodeResult {
    let reader = step(at: record.path)?.root.map(RequestStep.reading) ?? group?.node(at: record.path)?.reader
    var result = try await record.result(readBy: reader, responses: responses)
    // A replay that is older than the mark has the masks alone.
    if isMasked(record) || summary.origin != nil && result.value?.holdsMask == true {
      result.masked = MaskedStep(record)
      var secrets = result.secretParts ?? .none
      for place in result.value?.maskedPlaces ?? [] { secrets.insert(place) }
      result.secretParts = secrets
    }
    return result
  }
}

extension NodeRecord {
  fileprivate func result(
    readBy reader: (@Sendable (Response) throws -> JSONValue)?,
    responses: @Sendable (ExchangeID) async throws -> Response?
  ) async throws -> NodeResult {
    guard let outcome = NodeResult.State(rawValue: state.rawValue) else { return .neverRan }
    var response: Response?
    if let exchange, status != nil { response = try await responses(exchange) }
    var result = NodeResult(outcome, response: response, error: error)
    (result.exchange, result.isSecret, result.secretParts) = (exchange, isSecret, made.secretOutput)
    switch output {
    case .value(let value): result.value = value
    case .answer:
      guard let response else { throw RecordingError.answerGone(name) }
      result.takeValue(of: response, readBy: reader)
    case .none, .nodes: break
    }
    return result
  }
}

/// A reason why a recording cannot be used.
@nonexhaustive public enum RecordingError: Error, Sendable, Hashable {
  /// The history has forgotten the response that a step gave.
  case answerGone(String)
  /// The group has no such step any more.
  case unknownStep(NodePath)
  /// Another step stands now where this one was recorded.
  case stepChanged(NodePath, was: String)
  /// The turn of this step, of this name, did not come.
  case stepNotRun(NodePath, String, Hindrance)
  /// The value of this step, of this name, was masked when the run was exported.
  case masked(NodePath, String)

  /// A reason why a step did not run.
  @nonexhaustive public enum Hindrance: Sendable, Hashable {
    /// This step had failed.
    case failed(NodeRecord)
    /// The run ended so before.
    case stopped(RunRecording.State)
  }
}

extension RecordingError: ExplainedError {
  public var code: String {
    switch self {
    case .answerGone: "recording.answerGone"
    case .unknownStep: "recording.unknownStep"
    case .stepChanged: "recording.stepChanged"
    case .stepNotRun: "recording.stepNotRun"
    case .masked: "recording.masked"
    }
  }

  public var summary: String {
    switch self {
    case .answerGone(let name): "The response of \(name) is no longer in the history."
    case .unknownStep(let path): "The group has no step \(path)."
    case .stepChanged(let path, let name):
      "The step \(path) was \(name) when the run was recorded, and is a different one now."
    case .stepNotRun(let path, let name, .failed(let step)):
      "The step \(path) \(name) did not run in that run, because \(step.path) \(step.name) failed before it."
    case .stepNotRun(let path, let name, .stopped(let state)):
      "The step \(path) \(name) did not run in that run, because the run was \(state == .interrupted ? "interrupted" : "stopped") first."
    case .masked(let path, let name):
      "The result of step \(path) \(name) is not known: it was masked when the run was exported."
    }
  }

  public var advice: String? {
    switch self {
    case .answerGone: "Run the group again, or start at that step or an earlier one."
    case .unknownStep: "The group has changed since. See the names and numbers of its steps."
    case .stepChanged: "Start at an earlier step, or run the group again."
    case .stepNotRun(_, _, .failed(let step)):
      "Start at \(step.path) \(step.name) or an earlier step, or run the whole group again."
    case .stepNotRun(_, _, .stopped): "Start at a step that ran, or run the whole group again."
    case .masked(let path, let name):
      "Start at \(path) \(name) or an earlier step, or import a file that was exported with --sealed."
    }
  }
}

extension Node {
  /// How it reads a response for the nodes after it.
  fileprivate var reader: (@Sendable (Response) throws -> JSONValue)? {
    if case .request(let step) = kind { step.read } else { nil }
  }
}

extension RequestGroup {
  /// The node at a place; for one of the elements of a list, the node that runs for them.
  public func node(at path: NodePath) -> Node? {
    let indices = path.withoutElements.parts.compactMap { if case .node(let index) = $0 { index } else { nil } }
    var (group, node): (RequestGroup?, Node?) = (self, nil)
    for index in indices {
      guard let nodes = group?.nodes, nodes.indices.contains(index) else { return nil }
      node = nodes[index]
      if case .group(let inner) = nodes[index].kind { group = inner } else { group = nil }
    }
    return node
  }

  /// Every node in the tree with its place, in order.
  package var allNodes: [(path: NodePath, node: Node)] {
    var all: [(path: NodePath, node: Node)] = []
    forEachNode { all.append(($0, $1)) }
    return all
  }

  /// The same, handed over one after the other.
  func forEachNode(inside path: NodePath = .root, _ take: (NodePath, Node) -> Void) {
    for index in nodes.indices {
      let place = path.node(index)
      take(place, nodes[index])
      if case .group(let group) = nodes[index].kind { group.forEachNode(inside: place, take) }
    }
  }
}
