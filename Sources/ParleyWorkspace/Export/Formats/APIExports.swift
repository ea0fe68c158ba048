package import ParleyEditing
internal import ParleyEngine
package import ParleyExports
package import ParleyFiles
package import ParleyModel
internal import ParleyStore
internal import ParleyText

/// The options of an export besides its format.
package struct ExportWish: Sendable, Equatable {
  /// Ids of requests and groups, and paths of folders; everything where there are none.
  package var names: [String]
  /// For HAR: only what this run sent: its number, its identifier, or `last`.
  package var run: String?
  /// For HAR: the most exchanges, the newest first.
  package var limit: Int
  /// For HAR: whether secrets stand in it.
  package var showsSecrets: Bool

  package init(_ names: [String] = [], run: String? = nil, limit: Int = 1_000, showsSecrets: Bool = false) {
    self.names = names
    self.run = run
    self.limit = limit
    self.showsSecrets = showsSecrets
  }
}

/// Requests and groups in the files of other programs.
package struct APIExports: Sendable {
  let session: Session

  /// Exports the named requests and groups in a format.
  ///
  /// ```swift
  /// let file = try await session.exports.file(.postman, ExportWish(["user"]))
  /// ```
  package func file(_ format: ExportFormat, _ wish: ExportWish = ExportWish()) async throws -> ExportedFile {
    if format == .har {
      let exchanges = try await exchanges(wish)
      return try HARExport(exchanges, hiding: wish.showsSecrets ? nil : session.secrets.all).file()
    }
    var api = try ExportedAPI(giving(session.workspace), environment: session.environment, wish.names)
    if format == .openapi || format == .markdown { api.recorded = try await recorded(of: api.selection.requests) }
    return try api.file(as: format)
  }

  /// A group as it is being edited; as its file has it where nothing else is said.
  package func file(
    _ format: ExportFormat, group id: String, saying text: GroupText?
  ) async throws -> ExportedFile {
    let edited = text.map { session.workspace.replacing(group: id, by: $0) } ?? session.workspace
    var api = try ExportedAPI(giving(edited), environment: session.environment, [id])
    if format == .openapi || format == .markdown { api.recorded = try await recorded(of: api.selection.requests) }
    return try api.file(as: format)
  }

  /// A request as it is being edited.
  package func file(
    _ format: ExportFormat, _ definition: RequestDefinition, as id: String
  ) async throws -> ExportedFile {
    let name = id.isEmpty ? "request" : id
    var api = ExportedAPI(giving(session.workspace), environment: session.environment, of: definition, as: name)
    if format == .openapi || format == .markdown { api.recorded = try await recorded(of: [id]) }
    return try api.file(as: format)
  }

  /// As a request would be sent: with the values that were given for this session.
  private func giving(_ workspace: Workspace) -> Workspace {
    GivenNames(in: workspace, environment: session.environmentName).giving(session.given)
  }

  private func exchanges(_ wish: ExportWish) async throws -> [KeptExchange] {
    try await session.flushEvents()
    var ids: [ExchangeID] = []
    var run: KeptRun?
    if let name = wish.run {
      let kept = try await session.runs.kept(name)
      ids = try await session.runs.recording(of: kept).nodes.compactMap(\.exchange)
      run = kept
    } else if wish.names.isEmpty {
      ids = try await session.store.history.lastSent(wish.limit).map(\.id)
    } else {
      let selection = try ExportSelection(wish.names, in: session.workspace)
      if let group = selection.groups.first { throw ExportError.groupNeedsRun(group) }
      for id in selection.requests { ids += try await session.store.history.lastSent(wish.limit, name: id).map(\.id) }
    }
    var exchanges: [KeptExchange] = []
    for id in ids { if let kept = try await session.history.recorded(id) { exchanges.append(kept) } }
    guard !exchanges.isEmpty else {
      throw ExportError.nothingThere(ids.isEmpty ? nothingSent(wish, run) : "the history has forgotten what was sent")
    }
    return exchanges
  }

  private func nothingSent(_ wish: ExportWish, _ run: KeptRun?) -> String {
    if let run {
      let group = run.summary.group.map { " of \(Printable.text($0))" } ?? ""
      return "run \(run.sequence)\(group) has sent nothing"
    }
    let names = wish.names.map { Printable.quoted($0) }.joined(separator: ", ")
    return names.isEmpty ? "nothing was sent yet" : "nothing of \(names) was sent yet"
  }

  /// How many responses of a request are looked at, to tell what it gives.
  private static let mostRecorded = 20

  private func recorded(of ids: [String]) async throws -> [String: [RecordedResponse]] {
    try await session.flushEvents()
    var recorded: [String: [RecordedResponse]] = [:]
    for id in ids {
      for entry in try await session.store.history.recent(Self.mostRecorded, name: id) where entry.status != nil {
        // One that cannot be read is none.
        guard let kept = try? await session.history.recorded(entry.id) else { continue }
        guard let response = RecordedResponse(kept.exchange, hiding: session.secrets.all) else { continue }
        recorded[id, default: []].append(response)
      }
    }
    return recorded
  }
}
