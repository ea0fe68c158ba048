import HTTPTypes

/// The cache in the request pipeline: what it recalls beforehand, what it makes of the response, and what it keeps.
///
/// A storage that fails costs its work and nothing else: the request goes on as if there were none, and the failure is told.
final class CacheMiddleware: Sendable {
  let storage: any CacheStorage
  private let invalidations: Lock<CacheInvalidations>
  private let configuration: ClientConfiguration
  private let events: EventBus
  private let now: @Sendable () -> Timestamp

  init(_ storage: any CacheStorage, _ configuration: ClientConfiguration, _ tools: ClientTools) {
    self.storage = storage
    self.configuration = configuration
    invalidations = tools.invalidations
    events = tools.events
    now = tools.now
  }

  /// This moment, for `note`.
  var mark: CacheInvalidations.Mark { invalidations.withLock { $0.mark } }

  /// What is known of a request before it goes. A class, since every step hands it on.
  final class Recall: Sendable {
    let key: CacheKey
    let entry: CacheEntry?
    let decision: CacheDecision
    /// Whether an ETag counts.
    let followsHeaders: Bool

    init(key: CacheKey, entry: CacheEntry?, decision: CacheDecision, followsHeaders: Bool) {
      self.key = key
      self.entry = entry
      self.decision = decision
      self.followsHeaders = followsHeaders
    }
  }

  /// Nil where the cache has no say in the request.
  func recall(_ prepared: PreparedRequest) async -> Recall? {
    let mode = configuration.cacheMode
    guard storage.mayHaveEntries, mode != .bypass else { return nil }
    var question = CacheQuestion(prepared, in: configuration)
    question.asksOnlyCache = mode.refusesNetwork
    guard question.refusal == nil, let key = CacheKey(prepared, in: configuration) else { return nil }
    let entry = await attempt(for: prepared) { () async throws(RepositoryError) in try await storage.entry(for: key) }
    if let sealed = entry ?? nil { events.secrets.learn(sealed.secrets) }
    var decision = CacheDecision(question, entry ?? nil, at: now())
    if mode == .offline { decision = decision.offline(question, entry ?? nil, at: now()) }
    if decision.action == .use { storage.used(key, at: now()) }
    return Recall(
      key: key, entry: entry ?? nil, decision: decision, followsHeaders: question.mayFollowHeaders)
  }

  /// A response that says that the entry still holds becomes the entry, with what was said now.
  func revived(_ outcome: Exchange.Outcome, of prepared: PreparedRequest, by recall: Recall?) async -> Exchange.Outcome
  {
    guard case .response(var response) = outcome else { return outcome }
    guard let recall else { return .response(await completed(response, of: prepared)) }
    guard let entry = recall.entry, let source = recall.source(of: response) else { return outcome }
    let refreshed = entry.refreshed(by: response, requestedAt: now(), receivedAt: now())
    (response.status, response.headers, response.body) = (entry.head.status, refreshed.head.headers, entry.body)
    response.cached = CachedResponse(
      source: source, decision: recall.decision, exchange: entry.exchange,
      freshFor: refreshed.freshUntil.flatMap { now() < $0 ? now().duration(to: $0) : nil })
    entry.seal(&response)
    return .response(response)
  }

  /// Keeps what is worth it, and removes what the response invalidates.
  /// - Parameter mark: when the request began.
  func note(
    _ outcome: Exchange.Outcome, of prepared: PreparedRequest, after recall: Recall?, startedAt: Timestamp,
    _ mark: CacheInvalidations.Mark
  ) async {
    guard case .response(let response) = outcome, response.cached?.source != .kept else { return }
    if isWorthKeeping(response, of: prepared) {
      await keep(response, of: prepared, after: recall, startedAt: startedAt, response.sharedSince ?? mark)
    } else if let recall, recall.entry != nil, response.isSuccess {
      await remove(of: prepared) { () async throws(RepositoryError) in
        try await storage.remove(recall.key).map { [$0] } ?? []
      }
    }
    for filter in invalidated(by: response, to: prepared) {
      // First, so that what is kept from now on has seen it.
      invalidations.withLock { $0.note(filter) }
      guard storage.mayHaveEntries else { continue }
      await remove(of: prepared) { () async throws(RepositoryError) in try await storage.remove(filter) }
    }
  }
}

// What becomes of a response.
extension CacheMiddleware {
  private func isWorthKeeping(_ response: Response, of prepared: PreparedRequest) -> Bool {
    guard response.isSuccess, response.status != .partialContent else { return false }
    let policy = prepared.request.cache
    guard policy.use != .off, configuration.cacheMode != .bypass, prepared.cacheObstacle == nil else { return false }
    if policy.wishedTime != nil || policy.updatesCache ?? configuration.updatesCache { return true }
    let question = CacheQuestion(prepared, in: configuration)
    return question.mayFollowHeaders && response.allowsKeeping
      && !CacheControl(prepared.forTransport.headers).contains("no-store")
  }

