import HTTPTypes
package import ParleyEngine
import ParleyWorkspace
package import Workbench

extension LiveServices {
  package func cache(_ query: CacheQuery) async throws -> CachePage {
    let session = session
    return try await session.client.cache.list(session.cached(query.words), offset: query.offset, limit: query.count)
  }

  package func use(_ mode: CacheMode) async throws -> WorkspaceSnapshot {
    session.cacheMode = mode
    return try await snapshot()
  }

  package func cacheEntry(_ id: CacheEntryID) async throws -> SendingExplained? {
    guard let (entry, listing) = try await session.client.cache.entry(id) else { return nil }
    return SendingExplained(entry, listing, at: .now())
  }

  package func perform(_ intent: CacheIntent) async throws {
    let cache = session.client.cache
    switch intent {
    case .expire(let id): try await cache.expire(CacheFilter(ids: [id]))
    case .remove(let id): try await cache.clear(CacheFilter(ids: [id]))
    case .pin(let id, let isPinned): try await cache.setPinned(isPinned, CacheFilter(ids: [id]))
    case .clear(let words): try await cache.clear(session.cached(words))
    case .askAgain(let id): try await askAgain(id)
    }
  }

  private func askAgain(_ id: CacheEntryID) async throws {
    let session = session
    guard let (_, listing) = try await session.client.cache.entry(id) else { return }
    let rendered = try await rendered(listing)
    try await session.client.cache.expire(CacheFilter(ids: [id]))
    _ = try await session.call(rendered).response()
  }

  /// The request that an entry is of. Only what changes nothing at the server is sent without having been looked at.
  func rendered(_ listing: CacheListing) async throws -> RenderedRequest {
    let session = session
    guard let name = listing.label.name, session.workspace.request(name) != nil else {
      throw Problem(
        code: "cache.noRequest", "The entry belongs to no request of this workspace.", place: listing.label.url)
    }
    guard listing.method == "GET" || listing.method == "HEAD" else {
      throw Problem(
        code: "cache.unsafe", "A \(listing.method) may change data on the server.", place: name,
        advice: "Press o to open the request, then F5 to send it.")
    }
    do {
      return try await session.render(name)
    } catch RenderError.nobodyToAsk(let questions) {
      throw Problem(
        code: "cache.asks", "The request asks for \(questions.map(\.name).joined(separator: ", ")) first.", place: name,
        advice: "Press o to open the request, then F5 to send it.")
    }
  }
}

extension SendingExplained {
  private static let shownBody = 4096

  init(_ entry: CacheEntry, _ listing: CacheListing, at now: Timestamp) {
    let decision = CacheDecision(reusing: entry, at: now)
    self.init([
      Stage("If sent now", [Line(decision.action.rawValue, decision.summary, from: decision.code)]),
      Stage("Entry", Self.facts(entry, listing)),
      Stage("Response", [Line("status", "\(entry.head.status)")] + Self.headers(of: entry)),
      Stage(
        "Body", [Line(ByteCount.text(listing.size), entry.isSecret ? Secrets.mask : Self.beginning(of: entry.body))]),
    ])
  }

  private static func facts(_ entry: CacheEntry, _ listing: CacheListing) -> [Line] {
    let lines: [(String, String?)] = [
      ("request", listing.label.name), ("method", listing.method), ("address", listing.label.url),
      ("model", listing.label.model.map { "\($0)" }), ("environment", listing.environment), ("group", listing.group),
      ("received", listing.receivedAt.iso8601), ("ttl", entry.timeToLive.map { $0.inRoundWords }),
      ("last used", listing.hits == 0 ? nil : listing.lastUsedAt.iso8601), ("hits", "\(listing.hits)"),
      ("pinned", listing.isPinned ? "yes" : nil), ("encrypted", listing.isSecret ? "yes" : nil),
    ]
    return lines.compactMap { name, value in value.map { Line(name, $0) } }
  }

  /// Of what is sealed only those are shown that say how it is kept.
  private static func headers(of entry: CacheEntry) -> [Line] {
    let open: Set<HTTPField.Name> = [
      .age, .cacheControl, .contentLength, .contentType, .date, .eTag, .expires, .lastModified, .vary,
    ]
    return entry.head.headers.map { field in
      Line(field.name.rawName, !entry.isSecret || open.contains(field.name) ? field.value : Secrets.mask)
    }
  }

  private static func beginning(of body: any ByteSource) -> String {
    guard let bytes = try? body.read(at: 0, count: shownBody) else { return "cannot be read" }
    let text = String(decoding: bytes, as: UTF8.self)
    return body.count > bytes.count ? "\(text)…" : text
  }
}
