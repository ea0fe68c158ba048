package import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyStore
internal import ParleyText

// Runs that were kept.
extension Session {
  /// The word for the newest run.
  static let lastRun = "last"

  /// The kept run that a person names: by its number, its identifier, or as `last`; one of the team's as `team:NUMBER`, which is brought
  /// here.
  /// - Parameters:
  ///   - group: for `last`, of which group; nil for any.
  ///   - prompter: asks for what unlocks the team's key.
  /// - Throws: `WorkspaceError` when there is none.
  package func keptRun(
    _ name: String, of group: String? = nil, by prompter: any Prompter = NoPrompter()
  ) async throws -> KeptRun {
    if let number = try Self.teamRunNumber(name) {
      switch try await fetchTeamRun(number, by: prompter) {
      case .imported(let run), .known(let run): return run
      }
    }
    let found =
      name.lowercased() == Self.lastRun
      ? try await store.runs.recent(1, group: group).first : try await store.runs.run(name)
    guard let found else { throw WorkspaceError.noRun(name, of: group) }
    return found
  }

  /// The recording of every node of a kept run.
  package func recording(of run: KeptRun) async throws -> RunRecording {
    guard let recording = try await store.runs.recording(of: run.id) else {
      throw WorkspaceError.noRun(run.id, of: nil)
    }
    return recording
  }

  /// The response that the history has of an exchange, with the secrets that must be masked of it; nil when it has forgotten it.
  package func response(of exchange: ExchangeID) async throws -> Response? {
    guard let kept = try await recordedExchange(exchange)?.exchange, var response = kept.response else {
      return nil
    }
    secrets.learn(kept.secrets)
    if !kept.secrets.isEmpty { response.secrets.formUnion(kept.secrets) }
    return response
  }

  /// Two recorded runs side by side, with what their nodes gave, what they sent, and the headers they got.
  package func compare(
    _ left: RunRecording, with right: RunRecording, ignoring ignored: IgnoredPaths = IgnoredPaths()
  ) async -> RunComparison {
    let outputs = (RecordedOutputs(left, in: self), RecordedOutputs(right, in: self))
    return await RunComparison(
      left, right, leftOutput: outputs.0.output(of:), rightOutput: outputs.1.output(of:),
      exchange: { [self] record in
        guard let id = record.exchange, let kept = try await recordedExchange(id) else { return nil }
        return ComparedExchange(kept.exchange).besidesResult
      }, ignoring: ignored)
  }

  /// Looks at a run's responses again, with what the files expect now. Nothing is sent.
  package func check(_ recording: RunRecording, of group: RequestGroup) async throws -> [RunRecording.Check] {
    try await client.check(recording, of: group, shared: shared) { try await response(of: $0) }
  }
}

/// The outputs of the nodes of a recorded run.
package struct RecordedOutputs: Sendable {
  private let recording: RunRecording
  private let session: Session
  /// As its file has it now. It says how responses are read where an older recording does not; nil when it need not, or cannot
  /// be used any more.
  private let group: RequestGroup?
  /// The outputs that were read already; nil where each is read once.
  private let known: Lock<[NodePath: JSONValue?]>?

  /// Those of a run that the session's store has.
  /// - Parameter remembers: whether each is read and parsed once, however often it is asked for.
  package init(_ recording: RunRecording, in session: Session, remembers: Bool = false) {
    self.recording = recording
    self.session = session
    known = remembers ? Lock([:]) : nil
    group = recording.outline.isEmpty ? recording.summary.group.flatMap { try? session.group($0) } : nil
  }

  /// The output of a node itself; nil for a group, and for a node without output.
  /// - Throws: `RecordingError.answerGone` if the history no longer has its response.
  package func output(of record: NodeRecord) async throws -> JSONValue? {
    guard let known else { return try await readOutput(of: record) }
    if let output = known.withLock({ $0[record.path] }) { return output }
    let output = try await readOutput(of: record)
    known.withLock { $0[record.path] = .some(output) }
    return output
  }

  private func readOutput(of record: NodeRecord) async throws -> JSONValue? {
    try await recording.result(of: record, in: group) { [session] in try await session.response(of: $0) }.value
  }

  /// The output of a node; of a group, what its nodes gave.
  package func wholeOutput(of record: NodeRecord) async throws -> JSONValue? {
    guard record.output == .nodes else { return try await output(of: record) }
    let inner = recording.children(of: record.path)
    if inner.first?.path.isElementOfList == true {
      return .array(try await values(of: inner).map { $0 ?? .null })
    }
    guard record.kind == .concurrent else {
      guard let last = inner.last(where: { $0.state != .skipped && $0.state != .neverRan }) else { return nil }
      return try await wholeOutput(of: last)
    }
    let values = try await values(of: inner)
    return .object(JSONObject(zip(inner, values).map { ($0.name, $1 ?? .null) }))
  }

  private func values(of records: [NodeRecord]) async throws -> [JSONValue?] {
    var values: [JSONValue?] = []
    for record in records { values.append(try await wholeOutput(of: record)) }
    return values
  }
}

extension WorkspaceError {
  static func noRun(_ name: String, of group: String?) -> WorkspaceError {
    guard name.lowercased() == Session.lastRun else {
      return WorkspaceError(
        "unknownRun", "There is no run \(Printable.quoted(name)).", advice: "`parley runs list` lists the runs.")
    }
    return WorkspaceError(
      "unknownRun", "There is no run\(group.map { " of \(Printable.quoted($0))" } ?? "") yet.",
      advice: "Run the group first.")
  }
}
