internal import HTTPTypes
package import ParleyEngine
package import ParleyFiles
internal import ParleyModel
internal import ParleyStore
internal import ParleyText

// The requests that entries of the cache are of.
extension Session {
  /// The request of an entry, filled in as it would be sent now: of the workspace, or as it was sent where it is of none.
  /// - Throws: `WorkspaceError` where it may change data on the server, or where what it was sent with is not kept.
  package func request(
    of entry: CacheEntry, _ listing: CacheListing, prompter: any Prompter = NoPrompter()
  ) async throws -> RenderedRequest {
    guard ["GET", "HEAD"].contains(listing.method) else { throw WorkspaceError.unsafe(listing) }
    if let name = listing.label.name, workspace.request(name) != nil {
      return try await render(name, prompter: prompter)
    }
    return try await render(definition(of: entry, listing), id: RequestID.scratch.rawValue, prompter: prompter)
  }

  /// As the history has it; else as the entry has it: its method, its URL and the headers that its `Vary` names.
  private func definition(of entry: CacheEntry, _ listing: CacheListing) async throws -> RequestDefinition {
    if let id = entry.exchange, let kept = try? await store.history.exchange(id) {
      return try await reopened(kept).request
    }
    guard !entry.isSecret, listing.credentials == nil, listing.label.model == nil else {
      throw WorkspaceError.notKept(listing)
    }
    var request = RequestDefinition(url: Located(PathTemplate.literal(TemplateEscape.escaped(listing.label.url))))
    request.method = Located(listing.method)
    request.headers = entry.varying.filter { !SentRequest.madeAnew.contains($0.name) }
      .map { Row($0.name.rawName, TemplateEscape.escaped($0.value)) }
    return request
  }
}

extension WorkspaceError {
  fileprivate static func unsafe(_ listing: CacheListing) -> WorkspaceError {
    WorkspaceError(
      "cacheUnsafe", "A \(listing.method) may change data on the server, so its entry is not refreshed.",
      advice: listing.label.name.map { $0.isEmpty ? nil : "Send the request \($0) by itself." } ?? nil)
  }

  fileprivate static func notKept(_ listing: CacheListing) -> WorkspaceError {
    WorkspaceError(
      "cacheCredentials",
      "The entry was fetched with credentials or a body that neither the cache nor the history has any more.",
      advice: "Send it again with them: parley send \(Printable.text(listing.label.url)) …")
  }
}
