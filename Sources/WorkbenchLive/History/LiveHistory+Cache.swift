import HTTPTypes
package import ParleyEngine
internal import ParleyFiles
import ParleyWorkspace
package import WorkbenchServices

extension LiveHistory {
  package func cache(_ query: CacheQuery) async throws -> CacheWindow {
    if let moment = query.moment { return try await cache(query, at: moment) }
    let (cache, filter) = (session.client.cache, session.cache.filter(query.filter))
    guard query.tree == nil else { return CacheWindow(CacheTree(try await cache.all(filter)), query) }
    let place = try await query.around.asyncPlace { try await cache.place(of: $0, among: filter, by: query.sort) }
    let offset = place.map { max(0, $0 - query.count / 2) } ?? query.offset
    let page = try await cache.list(filter, by: query.sort, offset: offset, limit: query.count)
    return CacheWindow(page, offset: offset)
  }

  package func cacheEntries(_ filter: String, below prefix: String) async throws -> [CacheEntryID] {
    CacheTree(try await session.client.cache.all(session.cache.filter(filter))).listings(below: prefix).map(\.id)
  }

  package func use(_ mode: CacheMode) async throws -> WorkspaceSnapshot {
    session.cache.mode = mode
    return try await snapshot()
  }

  /// The entries of an earlier moment.
  private func cache(_ query: CacheQuery, at moment: ShownMoment) async throws -> CacheWindow {
    let entries = try await session.cache.entries(asOf: moment.time, query.filter)
    let listings = query.sort.sorted(entries.map(\.listing), \.sortFacts)
    var window: CacheWindow
    if query.tree == nil {
      let place = query.around.flatMap { id in listings.firstIndex { $0.id == id } }
      let offset = place.map { max(0, $0 - query.count / 2) } ?? min(query.offset, listings.count)
      let page = CachePage(
        listings: Array(listings[offset...].prefix(query.count)), count: listings.count,
        size: listings.reduce(0) { $0 + $1.size })
      window = CacheWindow(page, offset: offset)
    } else {
      window = CacheWindow(CacheTree(listings), query)
    }
    window.later = Dictionary(entries.map { ($0.listing.id, CacheEntryLater($0)) }) { first, _ in first }
    return window
  }

  package func cacheEntry(_ id: CacheEntryID, at moment: ShownMoment?) async throws -> CachedExchange? {
    if let moment {
      guard let (entry, then) = try await session.cache.entry(id, asOf: moment.time) else { return nil }
      return CachedExchange(entry, then.listing, at: moment, later: CacheEntryLater(then))
    }
    guard let (entry, listing) = try await session.client.cache.entry(id) else { return nil }
    return CachedExchange(entry, listing, at: .now())
  }

  /// The request that an entry is of. Only what changes nothing at the server is sent without having been looked at.
  func rendered(_ entry: CacheEntry, _ listing: CacheListing) async throws -> RenderedRequest {
    let session = session
    let name = listing.label.name.flatMap { $0.isEmpty ? nil : $0 } ?? listing.label.url
    guard listing.method == "GET" || listing.method == "HEAD" else {
      throw Problem(
        code: "cache.unsafe", "A \(listing.method) may change data on the server.", place: name,
        advice: "Press o to open the request, then F5 to send it.")
    }
    do {
      return try await session.cache.request(of: entry, listing)
    } catch RenderError.nobodyToAsk(let questions) {
      throw Problem(
        code: "cache.asks", "The request asks for \(questions.map(\.name).joined(separator: ", ")) first.", place: name,
        advice: "Press o to open the request, then F5 to send it.")
    }
  }
}

extension ClientCache {
  /// The maximal number of entries that are searched.
  private static let mostLookedThrough = 1000

  /// Everything that a filter lets through.
  fileprivate func all(_ filter: CacheFilter) async throws -> [CacheListing] {
    try await list(filter, limit: .max).listings
  }

  fileprivate func place(of id: CacheEntryID, among filter: CacheFilter, by sort: CacheSort) async throws -> Int? {
    try await list(filter, by: sort, limit: Self.mostLookedThrough).listings.firstIndex { $0.id == id }
  }
}

extension Optional<CacheEntryID> {
  fileprivate func asyncPlace(_ find: (CacheEntryID) async throws -> Int?) async rethrows -> Int? {
    if let self { try await find(self) } else { nil }
  }
}

extension CacheEntryLater {
  fileprivate init(_ then: CacheEntryThen) {
    self.init(then.later?.rawValue, isRecorded: then.isRecorded)
  }
}
