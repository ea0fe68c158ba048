internal import JQ
package import ParleyEngine
internal import ParleyFiles
internal import ParleyModel
internal import ParleyText

extension RunInquiry {
  /// Evaluates the filters and conditions of a recorded run again, with another value in it. Nothing is sent: a request that would be
  /// sent with another value gives what nobody knows.
  package func outcome(of trial: RunTrial, in recording: RunRecording) async -> [TriedStep] {
    var work = TrialWork(trial, recording, session, await session.runs.masking(of: recording))
    return await work.run()
  }

  /// The whole value of the step whose output is tried, with the tried part in it; nil for anything else.
  package func whole(of trial: RunTrial, in recording: RunRecording) async throws -> JSONValue? {
    guard case .output(let node, let path) = trial.place, let record = recording[node],
      let output = try await RecordedOutputs(recording, in: session).wholeOutput(of: record)
    else { return nil }
    return output.replacing(trial.value, at: path.segments[...])
  }

  /// The value at a place of a run, masked; nil where there is none.
  package func value(at place: TriedPlace, in recording: RunRecording) async -> JSONValue? {
    switch place {
    case .output(let node, let path):
      guard let record = recording[node],
        let output = try? await RecordedOutputs(recording, in: session).wholeOutput(of: record)
      else { return nil }
      let masking = await session.runs.masking(of: recording)
      return try? path.resolve(in: masking.masked(output: output, of: record))
    case .variable(let name): return scope(of: recording).plainValues[name]
    case .shared(let key):
      let use = recording.nodes.flatMap(\.made.sharedReads).last { $0.key == key }
      return use?.isSecret == false ? use?.value?.json ?? use?.value?.text.map(JSONValue.string) : nil
    }
  }
}

private struct TrialWork {
  private let trial: RunTrial
  private let recording: RunRecording
  private let session: Session
  private let outputs: RecordedOutputs
  private let masking: RecordMasking
  private var values: [NodePath: JSONValue] = [:]
  private var vars: JSONObject
  private var unknown: Set<NodePath> = []
  private var found: [TriedStep] = []

  init(_ trial: RunTrial, _ recording: RunRecording, _ session: Session, _ masking: RecordMasking) {
    (self.trial, self.recording, self.session, self.masking) = (trial, recording, session, masking)
    outputs = RecordedOutputs(recording, in: session)
    vars = session.why.scope(of: recording).plainValues
  }

  mutating func run() async -> [TriedStep] {
    var changed: NodePath?
    switch trial.place {
    case .variable(let name): vars[name] = trial.value
    case .shared: break
    case .output(let node, let path):
      guard let record = recording[node], let output = try? await outputs.wholeOutput(of: record) else {
        return []
      }
      values[node] = output.replacing(trial.value, at: path.segments[...])
      changed = node
    }
    for record in recording.nodes.sorted(by: { $0.startedAt < $1.startedAt }) where record.path != changed {
      await look(at: record)
    }
    return found
  }

  private mutating func look(at record: NodeRecord) async {
    let step = RecordedStep(
      record: record, recording: recording, session: session, outputs: outputs, masking: masking, tried: values,
      triedKey: trial.triedKey)
    let definition = step.definition
    let filters = [definition?.when?.value].compactMap(\.self) + (definition?.job.filters.map(\.value) ?? [])
    let givers = recording.origins(of: record.path)
    guard usesPlace(record, filters) || givers.contains(where: { values[$0] != nil || unknown.contains($0) }) else {
      return
    }
    if givers.contains(where: unknown.contains) {
      return note(record, "cannot be known: it works on the response of a request", isUnknown: true)
    }
    if let when = definition?.when?.value, await !stays(when, record, step) { return }
    if record.kind == .request {
      return note(record, "would be sent with another value: nobody knows its response", isUnknown: true)
    }
    guard let job = definition?.job else { return }
    if case .result(let before) = record.input, job.kind?.passesOn ?? true { values[record.path] = values[before] }
    if let filter = job.jq?.value { await compute(filter, record, step) }
    if !job.assert.isEmpty { await check(job.assert.map(\.value), record, step) }
  }

