internal import JQ
package import ParleyEngine
internal import ParleyFiles
internal import ParleyStore

/// A watched expression, and what it gives at a moment of a run.
package struct WatchedValue: Sendable, Hashable {
  /// The expression as it was written.
  package let text: String
  /// The value that it gives, masked; nil where it gives nothing, or fails.
  package let value: JSONValue?
  /// The reason why there is no value.
  package let problem: String?
}

extension RunInquiry {
  /// Evaluates watched expressions on a run as far as it has come, or had come at a moment. Nothing is sent, and nothing counts as used.
  ///
  /// `.` is the input of a step, `$steps` what the steps have given so far, `$shared` what the shared keys held at that moment, `$vars`
  /// the variables of the run's environment.
  /// - Parameters:
  ///   - recording: as it was at the moment.
  ///   - time: the moment; nil for now.
  package func watch(
    _ expressions: [String], at step: NodePath, in recording: RunRecording, asOf time: Timestamp?
  ) async -> [WatchedValue] {
    // Known before anything is masked: a mask in the middle of a secret would hide the rest of it from a search.
    let masking = await session.runs.masking(of: recording, readingExchangesOf: recording.nodes.filter(\.isSecret))
    let work = WatchWork(step, recording, time, session, hiding: masking)
    var values: [WatchedValue] = []
    for expression in expressions { values.append(await work.value(of: expression)) }
    return values
  }
}

private struct WatchWork: Sendable {
  let step: NodePath
  let recording: RunRecording
  let time: Timestamp
  let session: Session
  let outputs: RecordedOutputs
  let masking: RecordMasking

  init(
    _ step: NodePath, _ recording: RunRecording, _ time: Timestamp?, _ session: Session, hiding masking: RecordMasking
  ) {
    (self.step, self.recording, self.session, self.masking) = (step, recording, session, masking)
    self.time = time ?? Timestamp(microseconds: .max)
    outputs = RecordedOutputs(recording, in: session, remembers: true)
  }

  func value(of text: String) async -> WatchedValue {
    do {
      let filter = try JQFilter(parsing: text)
      let values = try await session.jq.values(of: filter, on: await input(for: filter))
      let masked = values.map { session.secrets.all.maskingForeign($0) }
      if masked.isEmpty { return WatchedValue(text: text, value: nil, problem: "it gives nothing") }
      return WatchedValue(text: text, value: masked.count == 1 ? masked[0] : .array(masked), problem: nil)
    } catch {
      let words = (error as? JQError)?.clause ?? (error as? any ExplainedError)?.summary ?? "\(error)"
      return WatchedValue(text: text, value: nil, problem: session.secrets.all.maskingForeign(words))
    }
  }

  /// Masked before it is evaluated: what is made of a secret is made of its mask.
  private func input(for filter: JQFilter) async -> JQInput {
    var input = JQInput(.null)
    if let record = recording[step] { input.value = await value(before: record) ?? .null }
    let names = filter.readsAllSteps ? recording.nodes.map(\.name) : filter.stepNames.map(\.name)
    var steps = JSONObject()
    for name in Set(names).sorted() {
      if let record = record(named: name), let value = await output(of: record) { steps[name] = value }
    }
    input.steps = .object(steps)
    if filter.uses(.vars) { input.vars = .object(session.why.scope(of: recording).plainValues) }
    if filter.uses(.shared) { input.shared = .object(await shared(filter.sharedNames)) }
    if filter.uses(.response), let response = await response() {
      input.response = (try? JQInput(response).response) ?? .null
    }
    return input
  }

  private func value(before record: NodeRecord) async -> JSONValue? {
    switch record.input {
    case .value(let value): return masking.masked(input: value, of: record)
    case .result(let step):
      guard let before = recording[step] else { return nil }
      return await output(of: before)
    case .none: return nil
    }
  }

  /// Nil while it has given nothing.
  private func output(of record: NodeRecord) async -> JSONValue? {
    guard record.state.isFinal, let value = try? await outputs.wholeOutput(of: record) else { return nil }
    var masked = value
    // Its secrets may be known to nobody else in this process.
    if let id = record.exchange, let kept = try? await session.history.recorded(id) {
      session.secrets.learn(kept.exchange.secrets)
      masked = session.secrets.all(with: kept.exchange.secrets).maskingForeign(value)
    }
    return masking.masked(output: masked, of: record)
  }

  /// The step of a name that is nearest: in the same element, or further out.
  private func record(named name: String) -> NodeRecord? {
    let all = recording.nodes.filter { $0.name.isIdentical(to: name) }
    let near = all.filter { record in record.path.parent.map(step.isInside) ?? true }
    return near.last ?? all.first
  }

  private func response() async -> Response? {
    guard let record = recording[step] else { return nil }
    if record.attempts.last?.endedAt != nil, let id = record.exchange {
      return try? await session.history.response(of: id)
    }
    guard case .result(let before) = record.input, let id = recording[before]?.exchange else { return nil }
    return try? await session.history.response(of: id)
  }
}

// Shared keys.
extension WatchWork {
  /// Those that are named, or all that the run knows. A secret one is its mask.
  private func shared(_ names: [String]) async -> JSONObject {
    let own = Dictionary(recording.sharedValues(asOf: time).map { ($0.use.key, $0) }) { $1 }
    var values = JSONObject()
    for key in Set(names.isEmpty ? Array(own.keys) : names).sorted() {
      if let value = await value(of: key, own[key]) { values[key] = value }
    }
    return values
  }

  /// The last change before the moment: by the run, or by whoever else.
  private func value(of key: String, _ known: SharedMoment?) async -> JSONValue? {
    if let entry = await lastChange(of: key), known.map({ entry.at >= $0.begin }) ?? true {
      if entry.isSecret { return .string(Secrets.mask) }
      guard case .value(let value) = entry.content else { return nil }
      return Self.json(value)
    }
    guard let use = known?.use else { return nil }
    return use.isSecret ? .string(Secrets.mask) : use.value.flatMap(Self.json)
  }

  private func lastChange(of key: String) async -> SharedEntry? {
    guard recording.summary.environment.isIdentical(to: session.environmentName) else { return nil }
    return try? await session.sharedKeys.change(of: key, asOf: time)
  }

  private static func json(_ value: SharedValue) -> JSONValue? { value.json ?? value.text.map(JSONValue.string) }
}
