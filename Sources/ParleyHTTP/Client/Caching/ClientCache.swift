public import HTTPTypes

/// The cache of a client, for programs and people: read, write, look into and clear it. Never uses the network.
///
/// ```swift
/// let items = try await client.cache.model(of: .get("/items"), as: [Item].self, within: .seconds(3600))
/// let response = try await client.cache.freshResponse(to: .get("/items"))   // nil where it has none
/// try await client.cache.remove(.get("/items"))
/// ```
///
/// A client without a cache acts like one whose cache is empty.
public struct ClientCache: Sendable {
  private let storage: (any CacheStorage)?
  private let configuration: ClientConfiguration
  private let events: EventBus
  private let now: @Sendable () -> Timestamp

  init(_ tools: ClientTools, _ configuration: ClientConfiguration) {
    storage = tools.cache
    events = tools.events
    now = tools.now
    self.configuration = configuration
  }

  /// The response that is stored for a request, if it is younger than that; nil and zero are any age. Neither the headers of
  /// the response nor wishes of the request count.
  /// - Throws: `InvalidRequest`; `RepositoryError` when the storage cannot be read.
  public func response(to request: Request, within age: Duration? = nil) async throws -> Response? {
    let (prepared, question, found) = try await find(request)
    guard let entry = question.selected(from: found.entries), !question.isForeign(entry) else { return nil }
    let entryAge = entry.timeHere(at: now())
    if let age, age != .zero, entryAge >= age { return nil }
    let decision = CacheDecision(.use, .unlimited(age: entryAge))
    return prepared.read(entry.response(by: prepared.codec, because: decision))
  }

  /// The model that is kept for a request, decoded by its codec, if it is younger than that; nil and zero are any age.
  /// - Throws: as `response(to:within:)`, and a `ReadingError` when it is no such model.
  public func model<Model: Decodable & Sendable>(
    of request: Request, as type: Model.Type = Model.self, within age: Duration? = nil
  ) async throws -> Model? {
    try await response(to: request.expecting(type), within: age)?.model(as: type)
  }

  /// The same from the parts of a request.
  public func model<Model: Decodable & Sendable>(
    method: HTTPRequest.Method = .get, server: String? = nil, endpoint: String,
    model: (any Encodable & Sendable)? = nil,
    as type: Model.Type = Model.self, within age: Duration? = nil
  ) async throws -> Model? {
    try await self.model(of: Request(method, endpoint, server: server).model(model), as: type, within: age)
  }

  /// The response from the cache alone: nil where it has none, or one that has expired by the request's time to live or
  /// by the headers of the response. Neither is an error.
  public func freshResponse(to request: Request) async throws -> Response? {
    let (prepared, asked, found) = try await find(request)
    var question = asked
    question.asksOnlyCache = true
    let entry = question.selected(from: found.entries)
    let decision = CacheDecision(question, entry, areOthers: found.areOthers, at: now())
    guard decision.action == .use, let entry else { return nil }
    storage?.used(entry, at: now())
    var response = prepared.validated(entry.response(by: prepared.codec, because: decision), in: configuration)
    if response.error == nil, let asyncValidator = request.asyncValidator {
      response.validationFailure = await asyncValidator(response)
    }
    return prepared.read(response)
  }

  /// Returns what the cache would do for a request if it were sent now, and why. Changes nothing.
  /// - Parameter onlyCache: as `freshResponse(to:)` asks.
  public func decision(for request: Request, onlyCache: Bool = false) async throws -> CacheDecision {
    let (_, asked, found) = try await find(request)
    var question = asked
    question.asksOnlyCache = onlyCache
    guard storage != nil else { return CacheDecision(onlyCache ? .nothing : .go, .noCache) }
    let entry = question.selected(from: found.entries)
    let decision = CacheDecision(question, entry, areOthers: found.areOthers, at: now())
    return onlyCache ? decision : decision.refusing(question)
  }

  /// Returns what the cache would have done for a request at an earlier moment, and why. Changes nothing.
  /// - Returns: nil if it has nothing for the request that was there by then, so that only the log knows what was.
  package func decision(for request: Request, at time: Timestamp) async throws -> CacheDecision? {
    let (_, question, found) = try await find(request)
    guard storage != nil else { return CacheDecision(.go, .noCache) }
    let entry = question.selected(from: found.entries.filter { $0.receivedAt <= time })
    guard entry != nil || question.refusal != nil else { return nil }
    return CacheDecision(question, entry, at: time).refusing(question)
  }

  /// Whether a request, sent now, would be served by this entry or store its response in it.
  package func isFound(_ entry: CacheEntry, by request: Request) throws -> Bool {
    guard let storage else { return false }
    let prepared = try prepare(request)
    let question = try CacheQuestion(prepared, in: configuration, by: storage)
    return try key(of: prepared, in: storage) == entry.key && !question.isForeign(entry)
  }

  private func find(_ request: Request) async throws -> (PreparedRequest, CacheQuestion, CachedVariants) {
    let prepared = try prepare(request)
    let question = try CacheQuestion(prepared, in: configuration, by: storage)
    guard let storage, storage.mayHaveEntries, let key = try key(of: prepared, in: storage) else {
      return (prepared, question, CachedVariants())
    }
    let found = try await storage.variants(of: key)
    for entry in found.entries { events.secrets.learn(entry.secrets) }
    return (prepared, question, found)
  }

  private func key(of prepared: PreparedRequest, in storage: any CacheStorage) throws -> CacheKey? {
    try CacheKey(prepared, cookies: prepared.sentCookies, in: configuration, by: storage)
  }