  /// Whether a step is made from what is tried: a variable in a filter or a template, a shared key.
  private func usesPlace(_ record: NodeRecord, _ filters: [JQFilter]) -> Bool {
    switch trial.place {
    case .output: return false
    case .shared(let key): return record.made.sharedReads.contains { $0.key == key }
    case .variable(let name):
      if filters.contains(where: { $0.variableNames.contains { $0.name == name } }) { return true }
      let place = session.why.place(ofVariable: name, in: recording)
      return record.sources.contains { place != nil && $0.origin == place.map(Provenance.other) }
    }
  }

  /// Whether a step runs as it did, and if not, notes it.
  private mutating func stays(_ condition: JQFilter, _ record: NodeRecord, _ step: RecordedStep) async -> Bool {
    let input = await step.input(for: condition, vars)
    guard let holds = try? await session.jq.value(of: condition, on: input).isTruthy else { return true }
    let ran = record.state != .skipped
    if holds == ran { return ran }
    note(
      record, holds ? "would run: `when` would be true" : "would be skipped: `when` would be false", isUnknown: holds)
    return false
  }

  private mutating func compute(_ filter: JQFilter, _ record: NodeRecord, _ step: RecordedStep) async {
    let input = await step.input(for: filter, vars)
    let before = try? await outputs.wholeOutput(of: record)
    do throws(JQError) {
      let value = try await session.jq.value(of: filter, on: input)
      values[record.path] = value
      guard value != before else { return }
      let parts = masking.secretParts(ofOutput: value, of: record)
      let was = before.map { "; it gave \(shown(parts.masked($0)))" } ?? ""
      note(record, "would give \(shown(parts.masked(value)))\(was)")
    } catch {
      note(record, "would fail: \(error.clause)")
    }
  }

  private mutating func check(_ filters: [JQFilter], _ record: NodeRecord, _ step: RecordedStep) async {
    var holds = true
    for filter in filters where await !session.jq.holds([filter], on: step.input(for: filter, vars)) { holds = false }
    let held = record.state == .succeeded
    note(record, holds == held ? "would \(holds ? "pass" : "fail") as before" : holds ? "would pass" : "would fail")
  }

  private mutating func note(_ record: NodeRecord, _ words: String, isUnknown: Bool = false) {
    if isUnknown { unknown.insert(record.path) }
    let sentence = masking.masked("\(record.path) \(record.name) \(words)")
    found.append(TriedStep(path: record.path, sentence: sentence, isUnknown: isUnknown))
  }

  private func shown(_ value: JSONValue) -> String { value.shortText(80, hiding: masking.secrets) }
}

extension RunTrial {
  /// A shared key, and the value that is tried for it.
  fileprivate var triedKey: (String, JSONValue)? { if case .shared(let key) = place { (key, value) } else { nil } }
}

extension RunInquiry {
  /// The line of a file that says the value that a variable had in a run.
  fileprivate func place(ofVariable name: String, in recording: RunRecording) -> String? {
    scope(of: recording)[name]?.place?.description
  }

  /// The variables of the environment that a run had.
  func scope(of recording: RunRecording) -> TemplateScope {
    let environment = recording.summary.environment.flatMap { session.workspace.environment($0) }
    let isActive = recording.summary.environment.isIdentical(to: session.environmentName)
    return isActive ? session.sending.scope : TemplateScope(session.workspace, environment: environment)
  }
}

extension JSONValue {
  /// The same with another value at a path; itself where there is no such place.
  fileprivate func replacing(_ value: JSONValue, at path: ArraySlice<ValuePath.Segment>) -> JSONValue {
    guard let first = path.first else { return value }
    switch (self, first) {
    case (.object(var members), .key(let name)):
      members[name] = (members[name] ?? .null).replacing(value, at: path.dropFirst())
      return .object(members)
    case (.null, .key(let name)): return .object([name: JSONValue.null.replacing(value, at: path.dropFirst())])
    case (.array(var elements), .index(let index)) where elements.indices.contains(index):
      elements[index] = elements[index].replacing(value, at: path.dropFirst())
      return .array(elements)
    default: return self
    }
  }
}
