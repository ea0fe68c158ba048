package import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyStore
internal import ParleyText

/// The runs of groups that were kept.
package struct KeptRuns: Sendable {
  /// The word for the newest run.
  static let last = "last"

  let session: Session

  /// The kept run that a person names: by its number, its identifier, or as `last`; one of the team's as `team:NUMBER`, which is brought
  /// here.
  /// - Parameters:
  ///   - group: for `last`, of which group; nil for any.
  ///   - prompter: asks for what unlocks the team's key.
  /// - Throws: `WorkspaceError` when there is none.
  package func kept(
    _ name: String, of group: String? = nil, by prompter: any Prompter = NoPrompter()
  ) async throws -> KeptRun {
    if let number = try PublishedRuns.number(name) {
      switch try await session.teamRuns.fetch(number, by: prompter) {
      case .imported(let run), .known(let run): return run
      }
    }
    let found =
      name.lowercased() == Self.last
      ? try await session.store.runs.recent(1, group: group).first : try await session.store.runs.run(name)
    guard let found else { throw WorkspaceError.noRun(name, of: group) }
    return found
  }

  /// The paths that comparisons of a group's runs ignore.
  package var ignoredPaths: GroupLinesFile { .ignoredPaths(in: session.location.folder) }

  /// The expressions that are watched in a group's runs.
  package var watched: GroupLinesFile { .watched(in: session.location.folder) }

  /// The newest run of the same group before a run in which every step succeeded.
  /// - Throws: `WorkspaceError` when there is none.
  package func green(before run: KeptRun) async throws -> KeptRun {
    var before = run.sequence
    while true {
      let runs = try await session.store.runs.recent(100, before: before, group: run.summary.group)
      if let green = runs.first(where: { $0.summary.state == .succeeded }) { return green }
      guard let last = runs.last else { throw WorkspaceError.noGreenRun(before: run) }
      before = last.sequence
    }
  }

  /// The recording of every node of a kept run.
  package func recording(of run: KeptRun) async throws -> RunRecording {
    guard let recording = try await session.store.runs.recording(of: run.id) else {
      throw WorkspaceError.noRun(run.id, of: nil)
    }
    return recording
  }

  /// Two recorded runs side by side, with what their nodes gave, what they sent, and the headers they got.
  package func compare(
    _ left: RunRecording, with right: RunRecording, ignoring ignored: IgnoredPaths = IgnoredPaths()
  ) async -> RunComparison {
    let outputs = (RecordedOutputs(left, in: session), RecordedOutputs(right, in: session))
    return await RunComparison(
      left, right, leftOutput: outputs.0.output(of:), rightOutput: outputs.1.output(of:),
      exchange: { [self] record in
        guard let id = record.exchange, let kept = try await session.history.recorded(id) else { return nil }
        return ComparedExchange(kept.exchange).besidesResult
      }, ignoring: ignored)
  }

  /// The recording of a run that a person names, which is one of a group.
  func recording(
    of run: String, group: String, by prompter: any Prompter
  ) async throws -> RunRecording {
    let isLast = run.lowercased() == Self.last
    let isTeams = try PublishedRuns.number(run) != nil
    let kept =
      isLast
      ? try await session.store.runs.recent(1, group: group).first
      : isTeams ? try await session.runs.kept(run, by: prompter) : try await session.store.runs.run(run)
    guard let kept, kept.summary.group.isIdentical(to: group),
      let recording = try await session.store.runs.recording(of: kept.id)
    else {
      throw WorkspaceError.unknownRun(run, of: group)
    }
    return recording
  }

  /// Looks at a run's responses again, with what the files expect now. Nothing is sent.
  package func check(_ recording: RunRecording, of group: RequestGroup) async throws -> [RunRecording.Check] {
    try await session.client.check(recording, of: group, shared: session.shared) {
      try await session.history.response(of: $0)
    }
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
    group = recording.outline.isEmpty ? recording.summary.group.flatMap { try? session.groups.group($0) } : nil
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
    try await recording.result(of: record, in: group) { [session] in try await session.history.response(of: $0) }.value
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
    guard name.lowercased() == KeptRuns.last else {
      return WorkspaceError(
        "unknownRun", "There is no run \(Printable.quoted(name)).",
        advice: NearestName.of(name, among: [KeptRuns.last]).map { "Did you mean \(Printable.quoted($0))?" }
          ?? "`parley runs list` lists the runs.")
    }
    return WorkspaceError(
      "unknownRun", "There is no run\(group.map { " of \(Printable.quoted($0))" } ?? "") yet.",
      advice: "Run the group first.")
  }

  fileprivate static func unknownRun(_ run: String, of group: String) -> WorkspaceError {
    WorkspaceError("unknownRun", "There is no run \(Printable.quoted(run)) of \(Printable.quoted(group)).")
  }

  fileprivate static func noGreenRun(before run: KeptRun) -> WorkspaceError {
    let group = run.summary.group.map { " of \(Printable.quoted($0))" } ?? ""
    return WorkspaceError(
      "noGreenRun", "No run\(group) before run \(run.sequence) succeeded.",
      advice: "Name a run to compare with, such as `--since 12`.")
  }
}
