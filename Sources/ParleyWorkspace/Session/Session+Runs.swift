public import ParleyEngine
public import ParleyStore

// Runs that were kept.
extension Session {
  /// The word for the newest run.
  public static let lastRun = "last"

  /// The kept run that a person names: by its number, its identifier, or as `last`.
  /// - Parameter group: for `last`, of which group; nil for any.
  /// - Throws: `WorkspaceError` when there is none.
  public func keptRun(_ name: String, of group: String? = nil) async throws -> KeptRun {
    let found =
      name.lowercased() == Self.lastRun
      ? try await store.runs.recent(1, group: group).first : try await store.runs.run(name)
    guard let found else { throw WorkspaceError.noRun(name, of: group) }
    return found
  }

  /// What every node of a kept run did.
  public func recording(of run: KeptRun) async throws -> RunRecording {
    guard let recording = try await store.runs.recording(of: run.id) else {
      throw WorkspaceError.noRun(run.id, of: nil)
    }
    return recording
  }

  /// The answer that the history has of an exchange, with the secrets that must be masked of it; nil when it has forgotten it.
  public func answer(of exchange: ExchangeID) async throws -> Response? {
    guard let kept = try await store.history.exchange(exchange)?.exchange, var response = kept.response else {
      return nil
    }
    secrets.learn(kept.secrets)
    if !kept.secrets.isEmpty { response.secrets.formUnion(kept.secrets) }
    return response
  }

  /// What a recorded node gave.
  public func output(of record: NodeRecord, in group: Group) async throws -> JSONValue? {
    try await record.result(as: group.node(at: record.path)) { try await answer(of: $0) }.value
  }

  /// Looks at a run's answers again, with what the files expect now. Nothing is sent.
  public func check(_ recording: RunRecording, of group: Group) async throws -> [RunRecording.Check] {
    try await client.check(recording, of: group, shared: shared) { try await answer(of: $0) }
  }
}

extension WorkspaceError {
  static func noRun(_ name: String, of group: String?) -> WorkspaceError {
    guard name.lowercased() == Session.lastRun else {
      return WorkspaceError(
        "unknownRun", "There is no run \(Printable.quoted(name)).", advice: "“parley runs list” shows those there are.")
    }
    return WorkspaceError(
      "unknownRun", "There is no run\(group.map { " of \(Printable.quoted($0))" } ?? "") yet.",
      advice: "Run the group first.")
  }
}
