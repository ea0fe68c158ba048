internal import JQ
package import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// A value in place of one that a recorded run had, to see what its filters and conditions would then give.
package struct RunTrial: Sendable, Hashable {
  /// The value that is replaced.
  package enum Place: Sendable, Hashable {
    /// A part of the output of a step.
    case output(NodePath, ValuePath)
    /// A variable.
    case variable(String)
  }

  package var place: Place
  package var value: JSONValue

  package init(_ place: Place, _ value: JSONValue) { (self.place, self.value) = (place, value) }
}

/// A step that would do something else with the tried value.
package struct TriedStep: Sendable, Hashable {
  package let path: NodePath
  /// `3 total would give 73.9, it gave 0`
  package let sentence: String
  /// Nobody knows what it would give, because it sends a request.
  package let isUnknown: Bool
}

extension Session {
  /// Evaluates the filters and conditions of a recorded run again, with another value in it. Nothing is sent: a request that would be
  /// sent with another value gives what nobody knows.
  package func outcome(of trial: RunTrial, in recording: RunRecording) async -> [TriedStep] {
    var work = TrialWork(trial, recording, self)
    return await work.run()
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

  init(_ trial: RunTrial, _ recording: RunRecording, _ session: Session) {
    (self.trial, self.recording, self.session) = (trial, recording, session)
    outputs = RecordedOutputs(recording, in: session)
    masking = session.masking(of: recording, hiding: session.secrets.all)
    let environment = recording.summary.environment.flatMap { session.workspace.environment($0) }
    let isActive = recording.summary.environment.isIdentical(to: session.environmentName)
    vars = (isActive ? session.scope : TemplateScope(session.workspace, environment: environment)).plainValues
  }

  mutating func run() async -> [TriedStep] {
    var changed: NodePath?
    switch trial.place {
    case .variable(let name): vars[name] = trial.value
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
      record: record, recording: recording, session: session, outputs: outputs, masking: masking, tried: values)
    let definition = step.definition
    let filters =
      [definition?.when?.value, definition?.job.jq?.value].compactMap(\.self)
      + (definition?.job.assert.map(\.value) ?? [])
    let givers = recording.origins(of: record.path)
    let readsVariable = filters.contains(where: usesVariable)
    guard readsVariable || givers.contains(where: { values[$0] != nil || unknown.contains($0) }) else { return }
    if givers.contains(where: unknown.contains) {
      return note(record, "cannot be known: it works on the response of a request", isUnknown: true)
    }
    if let when = definition?.when?.value, await !stays(when, record, step) { return }
    if record.kind == .request {
      return note(record, "would be sent with another value: nobody knows its response", isUnknown: true)
    }
    guard let job = definition?.job else { return }
    // Others hand on what they work on.
    if case .result(let before) = record.input, job.jq == nil, job.run == nil { values[record.path] = values[before] }
    if let filter = job.jq?.value { await compute(filter, record, step) }
    if !job.assert.isEmpty { await check(job.assert.map(\.value), record, step) }
  }

  private func usesVariable(_ filter: JQFilter) -> Bool {
    guard case .variable(let name) = trial.place else { return false }
    return filter.variableNames.contains { $0.name == name }
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
      let was = before.map { ", it gave \(shown(parts.masked($0)))" } ?? ""
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

  private func shown(_ value: JSONValue) -> String {
    let text = JSONPrinter.compact.string(of: value)
    return text.count > 80 ? text.prefix(80) + "…" : text
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
