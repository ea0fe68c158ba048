package import ParleyEditing
internal import ParleyEngine
package import ParleyExports
package import ParleyFiles
package import ParleyModel
internal import ParleyStore

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

extension Session {
  /// Exports the named requests and groups in a format.
  ///
  /// ```swift
  /// let file = try await session.export(.postman, ExportWish(["user"]))
  /// ```
  package func export(_ format: ExportFormat, _ wish: ExportWish = ExportWish()) async throws -> ExportedFile {
    if format == .har {
      let exchanges = try await exchanges(wish)
      return try HARExport(exchanges, hiding: wish.showsSecrets ? nil : secrets.all).file()
    }
    var api = try ExportedAPI(giving(workspace), environment: environment, wish.names)
    if format == .openapi || format == .markdown { api.recorded = try await recorded(of: api.selection.requests) }
    return try api.file(as: format)
  }

  /// A group as it is being edited; as its file has it where nothing else is said.
  package func export(
    _ format: ExportFormat, group id: String, saying text: GroupText?
  ) async throws -> ExportedFile {
    let edited = text.map { workspace.replacing(group: id, by: $0) } ?? workspace
    var api = try ExportedAPI(giving(edited), environment: environment, [id])
    if format == .openapi || format == .markdown { api.recorded = try await recorded(of: api.selection.requests) }
    return try api.file(as: format)
  }

  /// A request as it is being edited.
  package func export(
    _ format: ExportFormat, _ definition: RequestDefinition, as id: String
  ) async throws -> ExportedFile {
    let name = id.isEmpty ? "request" : id
    var api = ExportedAPI(giving(workspace), environment: environment, of: definition, as: name)
    if format == .openapi || format == .markdown { api.recorded = try await recorded(of: [id]) }
    return try api.file(as: format)
  }

  /// As a request would be sent: with the values that were given for this session.
  private func giving(_ workspace: Workspace) -> Workspace { workspace.giving(given, in: environmentName) }

  private func exchanges(_ wish: ExportWish) async throws -> [KeptExchange] {
    try await flushEvents()
    var ids: [ExchangeID] = []
    if let run = wish.run {
      ids = try await recording(of: keptRun(run)).nodes.compactMap(\.exchange)
    } else if wish.names.isEmpty {
      ids = try await store.history.lastSent(wish.limit).map(\.id)
    } else {
      let selection = try ExportSelection(wish.names, in: workspace)
      if let group = selection.groups.first { throw ExportError.groupNeedsRun(group) }
      for id in selection.requests { ids += try await store.history.lastSent(wish.limit, name: id).map(\.id) }
    }
    var exchanges: [KeptExchange] = []
    for id in ids { if let kept = try await recordedExchange(id) { exchanges.append(kept) } }
    return exchanges
  }

  /// How many responses of a request are looked at, to tell what it gives.
  private static let mostRecorded = 20

  private func recorded(of ids: [String]) async throws -> [String: [RecordedResponse]] {
    try await flushEvents()
    var recorded: [String: [RecordedResponse]] = [:]
    for id in ids {
      for entry in try await store.history.recent(Self.mostRecorded, name: id) where entry.status != nil {
        // One that cannot be read is none.
        guard let kept = try? await recordedExchange(entry.id) else { continue }
        guard let response = RecordedResponse(kept.exchange, hiding: secrets.all) else { continue }
        recorded[id, default: []].append(response)
      }
    }
    return recorded
  }
}
