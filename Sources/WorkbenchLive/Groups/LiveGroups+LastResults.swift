import ParleyEngine
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

extension LiveGroups {
  /// Of each step what it gave in the newest run in which it gave something: a run that was stopped at once takes nothing away.
  package func lastResults(of group: String) async throws -> LastResults? {
    let session = session
    try await session.flushEvents()
    let runs = try await session.store.runs.recent(Self.mostRuns, group: group)
    guard let newest = runs.first else { return nil }
    var results = FoundResults()
    for run in runs {
      guard let recording = try await session.store.runs.recording(of: run.id) else { continue }
      await results.look(in: recording, RecordedValues(recording, in: session))
      if results.areComplete { break }
    }
    return LastResults(of: newest.id, results.steps)
  }

  /// The maximal number of runs that are read: older ones say little about the present.
  private static let mostRuns = 10
}

/// The last outputs of steps, collected from the newest run backwards.
private struct FoundResults {
  private(set) var steps: [String: LastResults.Step] = [:]
  /// The steps of the newest run that have given nothing in any run so far.
  private var missing: Set<String>?

  var areComplete: Bool { missing?.isEmpty == true }

  /// A group has 500 steps at most that anybody looks at.
  private static let mostPreviews = 1000

  mutating func look(in recording: RunRecording, _ values: RecordedValues) async {
    if missing == nil {
      let names = recording.outline.isEmpty ? recording.nodes.map(\.name) : recording.outline.map(\.name)
      missing = Set(names)
    }
    var seen: Set<String> = []
    for record in recording.nodes where !record.path.isInElement && seen.insert(record.name).inserted {
      guard steps[record.name]?.gaveSomething != true, record.gaveSomething || steps[record.name] == nil else {
        continue
      }
      steps[record.name] = await step(record, of: recording, values)
      if record.gaveSomething { missing?.remove(record.name) }
    }
  }

  private func step(
    _ record: NodeRecord, of recording: RunRecording, _ values: RecordedValues
  ) async -> LastResults.Step {
    var step = LastResults.Step(record.state, status: record.status)
    if record.made.elements != nil || recording[record.path.element(0)] != nil {
      let elements = recording.children(of: record.path).count { $0.path.isElement }
      if elements > 0 { step.elements = elements }
    }
    if steps.count < Self.mostPreviews { step.preview = await Self.preview(of: record, values) }
    return step
  }

  /// A preview of a node's output; empty if it can no longer be read.
  private static func preview(of record: NodeRecord, _ values: RecordedValues) async -> String {
    guard record.state == .succeeded, let output = try? await values.output(of: record),
      let secrets = try? await values.secrets(of: [record.path])
    else { return "" }
    let shown = values.masked(output, as: .output, of: record.path)
    return secrets.maskingForeign(SharedPreview.text(of: .json(shown)))
  }
}

extension LastResults.Step {
  fileprivate var gaveSomething: Bool { state == .succeeded || state == .failed }
}

extension NodeRecord {
  fileprivate var gaveSomething: Bool { state == .succeeded || state == .failed }
}

extension NodePath {
  /// Whether it is an element of a list, or stands in one.
  fileprivate var isInElement: Bool { withoutElements != self }
}
