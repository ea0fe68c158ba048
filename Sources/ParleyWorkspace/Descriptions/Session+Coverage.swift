internal import ParleyEngine
internal import ParleyFiles
package import ParleyFormats
internal import ParleyModel
internal import ParleyStore
internal import ParleyText

extension Session {
  /// Returns how far the workspace's requests and its history cover its descriptions.
  /// - Parameter name: the only description to look at; nil for all.
  package func coverage(of name: String? = nil) async throws -> [APICoverage] {
    let apis = try descriptions(named: name)
    let exchanges = try await allExchanges()
    let workspace = workspace
    return try await Blocking.run { apis.map { APICoverage($0, workspace, exchanges) } }
  }

  func descriptions(named name: String?) throws -> [APIDescription] {
    let apis = name.map { schemas.description($0).map { [$0] } ?? [] } ?? schemas.descriptions
    guard apis.isEmpty else { return apis }
    let known = schemas.names
    let what = name.map { "\(SchemaFiles.folder)/ has no description \(Printable.quoted($0))." }
    throw WorkspaceError(
      "description.none", what ?? "The workspace has no description in \(SchemaFiles.folder)/.",
      advice: known.isEmpty
        ? "`parley import openapi.yaml` keeps the description beside its requests."
        : "It has \(known.joined(separator: ", ")).")
  }

  /// Newest first.
  private func allExchanges() async throws -> [HistoryEntry] {
    var (found, edge) = ([HistoryEntry](), HistoryEdge?.some(.before(nil)))
    while let next = edge {
      let finds = try await store.history.search(HistoryFilter(), next, limit: 1_000)
      found += finds.entries
      edge = finds.next
    }
    return found
  }
}
