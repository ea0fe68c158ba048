internal import ParleyEngine
package import ParleyFiles
package import ParleyFormats
internal import ParleyModel
internal import ParleyStore
internal import ParleyText

/// The descriptions of APIs beside the requests, and how far these and the history agree with them.
package struct DescribedAPIs: Sendable {
  let schemas: SchemaFiles
  let history: History
  let workspace: Workspace

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
      let finds = try await history.search(HistoryFilter(), next, limit: 1_000)
      found += finds.entries
      edge = finds.next
    }
    return found
  }

  /// The operation that a request sends: the one that it names, otherwise the one of its method and URL.
  package func operation(of definition: RequestDefinition) -> (api: APIDescription, operation: DescribedOperation)? {
    if let named = definition.operation?.value { return schemas.operation(named) }
    let url = definition.url.value.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    let path = url.map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
    for api in schemas.descriptions {
      let matcher = RouteMatcher(api.operations)
      if let place = matcher.place(method: definition.method?.value ?? "GET", url: path) {
        return (api, api.operations[place])
      }
    }
    return nil
  }
}
