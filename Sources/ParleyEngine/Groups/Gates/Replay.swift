/// Begins a run at one of its steps: the steps before it give what they gave when the run was recorded, and are not run.
///
/// If that step is in a concurrent group, the nodes beside it are not run either. Values that the skipped steps wrote
/// into shared data are visible to this run alone.
///
/// Edits that a person made at that step apply again, unless something else is changed there.
///
/// ```swift
/// let replay = try await Replay(of: recording, from: pay, in: checkout) { try await history.response($0) }
/// let run = client.run(checkout, RunOptions(replay: replay))
/// ```
public struct Replay: RunGate {
  /// A change at the step where it begins.
  public enum Change: Sendable {
    /// It works on this.
    case input(JSONValue?)
    /// It sends this.
    case request(Request)
  }

  /// The run that is done again, and the step that it begins at.
  package let origin: RunRecording.Origin
  /// The shared values that the skipped steps wrote, in the order in which they did.
  package internal(set) var written: [SharedUse]
  /// The shared keys that the steps left out wrote, and whose values were masked when the run was exported.
  package internal(set) var unknown: [UnknownKey] = []
  /// The masked values of skipped steps from which a repeated step was made.
  package internal(set) var unknownValues: [UnknownValue] = []
  private var results: [NodePath: NodeResult]
  /// The lists that the nodes before ran for, and those around the place where it begins.
  private let lists: [NodePath: [JSONValue]]
  /// The secret parts of those lists.
  private let listSecrets: [NodePath: SecretParts]
  private let change: Change?
  /// The edits that a person made at the step where it begins; nil if there were none.
  private let edits: RecordedEdits?

  /// - Parameters:
  ///   - path: of the step to begin at, or of one element of a step that runs for each of a list.
  ///   - group: the group that was recorded.
  ///   - change: a change at that step; it makes the run a fork.
  ///   - responses: the response of an exchange, as the history has it; nil when it is not there any more.
  /// - Throws: `RecordingError` when the step did not run in the recording, when a result is not there any more, and what
  ///   `responses` throws.
  public init(
    of recording: RunRecording, from path: NodePath, in group: RequestGroup, changing change: Change? = nil,
    responses: @Sendable (ExchangeID) async throws -> Response?
  ) async throws {
    try await self.init(
      of: recording, from: path, in: group, changing: change, isFork: change != nil, editing: nil, responses: responses)
  }

  /// - Parameters:
  ///   - isFork: whether a person is going to change something there; then what was edited before is not done again.
  ///   - edit: puts what was edited of a request over what the step makes now.
  package init(
    of recording: RunRecording, from path: NodePath, in group: RequestGroup, changing change: Change? = nil,
    isFork: Bool, editing edit: RequestEditing?, responses: @Sendable (ExchangeID) async throws -> Response?
  ) async throws {
    guard group.node(at: path) != nil, recording.hasElements(of: path) else {
      throw RecordingError.unknownStep(path)
    }
    if let reason = ReplayStart(recording: recording, group: group).reasonNotRun(path) { throw reason }
    origin = RunRecording.Origin(run: recording.summary.id, from: path, isFork: isFork)
    self.change = change
    edits =
      isFork ? nil : try await RecordedEdits(at: path, of: recording, in: group, editing: edit, responses: responses)
    let skipped = recording.nodes.filter(ReplayCut(recording: recording, start: path).leavesOut)
    var results: [NodePath: NodeResult] = [:]
    for record in skipped {
      guard group.node(at: record.path)?.name == record.name else {
        throw RecordingError.stepChanged(record.path, was: record.name)
      }
      results[record.path] = try await recording.result(of: record, in: group, responses: responses)
    }
    self.results = results
    lists = recording.lists.filter { $0.key < path }
    listSecrets = recording.listSecrets
    let masks = RecordedMasks(recording: recording)
    if let element = masks.maskedElement(around: path) { throw RecordingError.masked(element.path, element.name) }
    let inOrder = skipped.sorted { ($0.endedAt ?? $0.startedAt) < ($1.endedAt ?? $1.startedAt) }
    written = inOrder.flatMap(\.made.sharedWrites)
    unknown = masks.unknownKeys(of: inOrder)
    unknownValues = masks.unknownValues(of: results)
  }

  /// Puts a text of a person's in the place of one that is not known.
  package mutating func give(_ text: String, for unknown: UnknownValue) {
    unknownValues.removeAll { $0 == unknown }
    guard let value = results[unknown.step]?.value else { return }
    results[unknown.step]?.value = value.replacingMask(at: unknown.path.segments[...], by: text)
  }

  /// The elements that a node ran for when the run was recorded; nil where its list is made again.
  func elements(of path: NodePath) -> [JSONValue]? { lists[path] }

  /// Returns the secret parts of a list; nil if the list is made again, or if the recording does not have them.
  func secrets(inListOf path: NodePath) -> SecretParts? { lists[path] == nil ? nil : listSecrets[path] }

  public func before(_ node: GateContext) async -> GateDecision {
    if let result = results[node.path] { return .skip(result) }
    guard node.path == origin.from, node.attempt == 1 else { return .go }
    switch change {
    case nil: return await edits?.before(node) ?? .go
    case .input(let value)?: return .goWith(.input(value))
    case .request(let request)?: return .goWith(.request(request))
    }
  }

  public func after(_ node: GateContext, _ result: NodeResult) async -> GateDecision {
    guard node.path == origin.from, !node.isList else { return .go }
    return edits?.after(node, result) ?? .go
  }
}

/// The cut through a recorded run at the step where a replay of it begins.
private struct ReplayCut {
  let recording: RunRecording
  let start: NodePath

  /// Whether the replay takes a node's result as recorded. Groups it goes into, so that the names in them are known.
  func leavesOut(_ record: NodeRecord) -> Bool {
    guard record.kind == .request || record.kind == .job, record.output != .nodes, record.state.isFinal,
      record.state != .neverRan, !record.path.isInside(start)
    else { return false }
    return record.path < start || isBesideStart(record.path)
  }

  /// Whether a node stands in a concurrent group in which the start, or something around it, stands too.
  private func isBesideStart(_ path: NodePath) -> Bool {
    let common = zip(path.parts, start.parts).prefix { $0 == $1 }.count
    let meeting = NodePath(Array(path.parts.prefix(common)))
    return meeting == .root ? recording.summary.isConcurrent : recording[meeting]?.kind == .concurrent
  }
}
