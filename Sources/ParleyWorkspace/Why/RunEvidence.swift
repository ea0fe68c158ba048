internal import ParleyEngine
internal import ParleyFiles
internal import ParleyStore
internal import ParleyText

/// The knowledge of the workspace and the store about a recorded run.
struct RunEvidence: Sendable {
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

  var secrets: Secrets { session.secrets.all(with: masking.secrets) }

  var facts: RunFacts {
    var facts = RunFacts(output: { await output(of: $0) }, exchange: { await exchange($0) })
    facts.secrets = masking.secrets
    facts.servedFromCache = { await served(of: $0) }
    facts.findings = { await findings(of: $0, at: $1, about: $2) }
    facts.failing = { await findingsOfFailure(of: $0) }
    facts.condition = { await condition(of: $0) }
    facts.until = { await until(of: $0) }
    facts.earlier = { await earlier($0) }
    facts.variable = { variable($0) }
    facts.variableAt = { name(ofVariableAt: $0) }
    facts.lastWrite = { await lastWrite(of: $0, before: $1) }
    facts.capture = { capture(of: $1, by: $0) }
    facts.written = { writtenParts(of: $0) }
    facts.place = { place(of: $0) }
    return facts
  }

  private func output(of record: NodeRecord) async -> JSONValue? {
    guard let value = try? await outputs.wholeOutput(of: record) else { return nil }
    return masking.masked(output: value, of: record)
  }

  func exchange(_ id: ExchangeID) async -> Exchange? {
    guard let kept = try? await session.history.recorded(id)?.exchange else { return nil }
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

  func step(_ record: NodeRecord) -> RecordedStep {
    RecordedStep(record: record, recording: recording, session: session, outputs: outputs, masking: masking)
  }
}

// Places, and what was sent before.
extension RunEvidence {
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

// Variables.
extension RunEvidence {
  /// The environment that the run had.
  var environment: WorkspaceEnvironment? {
    recording.summary.environment.flatMap { session.workspace.environment($0) }
  }

  var variables: TemplateScope {
    recording.summary.environment.isIdentical(to: session.environmentName)
      ? session.sending.scope : TemplateScope(session.workspace, environment: environment)
  }

  private func variable(_ name: String) -> WhyVariable? {
    let (own, defaults) = (environment?.definition.vars ?? [], session.workspace.definition.vars)
    let scope = variables
    let entry = scope[name]
    let isSecret = entry?.isDeclaredSecret == true || entry?.isCredential == true
    let value = isSecret ? Secrets.mask : scope.plainValues[name].map { JSONPrinter.compact.string(of: $0) }
    let others = session.workspace.environments.filter { other in
      other.name != environment?.name && other.definition.vars.contains { $0.name.value == name }
    }.map(\.name)
    let source: WhyVariable.Source =
      if case .given? = entry?.content { .given } else if own.contains(where: { $0.name.value == name }) {
        .environment
      } else if defaults.contains(where: { $0.name.value == name }) { .fallback } else { .nobody }
    return WhyVariable(
      source, value: value, place: entry?.place?.description ?? environment?.file, environment: environment?.name,
      others: others, isSecret: entry?.isDeclaredSecret == true,
      isNewer: entry?.place.map { isNewer($0.file) } ?? false)
  }

  /// For a recording that does not name it: a line may hold several.
  private func name(ofVariableAt place: String) -> String? {
    let all = (environment?.definition.vars ?? []) + session.workspace.definition.vars
    let there = all.filter { $0.content.place?.description == place }
    return there.count == 1 ? there[0].name.value : nil
  }
}

extension TemplateScope.Entry {
  /// Whether what is written there looks like a credential.
  fileprivate var isCredential: Bool {
    guard case .text(let text, _) = content else { return false }
    return !CredentialFinder.find(in: text.text, .named(name)).isEmpty
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
      writer: entry.writer, isByHand: entry.writer == SharedKeys.byHand, at: entry.at, expires: entry.expires,
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
