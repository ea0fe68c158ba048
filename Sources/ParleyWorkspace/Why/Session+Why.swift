internal import JQ
package import ParleyEngine
package import ParleyFiles
internal import ParleyModel
internal import ParleyStore
internal import ParleyText

extension Session {
  /// Leads from what is asked about in a recorded run back to its first causes. Nothing is sent.
  ///
  /// ```swift
  /// let chain = try await session.why(WhyQuestion(path), in: session.recording(of: run))
  /// ```
  package func why(_ question: WhyQuestion, in recording: RunRecording) async -> WhyChain {
    let evidence = RunEvidence(recording, in: self, hiding: await masking(of: recording))
    let chain = await recording.why(question, knowing: evidence.facts)
    // What was found on the way may have taught the session more of them.
    let masking = masking(of: recording, hiding: evidence.secrets)
    return WhyChain(question: masking.masked(chain.question), effect: chain.effect.mapped(masking.masked))
  }
}

/// The knowledge of the workspace and the store about a recorded run.
private struct RunEvidence: Sendable {
  let recording: RunRecording
  let session: Session
  let outputs: RecordedOutputs
  let masking: RecordMasking

  /// - Parameter masking: with all secrets of the run, known before anything is masked: a text in which a part of one is masked already
  ///   hides the whole one from a search.
  init(_ recording: RunRecording, in session: Session, hiding masking: RecordMasking) {
    (self.recording, self.session, self.masking) = (recording, session, masking)
    outputs = RecordedOutputs(recording, in: session, remembers: true)
  }

  var secrets: Secrets { session.masked(by: masking.secrets) }

  var facts: RunFacts {
    var facts = RunFacts(output: { await output(of: $0) }, exchange: { await exchange($0) })
    facts.secrets = masking.secrets
    facts.servedFromCache = { await served(of: $0) }
    facts.findings = { await findings(of: $0, at: $1, about: $2) }
    facts.condition = { await condition(of: $0) }
    facts.until = { await until(of: $0) }
    facts.earlier = { await earlier($0) }
    facts.variable = { variable($0) }
    facts.variableAt = { name(ofVariableAt: $0) }
    facts.lastWrite = { await lastWrite(of: $0, before: $1) }
    facts.capture = { capture(of: $1, by: $0) }
    facts.place = { place(of: $0) }
    return facts
  }

  private func output(of record: NodeRecord) async -> JSONValue? {
    guard let value = try? await outputs.wholeOutput(of: record) else { return nil }
    return masking.masked(output: value, of: record)
  }

  private func exchange(_ id: ExchangeID) async -> Exchange? {
    guard let kept = try? await session.recordedExchange(id)?.exchange else { return nil }
    session.secrets.learn(kept.secrets)
    return kept
  }

  private func served(of id: ExchangeID) async -> WhyServed? {
    switch try? await session.store.history.exchange(id)?.entry.served {
    case .cache?: .kept
    case .edited?: .edited
    default: nil
    }
  }

  private func step(_ record: NodeRecord) -> RecordedStep {
    RecordedStep(record: record, recording: recording, session: session, outputs: outputs, masking: masking)
  }
}

// Filters.
extension RunEvidence {
  /// Of a job's filter, or of that which makes the list of a step.
  private func findings(of record: NodeRecord, at path: ValuePath, about row: WhyRow?) async -> [WhyFinding] {
    let step = step(record)
    guard let definition = step.definition else { return [] }
    let isList = record.made.elements != nil
    guard let filter = isList ? definition.each?.filter : definition.job.jq else { return [] }
    let input = await step.input(for: filter.value, variables.plainValues)
    let sources = step.sources
    let about = row.map { row in { @Sendable (path: JQPath) in isRow(row, at: path, sources) } }
    return await session.jq.findings(of: filter.value, at: path, on: input, about: about).map { finding in
      WhyFinding(finding, at: filter.place?.description, hiding: masking.secrets) { sources.origin(of: $0) }
    }
  }

  /// Whether a place of a filter's input is the row that is asked about.
  private func isRow(_ row: WhyRow, at path: JQPath, _ sources: FilterSources) -> Bool {
    switch row {
    case .input(let text): return path.description == text
    case .step(let step, let place):
      guard case .step(let giver, let start)? = sources.origin(of: .copied(path)) else { return false }
      let exact = recording.exactPlace(of: start, in: giver)
      return exact.node == step && place.segments.starts(with: exact.path.segments)
    }
  }

  private func condition(of record: NodeRecord) async -> WhyCondition? {
    let step = step(record)
    guard let filter = step.definition?.when else { return nil }
    return await condition(filter, of: step, on: await step.input(for: filter.value, variables.plainValues))
  }

  /// On the output of the last attempt.
  private func until(of record: NodeRecord) async -> WhyCondition? {
    let step = step(record)
    guard let filter = step.definition?.until else { return nil }
    var input = await step.input(for: filter.value, variables.plainValues)
    input.value = await lastOutput(of: record) ?? .null
    input.secrets?.input = SecretParts.none
    let path = record.path
    let parts = await session.jq.reasons(of: filter.value, on: input).map { part in
      var shown = CheckedPart(part, hiding: masking.secrets)
      if shown.path != nil { shown.origin = .step(path, (try? ValuePath(parsing: part.text)) ?? .root) }
      return shown
    }
    return WhyCondition(filter.value.text, place: filter.place?.description, parts: parts)
  }