  private func prepare(_ request: Request) throws(InvalidRequest) -> PreparedRequest {
    do throws(InvalidRequest) {
      return try PreparedRequest(request, id: ExchangeID(), in: configuration)
    } catch {
      throw error.masked(by: request.secrets)
    }
  }
}

// By hand.
extension ClientCache {
  /// Puts a model there as the response of a request, in the form that its codec gives it.
  /// - Throws: `InvalidRequest` for a request that has no place in a cache; what the codec throws; `RepositoryError`.
  public func update(_ request: Request, with model: any Encodable & Sendable) async throws {
    let prepared = try prepare(request)
    guard let storage else { return }
    guard let key = try key(of: prepared, in: storage) else { throw InvalidRequest.model("its body makes no key") }
    let document = try request.mapping.map { try $0.document(of: model, as: prepared.codec.coding) }
    let bytes = try prepared.codec.data(of: document ?? model, in: prepared.contextForKeeping)
    guard let bytes else { return }
    var head = ResponseHead(url: prepared.url, status: .ok)
    head.headers[.contentType] = prepared.codec.accept
    let response = Response(TransportResponse(head: head, body: InMemoryBytes(bytes)), codec: prepared.codec)
    var entry = CacheEntry(key, response, of: prepared, varying: [:], requestedAt: now(), receivedAt: now())
    entry.exchange = nil
    // It is the response whatever headers the others were chosen by.
    let others = try await storage.variants(of: key).entries
    for other in others.dropFirst() { _ = try await storage.remove(other) }
    try await storage.keep(entry, replacing: others.first)
    events.post(.updateCache(Event.CacheChange(entry, response: prepared.responseModel(of: response))))
  }

  /// Puts another body into an entry, for trying what becomes of it. Status, headers and time stay; what vouches for the body goes,
  /// so that the server is asked for all of it next time.
  /// - Parameter time: for how long it is the response, whatever its age; nil leaves that as it is.
  /// - Returns: false when the entry is gone.
  @discardableResult
  package func replaceBody(
    of id: CacheEntryID, with body: [UInt8], for time: Duration? = nil
  ) async throws(RepositoryError) -> Bool {
    guard let storage, var entry = try await storage.entry(id)?.entry else { return false }
    entry.body = InMemoryBytes(body)
    if let time { (entry.heldUntil, entry.isExpired) = (now().advanced(by: time), false) }
    entry.exchange = nil
    for name in [HTTPField.Name.eTag, .lastModified] { entry.head.headers[name] = nil }
    if entry.head.headers.contains(.contentLength) { entry.head.headers[.contentLength] = "\(body.count)" }
    try await storage.keep(entry, replacing: nil)
    events.post(.updateCache(Event.CacheChange(entry, response: nil)))
    return true
  }

  /// Removes what is kept for a request.
  /// - Returns: whether there was something.
  @discardableResult
  public func remove(_ request: Request) async throws -> Bool {
    guard let storage, let key = try key(of: try prepare(request), in: storage) else { return false }
    let removed = try await storage.remove(key)
    tell(removed)
    return !removed.isEmpty
  }

  /// Removes what a filter chooses; everything, without one.
  /// - Returns: how many entries there were.
  @discardableResult
  public func clear(_ filter: CacheFilter = CacheFilter()) async throws(RepositoryError) -> Int {
    let removed = try await storage?.remove(filter) ?? []
    tell(removed)
    return removed.count
  }

  /// Lets what a filter chooses expire: before its next use the server is asked.
  public func expire(_ filter: CacheFilter) async throws(RepositoryError) {
    try await storage?.expire(filter)
  }

  /// Keeps what a filter chooses however full the cache gets, or no longer.
  public func setPinned(_ isPinned: Bool, _ filter: CacheFilter) async throws(RepositoryError) {
    try await storage?.setPinned(isPinned, filter)
  }

  private func tell(_ removed: [CacheListing]) {
    for listing in removed { events.post(.removeCache(Event.CacheChange(listing))) }
  }
}

// What there is.
extension ClientCache {
  /// A part of what a filter chooses, what was used last first.
  public func list(
    _ filter: CacheFilter = CacheFilter(), by sort: CacheSort = CacheSort(), offset: Int = 0, limit: Int = 100
  ) async throws(RepositoryError) -> CachePage {
    try await storage?.list(filter, by: sort, offset: offset, limit: limit)
      ?? CachePage(listings: [], count: 0, size: 0)
  }

  /// An entry by its number; nil when it is gone.
  public func entry(_ id: CacheEntryID) async throws(RepositoryError) -> (entry: CacheEntry, listing: CacheListing)? {
    let found = try await storage?.entry(id)
    if let found { events.secrets.learn(found.entry.secrets) }
    return found
  }
}

extension PreparedRequest {
  /// The context of a call in which its codec is asked for the bytes to keep.
  fileprivate var contextForKeeping: CodecContext {
    var context = CodecContext(
      server: serverAddress, endpoint: endpoint, route: request.route?.route, method: request.method,
      contentType: codec.accept, model: request.model, wanted: request.wanted)
    context.coding = codec.coding
    return context
  }
}

extension Client {
  /// The cache of this client, to be read, written, looked into and cleared.
  public var cache: ClientCache { ClientCache(tools, configuration) }

  /// The discriminator: the group of entries that requests read and write from now on, such as that of the signed-in user.
  /// Those that are in flight stay with theirs. Nil is the shared group.
  public var cacheGroup: String? {
    get { configuration.cacheGroup }
    set { configuration.cacheGroup = newValue }
  }
}
