package import ParleyEngine
package import ParleyFiles
internal import ParleyStore

/// An entry of the cache as it was at an earlier moment, as far as that is recorded.
package struct CacheEntryThen: Sendable, Hashable {
  /// The fate of an entry since.
  package enum Later: String, Sendable, Hashable {
    case replaced, revalidated, removed
  }

  /// As it was then. How often it had been used by then is not recorded.
  package var listing: CacheListing
  /// Nil if it is still the same.
  package var later: Later?
  /// Whether its response is recorded, and so how fresh it was.
  package var isRecorded: Bool

  init(_ listing: CacheListing, later: Later? = nil, isRecorded: Bool = true) {
    (self.listing, self.later, self.isRecorded) = (listing, later, isRecorded)
    (self.listing.hits, self.listing.revalidations, self.listing.fetches) = (0, 0, 0)
  }
}

// The cache at an earlier moment: its entries that were there by then, and those that the log tells of.
extension CachedResponses {
  /// The entries of the active environment that had been stored by then, the newest first, and that a filter lets through.
  package func entries(asOf time: Timestamp, _ text: String = "") async throws -> [CacheEntryThen] {
    let now = try await session.client.cache.list(
      CacheFilter(environment: .named(session.environmentName)), limit: .max
    ).listings
    var log = try await CacheLog(until: time, in: session)
    var entries: [CacheEntryThen] = []
    for listing in now where listing.receivedAt <= time {
      _ = log.take(LoggedPlace(listing))
      entries.append(CacheEntryThen(listing))
    }
    for listing in now where listing.receivedAt > time {
      guard let entry = try await former(listing, log.take(LoggedPlace(listing)), isLogWhole: log.isWhole) else {
        continue
      }
      entries.append(entry)
    }
    for change in log.rest {
      guard let kept = try await entry(of: change) else { continue }
      entries.append(CacheEntryThen(CacheListing(kept, id: change.entryID), later: .removed))
    }
    let conditions = filter(text, at: time).conditions
    return entries.filter { entry in conditions.allSatisfy { $0.holds(for: entry.listing) } }
      .sorted { $0.listing.receivedAt > $1.listing.receivedAt }
  }

  /// One of them whole; nil if it was not there by then, or if its response is not recorded.
  package func entry(_ id: CacheEntryID, asOf time: Timestamp) async throws -> (CacheEntry, CacheEntryThen)? {
    if id.rawValue >= 0 {
      guard let (entry, listing) = try await session.client.cache.entry(id), listing.receivedAt <= time else {
        return nil
      }
      return (entry, CacheEntryThen(listing))
    }
    guard let stored = try await session.store.events.events([-id.rawValue]).first, let change = CacheLogChange(stored),
      let kept = try await entry(of: change)
    else { return nil }
    session.secrets.learn(kept.secrets)
    let then = try await entries(asOf: time).first { $0.listing.id == id }
    return then.map { (kept, $0) }
  }

  /// The decision that the cache would have made for a request then, in a sentence.
  package func summary(for rendered: RenderedRequest, asOf time: Timestamp) async throws -> String {
    let request = session.sending.request(of: rendered)
    if let decision = try await session.client.cache.decision(for: request, at: time) { return decision.summary }
    let sent = try session.client.preview(request)
    let url = request.secrets.masking(sent.url)
    let there = try await entries(asOf: time).first {
      $0.listing.method.isIdentical(to: sent.method) && $0.listing.label.url.isIdentical(to: url)
    }
    guard let there else { return "Nothing had been stored for it by then." }
    guard let (entry, _) = try await entry(there.listing.id, asOf: time) else {
      return "An entry was there, which has been replaced since; its response is not recorded."
    }
    let decision = CacheDecision(reusing: entry, at: time)
    return "\(decision.summary) The entry has been \(there.later?.rawValue ?? "replaced") since."
  }

