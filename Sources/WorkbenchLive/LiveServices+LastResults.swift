import ParleyEngine
import ParleyStore
import ParleyWorkspace
package import Workbench

extension LiveServices {
  package func lastResults(of group: String) async throws -> LastResults? {
    let session = session
    try await session.flushEvents()
    guard let newest = try await session.store.runs.recent(1, group: group).first,
      let recording = try await session.store.runs.recording(of: newest.id)
    else { return nil }
    let values = RecordedValues(recording, in: session)
    var steps: [String: LastResults.Step] = [:]
    for record in recording.nodes where !record.path.isInElement && steps[record.name] == nil {
      var step = LastResults.Step(record.state, status: record.status)
      let elements = recording.children(of: record.path).count { $0.path.isElement }
      if elements > 0 { step.elements = elements }
      if steps.count < Self.mostPreviews { step.preview = await Self.preview(of: record, values) }
      steps[record.name] = step
    }
    return LastResults(of: newest.id, steps)
  }

  /// Reading the responses of more takes longer than anybody looks at them.
  private static let mostPreviews = 200

  /// What can no longer be read is left out.
  private static func preview(of record: NodeRecord, _ values: RecordedValues) async -> String {
    guard record.state == .succeeded, let output = try? await values.output(of: record),
      let secrets = try? await values.secrets(of: [record.path])
    else { return "" }
    return secrets.masking(SharedPreview.text(of: .json(output)))
  }
}

extension NodePath {
  /// Whether it is an element of a list, or stands in one.
  fileprivate var isInElement: Bool { withoutElements != self }
}
