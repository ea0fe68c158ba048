package import ParleyEngine
package import ParleyModel
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

extension LiveGroups {
  package func draft(of stop: Debugger.Stop, with edit: EditedStep?) async throws -> RequestDraft? {
    if case .request(let edited)? = edit { return edited.draft }
    guard let request = try await request(of: stop, changed: edit) else { return nil }
    return SentRequestText(try session.client.preview(request), hiding: request.secrets).draft
  }

  package func request(
    of stop: Debugger.Stop, with edit: EditedStep?, from original: RequestDraft, to draft: RequestDraft
  ) async throws -> EditedRequest {
    guard var request = try await request(of: stop, changed: edit) else {
      throw Problem(code: "step.noRequest", "The step sends no request.", place: stop.node.name)
    }
    var first = original
    let text = SentRequestText(try session.client.preview(request), hiding: request.secrets)
    if case .request(let edited)? = edit { first = edited.original }
    try text.apply(draft, to: &request)
    _ = try session.client.preview(request)
    return EditedRequest(from: first, to: draft, request)
  }

  /// The request that the step would send, by itself or with another input; nil if it sends none.
  private func request(of stop: Debugger.Stop, changed edit: EditedStep?) async throws -> Request? {
    if case .input(let input)? = edit { return try await stop.node.request(for: input) }
    return try await stop.node.request()
  }

  package func recordedResults(
    of step: StepName, in group: String, besides run: KeptRun.ID
  ) async throws -> [RecordedResult] {
    let session = session
    try await session.flushEvents()
    var results: [RecordedResult] = []
    for kept in try await session.store.runs.recent(Self.mostRecordedRuns, group: group) where kept.summary.id != run {
      guard let recording = try await session.store.runs.recording(of: kept.summary.id),
        let path = step.path(in: recording.outline), let record = recording[path], record.hasResult
      else { continue }
      // What the history has forgotten cannot be offered.
      guard
        let result = try? await recording.result(of: record, responses: { try await session.history.response(of: $0) })
      else { continue }
      results.append(RecordedResult(run: kept.sequence, startedAt: kept.summary.startedAt, result))
    }
    return results
  }

  private static let mostRecordedRuns = 9

  package func value(of path: NodePath, in recording: RunRecording) async throws -> JSONValue? {
    guard let record = recording[path] else { return nil }
    return try await RecordedValues(recording, in: session).output(of: record)
  }
}

extension NodeRecord {
  /// Whether it ended by itself, with something of its own to hand on.
  fileprivate var hasResult: Bool {
    (state == .succeeded || state == .failed) && output != .nodes && (output != .none || error != nil)
  }
}