  /// An entry that the server has sent or confirmed again since.
  private func former(
    _ listing: CacheListing, _ change: CacheLogChange?, isLogWhole: Bool
  ) async throws -> CacheEntryThen? {
    let later: CacheEntryThen.Later =
      listing.fetches <= 1 && listing.revalidations > 0 && !listing.isEdited ? .revalidated : .replaced
    guard let change else {
      // Before the log begins, nobody knows.
      guard !isLogWhole, listing.fetches + listing.revalidations > 1 else { return nil }
      return CacheEntryThen(listing, later: later, isRecorded: false)
    }
    if change.isRemoval { return nil }
    guard let kept = try await entry(of: change) else {
      var former = listing
      (former.id, former.receivedAt, former.freshUntil) = (change.entryID, change.time, nil)
      (former.size, former.isExpired) = (change.change.size, false)
      return CacheEntryThen(former, later: later, isRecorded: false)
    }
    return CacheEntryThen(CacheListing(kept, id: change.entryID), later: later)
  }

  /// The entry that a response became, from the history; nil if that does not have it, or if it was of another environment.
  private func entry(of change: CacheLogChange) async throws -> CacheEntry? {
    guard !change.isRemoval, let id = change.change.exchange,
      let exchange = try await session.store.history.exchange(id)?.exchange, let response = exchange.response,
      exchange.environment.isIdentical(to: session.environmentName)
    else { return nil }
    return CacheEntry(change, exchange, response)
  }
}

/// The facts that tell entries apart in the log. It does not keep the models of requests.
private struct LoggedPlace: Hashable {
  let method: ExactString
  let url: ExactString
  let group: ExactString?

  init(_ listing: CacheListing) {
    self.init(listing.method, listing.label.url, listing.group)
  }

  init(_ change: Event.CacheChange) {
    self.init(change.method, change.url, change.group)
  }

  private init(_ method: String, _ url: String, _ group: String?) {
    (self.method, self.url, self.group) = (ExactString(method), ExactString(url), group.map { ExactString($0) })
  }
}

/// A line of the log that says that an entry was stored or removed.
private struct CacheLogChange: Sendable {
  let id: StoredEvent.ID
  let time: Timestamp
  let change: Event.CacheChange
  let isRemoval: Bool

  init?(_ stored: StoredEvent) {
    switch stored.event.kind {
    case .updateCache(let change): (self.change, isRemoval) = (change, false)
    case .removeCache(let change): (self.change, isRemoval) = (change, true)
    default: return nil
    }
    (id, time) = (stored.id, stored.event.time)
  }

  /// Entries that are gone have numbers below zero.
  var entryID: CacheEntryID { CacheEntryID(rawValue: -id) }
}

/// The last change of each entry until a moment.
private struct CacheLog: Sendable {
  private static let mostChanges = 1000

  private var last: [LoggedPlace: CacheLogChange] = [:]
  /// Whether the log reaches back to that moment.
  let isWhole: Bool

  init(until time: Timestamp, in session: Session) async throws {
    try await session.flushEvents()
    let log = session.store.events
    isWhole = try await log.page(from: 0, limit: 1).first.map { $0.event.time <= time } ?? false
    var filter = EventFilter(kinds: [.updateCache, .removeCache])
    filter.times = Timestamp(microseconds: 0)...max(time, Timestamp(microseconds: 0))
    for stored in try await log.latest(Self.mostChanges, matching: filter) {
      if let change = CacheLogChange(stored) { last[LoggedPlace(change.change)] = change }
    }
  }

  mutating func take(_ place: LoggedPlace) -> CacheLogChange? { last.removeValue(forKey: place) }

  /// Those of entries that are not there now.
  var rest: [CacheLogChange] { last.values.filter { !$0.isRemoval }.sorted { $0.id < $1.id } }
}

extension CacheEntry {
  fileprivate init(_ change: CacheLogChange, _ exchange: Exchange, _ response: Response) {
    let told = change.change
    let key = CacheKey(
      environment: exchange.environment, group: told.group, method: told.method, origin: told.url, path: "", query: "")
    let label = CacheLabel(
      name: told.name, server: told.server, endpoint: told.endpoint, codec: told.codec, url: told.url)
    let head = ResponseHead(
      url: response.url, status: response.status, version: response.version, headers: response.headers)
    self.init(
      key: key, label: label, head: head, body: response.body, exchange: exchange.id,
      requestedAt: exchange.startedAt, receivedAt: change.time, isSecret: exchange.isSecret)
    secrets = exchange.secrets
  }
}
