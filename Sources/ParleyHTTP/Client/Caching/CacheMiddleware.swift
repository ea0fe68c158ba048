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

  /// The cache's findings for a request before it is sent. A class, since every step passes it on.
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
    guard mode != .bypass else { return nil }
    let cookies = prepared.sentCookies
    guard storage.mayHaveEntries || !cookies.isEmpty || prepared.mayRefuseNetwork else { return nil }
    // A storage that is closed has nothing, and that is no failure.
    guard storage.mayHaveEntries else { return (try? await recall(prepared, cookies: cookies)) ?? nil }
    return await attempt(for: prepared) { () async throws(RepositoryError) in
      try await self.recall(prepared, cookies: cookies)
    } ?? nil
  }

  private func recall(_ prepared: PreparedRequest, cookies: [Cookie]) async throws(RepositoryError) -> Recall? {
    var question = try CacheQuestion(prepared, in: configuration, by: storage)
    question.asksOnlyCache = configuration.cacheMode.refusesNetwork
    let isRead = question.refusal == nil
    let isWritten = question.policy.updatesCache ?? configuration.updatesCache
    guard isRead || isWritten || question.refusesNetwork,
      let key = try CacheKey(prepared, cookies: cookies, in: configuration, by: storage)
    else { return nil }
    let found = isRead && storage.mayHaveEntries ? await variants(of: key, for: prepared) : CachedVariants()
    let entry = question.selected(from: found.entries)
    var decision = CacheDecision(question, entry, areOthers: found.areOthers, at: now())
    if configuration.cacheMode == .offline { decision = decision.offline(question, entry, at: now()) }
    if decision.action == .use, let entry { storage.used(entry, at: now()) }
    return Recall(
      key: key, entry: entry.flatMap { question.isForeign($0) ? nil : $0 }, decision: decision.refusing(question),
      followsHeaders: question.mayFollowHeaders)
  }

  /// Returns the entries of a key. If they cannot be read, the request is sent as if there were none.
  private func variants(of key: CacheKey, for prepared: PreparedRequest) async -> CachedVariants {
    let found = await attempt(for: prepared) { () async throws(RepositoryError) in
      try await self.storage.variants(of: key)
    }
    for entry in found?.entries ?? [] where entry.isSecret { events.secrets.learn(entry.secrets) }
    return found ?? CachedVariants()
  }

  /// A response that says that the entry still holds becomes the entry, with what was said now.
  /// - Parameter asked: the request before it was authorized, by which the entry is found.
  func revived(_ outcome: Exchange.Outcome, asked: PreparedRequest, by recall: Recall?) async -> Exchange.Outcome {
    guard case .response(var response) = outcome else { return outcome }
    guard let recall, recall.decision.reason != .conditional else {
      return .response(await completed(response, asked: asked))
    }
    guard let entry = recall.entry else { return outcome }
    guard let source = await recall.source(of: response) else {
      response.hasChangedUnderTag = recall.replaces(taggedBy: response)
      return .response(response)
    }
    let refreshed = entry.refreshed(by: response, requestedAt: now(), receivedAt: now())
    (response.status, response.headers, response.body) = (entry.head.status, refreshed.head.headers, entry.body)
    response.cached = CachedResponse(
      source: source, decision: recall.decision, exchange: entry.exchange,
      freshFor: refreshed.freshUntil.flatMap { now() < $0 ? now().duration(to: $0) : nil })
    entry.seal(&response)
    return .response(response)
  }

  /// Keeps what is worth it, and removes what the response invalidates.
  /// - Parameters:
  ///   - asked: the request before it was authorized, by which it is found again.
  ///   - mark: the mark of the invalidations when the request began.
  func note(
    _ outcome: Exchange.Outcome, of prepared: PreparedRequest, asked: PreparedRequest, after recall: Recall?,
    startedAt: Timestamp, _ mark: CacheInvalidations.Mark
  ) async {
    guard case .response(let response) = outcome, response.cached?.needsServer != false else { return }
    if isWorthKeeping(response, of: prepared), !hasUntoldCredentials(prepared, asked: asked) {
      await keep(
        response, of: prepared, asked: asked, after: recall, startedAt: startedAt, response.sharedSince ?? mark)
    } else if let entry = recall?.entry, response.isSuccess, response.cached == nil {
      await remove(of: prepared) { () async throws(RepositoryError) in
        try await storage.remove(entry).map { [$0] } ?? []
      }
    }
    await compareWithGet(response, to: asked)
    for filter in invalidated(by: response, to: asked) {
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
    guard policy.use != .off, configuration.cacheMode != .bypass, prepared.cacheObstacle(in: configuration) == nil
    else { return false }
    if policy.wishedTime != nil || policy.updatesCache ?? configuration.updatesCache { return true }
    return configuration.followsCacheHeaders && prepared.isRead && response.allowsKeeping
      && !CacheControl(prepared.forTransport.headers).contains("no-store")
  }

  private func keep(
    _ response: Response, of prepared: PreparedRequest, asked: PreparedRequest, after recall: Recall?,
    startedAt: Timestamp, _ mark: CacheInvalidations.Mark
  ) async {
    let made = await attempt(for: prepared) { () async throws(RepositoryError) in
      try self.entry(of: response, to: prepared, asked: asked, after: recall, startedAt: startedAt)
    }
    guard let entry = made ?? nil, invalidations.withLock({ $0.allow(entry, askedFor: mark) }) else { return }
    let isKept: Void? = await attempt(for: prepared) { () async throws(RepositoryError) in
      try await storage.keep(entry, replacing: recall?.entry)
    }
    guard isKept != nil else { return }
    // What was removed while it was written was removed without it.
    guard invalidations.withLock({ $0.allow(entry, askedFor: mark) }) else {
      return await remove(of: prepared) { () async throws(RepositoryError) in
        try await storage.remove(entry).map { [$0] } ?? []
      }
    }
    if response.cached == nil {
      var change = Event.CacheChange(entry, response: prepared.responseModel(of: response))
      if response.hasChangedUnderTag { change.remark = .bodyChanged }
      events.post(.updateCache(change))
    } else {
      storage.used(entry, at: now())
    }
  }

  /// Nil where it has no key.
  private func entry(
    of response: Response, to prepared: PreparedRequest, asked: PreparedRequest, after recall: Recall?,
    startedAt: Timestamp
  ) throws(RepositoryError) -> CacheEntry? {
    var key = recall?.key
    if key == nil { key = try CacheKey(asked, cookies: asked.sentCookies, in: configuration, by: storage) }
    guard let key else { return nil }
    var entry = CacheEntry(
      key, response, of: prepared, varying: try storage.concealing(prepared.forTransport), requestedAt: startedAt,
      receivedAt: now())
    if response.cached != nil {
      entry.exchange = recall?.entry?.exchange ?? entry.exchange
      entry.isRevalidated = true
    }
    return entry
  }

  /// Whether a hook gave the request credentials of which its key knows nothing.
  private func hasUntoldCredentials(_ prepared: PreparedRequest, asked: PreparedRequest) -> Bool {
    guard configuration.willSend != nil, !asked.isGrouped(in: configuration), !asked.isAuthorized else { return false }
    let (now, before) = (prepared.forTransport, asked.forTransport)
    return now.headers.filter(\.name.isCredential) != before.headers.filter(\.name.isCredential)
      || now.credentials != before.credentials || now.confidentialHeaders != before.confidentialHeaders
      || now.options.clientCertificate != before.options.clientCertificate
  }

  /// Compares the response to HEAD with the entry of GET: HEAD says what GET would say, and an entry that it
  /// contradicts is stale (RFC 9111 §4.3.5).
  private func compareWithGet(_ response: Response, to asked: PreparedRequest) async {
    guard asked.methodName == "HEAD", response.status == .ok, configuration.followsCacheHeaders,
      storage.mayHaveEntries
    else { return }
    await remove(of: asked) { () async throws(RepositoryError) in
      guard var key = try CacheKey(asked, cookies: asked.sentCookies, in: configuration, by: storage) else { return [] }
      key.method = "GET"
      var question = try CacheQuestion(asked, in: configuration, by: storage)
      question.method = "GET"
      guard let entry = question.selected(from: try await storage.variants(of: key).entries),
        !question.isForeign(entry), !entry.isByHand, entry.head.headers.isContradicted(by: response.headers)
      else { return [] }
      return try await storage.remove(entry).map { [$0] } ?? []
    }
  }

  /// Returns what a success invalidates: the routes it names, and what was read from the address it changed and from
  /// those that its response names, whoever asked (RFC 9111 §4.4).
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
    // What a mock changes is changed among mocks only.
    if !configuration.mocks.isOn { place.group = .any }
    for resource in prepared.resources(changedBy: response) {
      place.resource = resource
      filters.append(place)
    }
    return filters
  }

  private func remove(
    of prepared: PreparedRequest, _ removal: () async throws(RepositoryError) -> [CacheListing]
  ) async {
    for listing in await attempt(for: prepared, removal) ?? [] {
      events.post(.removeCache(Event.CacheChange(listing)))
    }
  }

  /// A 304 to conditions of the request's own stays as it is; what is kept under the same tag gives it its model.
  private func completed(_ response: Response, asked: PreparedRequest) async -> Response {
    guard response.status == .notModified, configuration.followsCacheHeaders, storage.mayHaveEntries else {
      return response
    }
    let found = await attempt(for: asked) { () async throws(RepositoryError) -> [CacheEntry] in
      guard let key = try CacheKey(asked, cookies: asked.sentCookies, in: configuration, by: storage) else { return [] }
      return try await storage.variants(of: key).entries
    }
    guard let entry = found?.first(where: { $0.has(tagOf: response) }) else { return response }
    var result = response
    entry.seal(&result)
    result.model = asked.read(Response(TransportResponse(head: entry.head, body: entry.body), codec: asked.codec)).model
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
  /// The response, where nothing has to be sent for it.
  func answer(to prepared: PreparedRequest) -> Response? {
    switch decision.action {
    case .use: entry?.response(by: prepared.codec, because: decision)
    case .refuse: Response(refusing: prepared, because: decision)
    case .go, .nothing, .revalidate: nil
    }
  }

  /// Whether the server said that something holds which is not here, so that it has to be asked for the whole.
  func isMissed(by outcome: Exchange.Outcome) -> Bool {
    guard decision.action == .revalidate, case .response(let response) = outcome, response.status == .notModified else {
      return false
    }
    return entry?.isMeant(by: response) != true
  }

  /// Returns how the server confirmed the entry; nil if it did not. A tag confirms it only if the body is the same:
  /// servers give one tag to two bodies, and a whole response counts as it is (RFC 9111 §4.3.3).
  fileprivate func source(of response: Response) async -> CachedResponse.Source? {
    guard let entry else { return nil }
    if response.status == .notModified { return decision.action == .revalidate ? .notModified : nil }
    guard replaces(taggedBy: response), (try? await entry.body.holdsSame(as: response.body)) == true else { return nil }
    return .sameTag
  }

  /// Whether a whole response has the entry's tag.
  fileprivate func replaces(taggedBy response: Response) -> Bool {
    followsHeaders && response.status == .ok && entry?.has(tagOf: response) == true
  }
}

