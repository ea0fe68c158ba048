extension Replay {
  /// Puts what was edited of a request over the one that its step makes now.
  package typealias RequestEditing = @Sendable (NodeEdit, Request) throws -> Request
}

/// The edits that a person made at the step where a replay begins, to be applied again as they were.
struct RecordedEdits: Sendable {
  private let edits: [NodeEdit]
  private let input: JSONValue??
  private let elements: [JSONValue]?
  private let editing: Replay.RequestEditing?
  /// The result that replaced its own, without the node having run.
  private let instead: NodeResult?
  /// The value that later nodes got in place of the node's own.
  private let handedOn: JSONValue??

  /// - Returns: nil where nothing was edited.
  init?(
    at path: NodePath, of recording: RunRecording, in group: RequestGroup, editing: Replay.RequestEditing?,
    responses: @Sendable (ExchangeID) async throws -> Response?
  ) async throws {
    guard let record = recording[path], !record.made.edits.isEmpty else { return nil }
    edits = record.made.edits
    let parts = Set(edits.map(\.part))
    input = parts.contains(.input) ? .some(record.editedInput) : nil
    elements = parts.contains(.list) ? recording.lists[path] : nil
    self.editing = parts.contains(.request) ? editing : nil
    guard parts.contains(.result) || parts.contains(.value) else {
      (instead, handedOn) = (nil, nil)
      return
    }
    let result = try await recording.result(of: record, in: group, responses: responses)
    let hasRun = !record.attempts.isEmpty
    instead = hasRun ? nil : result
    handedOn = hasRun ? .some(result.value) : nil
  }

  func before(_ node: GateContext) async -> GateDecision {
    if let instead { return note(.result, .value, at: node, deciding: .skip(instead)) }
    if node.isList, let elements { return note(.list, at: node, deciding: .goWith(.elements(elements))) }
    if let input { return note(.input, at: node, deciding: .goWith(.input(input))) }
    guard let editing, let edit = edits.last(where: { $0.part == .request }) else { return .go }
    do {
      guard let request = try await node.request() else { return .go }
      return note(.request, at: node, deciding: .goWith(.request(try editing(edit, request))))
    } catch {
      return .skip(NodeResult(error))
    }
  }

  func after(_ node: GateContext, _ result: NodeResult) -> GateDecision {
    guard let handedOn else { return .go }
    return note(.result, .value, at: node, deciding: .skip(result.accepted(with: handedOn)))
  }

  private func note(_ parts: NodeEdit.Part..., at node: GateContext, deciding decision: GateDecision) -> GateDecision {
    node.input.trace.noteAgain(edits.filter { parts.contains($0.part) })
    return decision
  }
}

extension NodeRecord {
  /// The input that a person put in place of the node's own.
  fileprivate var editedInput: JSONValue? {
    if case .value(let value) = input { value } else { nil }
  }
}