  private func keep(
    _ response: Response, of prepared: PreparedRequest, after recall: Recall?, startedAt: Timestamp,
    _ mark: CacheInvalidations.Mark
  ) async {
    guard let key = recall?.key ?? CacheKey(prepared, in: configuration) else { return }
    var entry = CacheEntry(key, response, of: prepared, requestedAt: startedAt, receivedAt: now())
    if response.cached != nil {
      entry.exchange = recall?.entry?.exchange ?? entry.exchange
      entry.isRevalidated = true
    }
    guard invalidations.withLock({ $0.allow(entry, askedFor: mark) }) else { return }
    let isKept: Void? = await attempt(for: prepared) { [entry] () async throws(RepositoryError) in
      try await storage.keep(entry)
    }
    guard isKept != nil else { return }
    // What was removed while it was written was removed without it.
    guard invalidations.withLock({ $0.allow(entry, askedFor: mark) }) else {
      return await remove(of: prepared) { () async throws(RepositoryError) in
        try await storage.remove(key).map { [$0] } ?? []
      }
    }
    if response.cached == nil {
      events.post(.updateCache(Event.CacheChange(entry, response: prepared.responseModel(of: response))))
    } else {
      storage.used(key, at: now())
    }
  }

  /// What a success invalidates: the routes it names, and what was read from the address it changed (RFC 9111 §4.4).
  private func invalidated(by response: Response, to prepared: PreparedRequest) -> [CacheFilter] {
    var place = CacheFilter(
      environment: .named(prepared.request.environment), group: .named(prepared.cacheGroup(in: configuration)))
    var filters: [CacheFilter] = []
    if response.isSuccess, let names = prepared.request.cache.invalidates, !names.isEmpty {
      place.names = Set(names)
      filters.append(place)
    }
    guard configuration.followsCacheHeaders, prepared.isUnsafe, response.status.code < 400 else { return filters }
    place.names = nil
    place.resource = CacheFilter.Resource(CacheAddress(prepared.url, ignoring: nil))
    return filters + [place]
  }

  private func remove(
    of prepared: PreparedRequest, _ removal: () async throws(RepositoryError) -> [CacheListing]
  ) async {
    for listing in await attempt(for: prepared, removal) ?? [] {
      events.post(.removeCache(Event.CacheChange(listing)))
    }
  }

  /// A 304 to conditions of the request's own stays as it is; what is kept under the same tag gives it its model.
  private func completed(_ response: Response, of prepared: PreparedRequest) async -> Response {
    guard response.status == .notModified, configuration.followsCacheHeaders, storage.mayHaveEntries,
      let key = CacheKey(prepared, in: configuration),
      let entry = await attempt(
        for: prepared, { () async throws(RepositoryError) in try await storage.entry(for: key) }),
      let entry, entry.has(tagOf: response)
    else { return response }
    var result = response
    entry.seal(&result)
    result.model =
      prepared.read(Response(TransportResponse(head: entry.head, body: entry.body), codec: prepared.codec)).model
    return result
  }

  /// Nil where the storage failed.
  private func attempt<Result>(
    for prepared: PreparedRequest, _ work: () async throws(RepositoryError) -> Result
  ) async -> Result? {
    do throws(RepositoryError) {
      return try await work()
    } catch {
      events.post(.failed(prepared.subject, Event.Failure(error, secrets: prepared.request.secrets)))
      return nil
    }
  }
}

extension CacheMiddleware.Recall {
  /// What the server said of the entry, if it said that it holds.
  fileprivate func source(of response: Response) -> CachedResponse.Source? {
    if response.status == .notModified { return decision.action == .revalidate ? .notModified : nil }
    guard followsHeaders, response.status == .ok, let entry, entry.has(tagOf: response) else { return nil }
    return .sameTag
  }
}

extension Response {
  /// Of those responses only 2xx is kept.
  fileprivate var isSuccess: Bool {
    status.kind == .successful && isAccepted
  }

  /// Whether its headers let it be kept for something (RFC 9111 §3). What a redirect led to is not what was asked for.
  fileprivate var allowsKeeping: Bool {
    guard hops.isEmpty, headers.contains(where: \.name.concernsCaches) else { return false }
    let freshness = Freshness(ofHeaders: headers)
    return !freshness.forbidsKeeping && headers.varyingNames != nil
      && (headers.haveValidator || freshness.lifetime ?? .zero > .zero)
  }
}

extension HTTPField.Name {
  fileprivate var concernsCaches: Bool {
    switch self {
    case .eTag, .cacheControl, .lastModified, .expires: true
    default: false
    }
  }
}

extension PreparedRequest {
  /// Whether it may change something at its address (RFC 9110 §9.2.1).
  fileprivate var isUnsafe: Bool {
    switch methodName {
    case "GET", "HEAD", "OPTIONS", "TRACE": false
    default: true
    }
  }
}
