import ParleyEngine
import ParleyStore
import ParleyWorkspace
import Workbench

/// Reads what the newest run gave where a step stands. What is secret is masked, so that filters never see it.
struct StepSampleReader {
  let session: Session
  let place: StepPlace

  /// Older runs are not looked through.
  private static let mostRuns = 5
  /// Of more steps before it nothing is completed.
  private static let mostSteps = 100

  /// - Returns: nil where no run has come by.
  func sample(ofGroup group: String) async throws -> StepSample? {
    try await session.flushEvents()
    for run in try await session.store.runs.recent(Self.mostRuns, group: group) {
      guard let recording = try await session.store.runs.recording(of: run.id),
        let sample = try await sample(in: recording, number: run.sequence)
      else { continue }
      return sample
    }
    return nil
  }

  private func sample(in recording: RunRecording, number: Int64) async throws -> StepSample? {
    let values = RecordedValues(recording, in: session)
    if let record = recording.ran(place.name) { return try await sample(of: record, values, recording, number) }
    // The run knew the step not yet: it would have worked on what the step before it gave.
    guard let previous = place.previous, let record = recording.ran(previous) else { return nil }
    let input = try? await values.masked(values.output(of: record), of: record.path)
    var sample = StepSample("\(record.path) \(record.name) · run \(number)", input: input, whole: input)
    sample.responseBefore = await response(of: record, values)
    sample.steps = await steps(in: recording, values)
    return sample
  }

  private func sample(
    of record: NodeRecord, _ values: RecordedValues, _ recording: RunRecording, _ number: Int64
  ) async throws -> StepSample {
    let first = recording.nodes.first { $0.path == record.path.element(0) } ?? record
    let whole = try? await values.masked(values.input(of: record), of: record.path)
    let input = first.path == record.path ? whole : try? await values.masked(values.input(of: first), of: first.path)
    var sample = StepSample("\(record.path) \(record.name) · run \(number)", input: input, whole: whole)
    sample.output = try? await values.masked(values.output(of: first), of: first.path)
    sample.response = await response(of: first, values)
    if case .result(let before) = record.input, let before = recording[before] {
      sample.responseBefore = await response(of: before, values)
    }
    sample.steps = await steps(in: recording, values)
    return sample
  }

  private func steps(in recording: RunRecording, _ values: RecordedValues) async -> JSONObject {
    var steps: [(String, JSONValue)] = []
    for name in place.before.suffix(Self.mostSteps) {
      guard let record = recording.ran(name),
        let output = try? await values.masked(values.output(of: record), of: record.path)
      else { continue }
      steps.append((name, output))
    }
    return JSONObject(steps)
  }

  private func response(of record: NodeRecord, _ values: RecordedValues) async -> JSONValue {
    guard let exchange = record.exchange, let response = try? await session.response(of: exchange),
      let seen = try? JQInput(response).response
    else { return .null }
    return (try? await values.masked(seen, of: record.path)) ?? .null
  }
}

extension RecordedValues {
  fileprivate func masked(_ value: JSONValue?, of path: NodePath) async throws -> JSONValue? {
    guard let value else { return nil }
    let secrets = try await secrets(of: [path])
    return secrets.isEmpty ? value : secrets.maskingForeign(value)
  }
}

extension RunRecording {
  /// A step that has had its turn.
  fileprivate func ran(_ name: String) -> NodeRecord? {
    nodes.first { $0.name == name && $0.state != .neverRan && $0.state != .waiting }
  }
}