extension Response {
  /// Creates the response to a request that asks only the cache, which has nothing for it.
  fileprivate init(refusing prepared: PreparedRequest, because decision: CacheDecision) {
    let head = ResponseHead(url: prepared.url, status: .gatewayTimeout)
    self.init(TransportResponse(head: head, body: InMemoryBytes([])), codec: prepared.codec)
    cached = CachedResponse(source: .refused, decision: decision, exchange: nil, freshFor: nil)
  }

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

extension HTTPFields {
  /// Whether newer headers of the same thing say that it is another now.
  fileprivate func isContradicted(by newer: HTTPFields) -> Bool {
    [HTTPField.Name.eTag, .lastModified, .contentLength].contains { name in
      guard let new = newer[name], let old = self[name] else { return false }
      return new != old
    }
  }
}

extension CachedResponse {
  /// Whether its server was asked.
  fileprivate var needsServer: Bool { source == .notModified || source == .sameTag }
}

extension PreparedRequest {
  /// Whether it may change something at its address (RFC 9110 §9.2.1).
  fileprivate var isUnsafe: Bool {
    switch methodName {
    case "GET", "HEAD", "OPTIONS", "TRACE": false
    default: true
    }
  }

  fileprivate var isAuthorized: Bool {
    switch request.authorization {
    case nil, .off?: false
    default: true
    }
  }

  fileprivate var isRead: Bool { methodName == "GET" || methodName == "HEAD" }

  /// Whether `only-if-cached` may stand in it.
  fileprivate var mayRefuseNetwork: Bool { forTransport.headers.contains(.cacheControl) }

  /// Returns the absolute URL that a reference points to from here; nil if it is not valid.
  private func address(of reference: String) -> String? {
    guard var place = CurlURL(url), place.follow(reference) else { return nil }
    return place.text
  }

  /// Its own address, and those of `Location` and `Content-Location` on the same server.
  fileprivate func resources(changedBy response: Response) -> [CacheFilter.Resource] {
    let own = CacheFilter.Resource(CacheAddress(url, ignoring: nil))
    let others = [HTTPField.Name.location, .contentLocation].compactMap { response.headers[$0] }.compactMap(address)
    let named = others.map { CacheFilter.Resource(CacheAddress($0, ignoring: nil)) }
    return [own] + named.filter { $0.origin == own.origin && $0 != own }
  }
}