  /// Whether it succeeded or not.
  private func lastOutput(of record: NodeRecord) async -> JSONValue? {
    if let value = try? await outputs.wholeOutput(of: record) { return value }
    guard let id = record.exchange ?? record.attempts.last?.exchange,
      let bytes = try? await exchange(id)?.response?.textBytes(), let value = try? JSONValue(parsing: Array(bytes))
    else { return nil }
    let root = recording.step(at: record.path)?.root ?? .root
    return try? root.resolve(in: value)
  }

  private func condition(_ filter: Located<JQFilter>, of step: RecordedStep, on input: JQInput) async -> WhyCondition {
    let sources = step.sources
    let parts = await session.jq.reasons(of: filter.value, on: input).map { part in
      CheckedPart(part, hiding: masking.secrets) { sources.origin(of: $0) }
    }
    return WhyCondition(filter.value.text, place: filter.place?.description, parts: parts)
  }

  private func earlier(_ id: ExchangeID) async -> WhyEarlier? {
    guard let entry = try? await session.store.history.exchange(id)?.entry else { return nil }
    let run: KeptRun? = if let group = entry.groupID { try? await session.store.runs.run(group) } else { nil }
    return WhyEarlier(name: entry.name, run: run?.sequence, at: entry.startedAt)
  }

  private func place(of record: NodeRecord) -> String? {
    let definition = step(record).definition
    return (definition?.job.jq?.place ?? definition?.place)?.description
  }
}

extension Located<EachDefinition> {
  fileprivate var filter: Located<JQFilter>? {
    if case .filter(let filter) = value { Located<JQFilter>(filter, at: place) } else { nil }
  }
}

// Variables.
extension RunEvidence {
  /// The environment that the run had.
  private var environment: WorkspaceEnvironment? {
    recording.summary.environment.flatMap { session.workspace.environment($0) }
  }

  private var variables: TemplateScope {
    recording.summary.environment.isIdentical(to: session.environmentName)
      ? session.scope : TemplateScope(session.workspace, environment: environment)
  }

  private func variable(_ name: String) -> WhyVariable? {
    let (own, defaults) = (environment?.definition.vars ?? [], session.workspace.definition.vars)
    let scope = variables
    let entry = scope[name]
    let value =
      entry?.isDeclaredSecret == true
      ? Secrets.mask : scope.plainValues[name].map { JSONPrinter.compact.string(of: $0) }
    let others = session.workspace.environments.filter { other in
      other.name != environment?.name && other.definition.vars.contains { $0.name.value == name }
    }.map(\.name)
    let source: WhyVariable.Source =
      if case .given? = entry?.content { .given } else if own.contains(where: { $0.name.value == name }) {
        .environment
      } else if defaults.contains(where: { $0.name.value == name }) { .fallback } else { .nobody }
    return WhyVariable(
      source, value: value, place: entry?.place?.description ?? environment?.file, environment: environment?.name,
      others: others)
  }

  private func name(ofVariableAt place: String) -> String? {
    let all = (environment?.definition.vars ?? []) + session.workspace.definition.vars
    return all.first { $0.content.place?.description == place }?.name.value
  }
}

// Shared keys.
extension RunEvidence {
  private func lastWrite(of key: String, before time: Timestamp) async -> WhyWrite? {
    guard recording.summary.environment.isIdentical(to: session.environmentName),
      let history = try? await session.shared.history(of: key, limit: Self.mostChanges),
      let entry = history.first(where: { $0.at < time })
    else { return nil }
    return WhyWrite(
      writer: entry.writer, isByHand: entry.writer == Session.byHand, at: entry.at, expires: entry.expires,
      run: await number(ofRunAt: entry.at, writing: key))
  }

  private static let mostChanges = 200

  /// The run in which a step wrote a key at a moment.
  private func number(ofRunAt time: Timestamp, writing key: String) async -> Int64? {
    let runs = (try? await session.store.runs.recent(Self.mostRuns)) ?? []
    for run in runs where run.summary.startedAt <= time && run.summary.endedAt.map({ time <= $0 }) ?? false {
      guard let nodes = try? await session.store.runs.recording(of: run.id)?.nodes else { continue }
      if nodes.contains(where: { node in node.made.sharedWrites.contains { $0.key == key } }) { return run.sequence }
    }
    return nil
  }

  private static let mostRuns = 100

  private func capture(of key: String, by request: String) -> WhyCapture? {
    let captures = session.workspace.request(request)?.definition.capture ?? []
    guard let capture = captures.first(where: { $0.isOn && $0.key.value == key }) else { return nil }
    return WhyCapture(path: capture.path.value, place: (capture.path.place ?? capture.key.place)?.description)
  }
}

extension WorkspaceError {
  /// A run in which no step's turn came has nothing to ask about.
  package static let noSteps = WorkspaceError("noSteps", "The run has no steps.")

  package static func noPath(_ error: ValuePathError) -> WorkspaceError {
    WorkspaceError(ValuePathError.code, error.description)
  }
}
