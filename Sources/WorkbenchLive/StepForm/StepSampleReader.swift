import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import WorkbenchServices

/// Reads the values at a step from the newest run that reached it, or from the last responses. Secrets are masked, so
/// that filters never see them.
struct StepSampleReader {
  let session: Session
  let place: StepContext

  /// Older runs are not looked through.
  private static let mostRuns = 5
  /// Of more steps before it nothing is completed.
  private static let mostSteps = 100

  /// - Returns: nil where no run has come by, and no request before it has been sent.
  func sample(ofGroup group: String) async throws -> StepSample? {
    try await session.flushEvents()
    for run in try await session.store.runs.recent(Self.mostRuns, group: group) {
      guard let recording = try await session.store.runs.recording(of: run.id),
        let sample = try await sample(in: recording, number: run.sequence)
      else { continue }
      return await ofElement(sample)
    }
    guard let sample = await sampleOfResponses() else { return nil }
    return await ofElement(sample)
  }

  /// The sample with the step's input as its list is defined now, whether it ran like that or not.
  private func ofElement(_ sample: StepSample) async -> StepSample {
    var sample = sample
    guard place.runsForList else {
      sample.input = sample.whole ?? sample.input
      return sample
    }
    guard let each = place.each,
      let input = await TrialEvaluation(session: session, sample: sample, secrets: session.client.events.secrets)
        .input(for: each, in: .each),
      let first = try? await session.jq.value(of: each, on: input).array?.first
    else { return sample }
    sample.input = first
    return sample
  }

  private func sample(in recording: RunRecording, number: Int64) async throws -> StepSample? {
    let values = RecordedValues(recording, in: session)
    if let record = ran(place.name, in: recording) {
      return try await sample(of: record, values, recording, number)
    }
    // The run knew the step not yet: it would have worked on what the step before it gave.
    guard let previous = place.previous else { return nil }
    let steps = await steps(in: recording, values)
    guard let record = ran(previous.name, in: recording) else {
      return steps[previous.name].map { input in
        var sample = StepSample("\(previous.name), computed · run \(number)", input: input, whole: input)
        sample.steps = steps
        return sample
      }
    }
    let input = try? await values.masked(values.output(of: record), .output, of: record.path)
    var sample = StepSample("\(record.path) \(record.name) · run \(number)", input: input, whole: input)
    sample.responseBefore = await response(of: record, values)
    sample.steps = steps
    return sample
  }

  private func sample(
    of record: NodeRecord, _ values: RecordedValues, _ recording: RunRecording, _ number: Int64
  ) async throws -> StepSample {
    let first = recording.nodes.first { $0.path == record.path.element(0) } ?? record
    let whole = try? await values.masked(values.input(of: record), .input, of: record.path)
    let input =
      first.path == record.path ? whole : try? await values.masked(values.input(of: first), .input, of: first.path)
    var sample = StepSample("\(record.path) \(record.name) · run \(number)", input: input, whole: whole)
    sample.output = try? await values.masked(values.output(of: first), .output, of: first.path)
    sample.response = await response(of: first, values)
    if case .result(let before) = record.input, let before = recording[before] {
      sample.responseBefore = await response(of: before, values)
    }
    sample.steps = await steps(in: recording, values)
    // A step that has come between them since.
    if let previous = place.previous, ran(previous.name, in: recording) == nil,
      let input = sample.steps[previous.name]
    {
      (sample.origin, sample.input, sample.whole) = ("\(previous.name), computed · run \(number)", input, input)
    }
    return sample
  }

  /// A step that has had its turn.
  private func ran(_ name: String, in recording: RunRecording) -> NodeRecord? {
    recording.nodes.first { $0.name == name && $0.state != .neverRan && $0.state != .waiting }
  }

  private func steps(in recording: RunRecording, _ values: RecordedValues) async -> JSONObject {
    await computed(place.before.suffix(Self.mostSteps)) { earlier in
      guard let record = ran(earlier.name, in: recording) else { return nil }
      return try? await values.masked(values.output(of: record), .output, of: record.path)
    }
  }

  /// The results of steps; of filters that have not run yet, those that they would give. Nothing is sent.
  private func computed(
    _ steps: some Collection<StepContext.Earlier>, known: (StepContext.Earlier) async -> JSONValue?
  ) async -> JSONObject {
    var values = JSONObject()
    for step in steps {
      if let value = await known(step) {
        values[step.name] = value
      } else if let value = await value(of: step, after: values) {
        values[step.name] = value
      }
    }
    return values
  }

  private func value(of step: StepContext.Earlier, after values: JSONObject) async -> JSONValue? {
    guard let purpose = step.purpose, let input = step.input.map({ values[$0] }) ?? .null else { return nil }
    guard case .filter(let filter) = purpose else { return input }
    var sample = StepSample("", input: input, whole: input)
    sample.steps = values
    let trial = TrialEvaluation(session: session, sample: sample, secrets: session.client.events.secrets)
    guard let seen = await trial.input(for: filter, in: .job(.jq)) else { return nil }
    return try? await session.jq.value(of: filter, on: seen)
  }

  private func response(of record: NodeRecord, _ values: RecordedValues) async -> JSONValue {
    guard let exchange = record.exchange, let response = try? await session.history.response(of: exchange),
      let seen = try? JQInput(response).response
    else { return .null }
    return (try? await values.masked(seen, nil, of: record.path)) ?? .null
  }
}

// Before the first run.
extension StepSampleReader {
  /// Reading more of them takes longer than a person waits for a list.
  private static let mostResponses = 20
  private static let longestResponse = 4 << 20

  /// A sample made of the last responses to the requests of the steps before it, whoever sent them.
  private func sampleOfResponses() async -> StepSample? {
    let steps = await computed(place.before.suffix(Self.mostResponses)) { await lastResponse(of: $0.request)?.value }
    let previous = await lastResponse(of: place.previous?.request)
    let input = previous?.value ?? place.previous.flatMap { steps[$0.name] }
    let own = await lastResponse(of: place.request)
    guard input != nil || own != nil || !steps.isEmpty else { return nil }
    let origin =
      previous == nil ? "the last responses of its requests" : "the last response of \(place.previous?.request ?? "")"
    var sample = StepSample(origin, input: input, whole: input, output: own?.value)
    (sample.responseBefore, sample.response) = (previous?.response ?? .null, own?.response ?? .null)
    sample.steps = steps
    return sample
  }

  private func lastResponse(of request: String?) async -> JQInput? {
    guard let request,
      let kept = try? await session.store.history.lastResponse(named: request, in: session.environment?.name),
      let response = kept.exchange.response, response.body.count <= Self.longestResponse,
      var seen = try? JQInput(response)
    else { return nil }
    session.secrets.learn(kept.exchange.secrets)
    seen.value = kept.exchange.secrets.maskingForeign(session.groups.stepValue(of: response, to: request))
    seen.response = kept.exchange.secrets.maskingForeign(seen.response)
    return seen
  }
}

extension RecordedValues {
  fileprivate func masked(_ value: JSONValue?, _ part: StepPart?, of path: NodePath) async throws -> JSONValue? {
    guard var value else { return nil }
    if let part { value = masked(value, as: part, of: path) }
    let secrets = try await secrets(of: [path])
    return secrets.isEmpty ? value : secrets.maskingForeign(value)
  }
}
