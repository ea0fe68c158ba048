extension RunRecording {
  /// The result of an expectation for a recorded response.
  public struct Check: Sendable, Hashable {
    /// The node's place in its run.
    public let path: NodePath
    /// The node's own.
    public let name: String
    /// The reason why the response does not meet today's expectation; nil if it does.
    public let validationFailure: ValidationFailure?
  }
}

extension Client {
  /// Checks the recorded responses of a run against what the group's requests expect today. Nothing is sent, no job is
  /// run, and no event is posted. A step is matched by its name, even if it has moved, otherwise by its place.
  /// - Parameters:
  ///   - shared: the shared data that requests are made from.
  ///   - responses: the response of an exchange, as the history has it; nil when it is not there any more.
  /// - Returns: a check for every request that got a response and is still in the group, in the order of the group, with
  ///   its place there.
  /// - Throws: `RecordingError.answerGone`, and what `responses` and the making of a request throw.
  public func check(
    _ recording: RunRecording, of group: RequestGroup, shared: SharedData? = nil,
    responses: @Sendable (ExchangeID) async throws -> Response?
  ) async throws -> [RunRecording.Check] {
    let places = recording.places(in: group)
    var results: [NodePath: NodeResult] = [:]
    for record in recording.nodes where record.state.isFinal && record.output != .nodes {
      guard let place = record.path.translated(by: places) else { continue }
      results[place] = try await recording.result(of: record, in: group, responses: responses)
    }
    let lists = recording.lists.compactMap { path, elements in path.translated(by: places).map { ($0, elements) } }
    let gate = CheckingGate(results, Dictionary(lists) { first, _ in first })
    var options = RunOptions(gates: [gate], shared: shared)
    options.isSilent = true
    _ = await run(group, options).result()
    return try gate.checks.get().sorted { $0.path < $1.path }
  }
}

extension RunRecording {
  /// Returns the places of its steps in a group that may have changed since, by the places they had.
  fileprivate func places(in group: RequestGroup) -> [NodePath: NodePath] {
    let matching = StepMatching(knownOutline, group.outline)
    let today = Dictionary(matching.right.map { ($1, $0) }) { first, _ in first }
    return matching.left.compactMapValues { today[$0] }
  }
}

/// Has every request made, looks at its recorded response, and goes on with that.
private final class CheckingGate: RunGate {
  private struct State {
    var checks: [RunRecording.Check] = []
    var problem: (any Error)?
  }

  private let state = Lock(State())
  private let results: [NodePath: NodeResult]
  private let lists: [NodePath: [JSONValue]]

  init(_ results: [NodePath: NodeResult], _ lists: [NodePath: [JSONValue]]) {
    self.results = results
    self.lists = lists
  }

  var checks: Result<[RunRecording.Check], any Error> {
    state.withLock { state in state.problem.map(Result.failure) ?? .success(state.checks) }
  }

  func before(_ node: GateContext) async -> GateDecision {
    if node.isList, let elements = lists[node.path] { return .goWith(.elements(elements)) }
    if node.node.isGroup, !node.isList { return .go }
    guard let result = results[node.path] else { return .skip(.skipped) }
    do {
      if let response = result.response, let request = try await node.request() {
        let failure = await request.validationFailure(of: response)
        state.withLock { $0.checks.append(.init(path: node.path, name: node.name, validationFailure: failure)) }
      }
    } catch {
      state.withLock { $0.problem = $0.problem ?? error }
    }
    return .skip(result)
  }
}

extension Request {
  /// Returns the reason why a response does not meet this request's expectation; nil if it does.
  fileprivate func validationFailure(of response: Response) async -> ValidationFailure? {
    if let failure = validators.firstFailure(of: response) { return failure }
    return await asyncValidator?(response)
  }
}
