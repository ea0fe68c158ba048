internal import HTTPTypes
package import ParleyEngine
package import ParleyFiles
internal import ParleyModel
internal import ParleyStore
internal import ParleyText

// The requests that entries of the cache are of.
extension CachedResponses {
  /// The request that fetches an entry anew. One of the workspace is filled in as its file has it now; where that would fetch
  /// another entry, because a step, an edit or another value filled it in otherwise, it is sent to the entry's own address.
  /// - Throws: `WorkspaceError` where it may change data on the server, where what it was sent with is not kept, or where no
  ///   request would fetch this entry.
  package func request(
    of entry: CacheEntry, _ listing: CacheListing, prompter: any Prompter = NoPrompter()
  ) async throws -> RenderedRequest {
    guard ["GET", "HEAD"].contains(listing.method) else { throw WorkspaceError.unsafe(listing) }
    guard let name = listing.label.name, let request = session.workspace.request(name) else {
      return try await session.sending.render(
        definition(of: entry, listing), id: RequestID.scratch.rawValue, prompter: prompter)
    }
    let failure: any Error
    do {
      let asNow = try await session.sending.render(name, prompter: prompter)
      if try fetches(entry, asNow) { return asNow }
      failure = WorkspaceError.differs(listing)
    } catch {
      failure = error
    }
    return try await asSent(entry, listing, request, prompter) ?? { throw failure }()
  }

  /// Nil where the request as it was sent would fetch another entry too, or cannot be filled in.
  private func asSent(
    _ entry: CacheEntry, _ listing: CacheListing, _ request: WorkspaceRequest, _ prompter: any Prompter
  ) async throws -> RenderedRequest? {
    guard let sent = try? await definition(of: entry, listing) else { return nil }
    for definition in [request.definition.addressed(as: sent), request.definition.filled(as: sent)] {
      guard let rendered = try? await session.sending.render(definition, id: request.id, prompter: prompter) else {
        continue
      }
      if try fetches(entry, rendered) { return rendered }
    }
    return nil
  }

  private func fetches(_ entry: CacheEntry, _ rendered: RenderedRequest) throws -> Bool {
    try session.client.cache.isFound(entry, by: session.sending.request(of: rendered))
  }

  /// As the history has it; else as the entry has it: its method, its URL and the headers that its `Vary` names.
  private func definition(of entry: CacheEntry, _ listing: CacheListing) async throws -> RequestDefinition {
    if let id = entry.exchange, let kept = try? await session.store.history.exchange(id) {
      return try await session.history.reopened(kept).request
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

extension RequestDefinition {
  /// The same with the address that it was sent to.
  fileprivate func addressed(as sent: RequestDefinition) -> RequestDefinition {
    var copy = self
    (copy.url, copy.query, copy.path, copy.server) = (sent.url, sent.query, [], nil)
    return copy
  }

  /// The same with all that its templates were filled in with; authentication stays its own.
  fileprivate func filled(as sent: RequestDefinition) -> RequestDefinition {
    var copy = addressed(as: sent)
    let own = headers.filter { CredentialName.isHeader($0.name) }
    copy.headers = own + sent.headers.filter { !CredentialName.isHeader($0.name) }
    copy.body = sent.body
    return copy
  }
}

extension WorkspaceError {
  fileprivate static func differs(_ listing: CacheListing) -> WorkspaceError {
    let name = Printable.text(listing.label.name ?? "")
    return WorkspaceError(
      "cacheDiffers", "The entry is not refreshed: the request \(name) would fetch another one now.",
      advice:
        "It is sent with other credentials or another body than when the entry was stored. Send \(name) by itself.")
  }

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
