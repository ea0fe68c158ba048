import GRDB
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Choosing entries of the cache on disk", .timeLimit(.minutes(2)))
struct CacheFilteringTests {
  private let folder = TemporaryFolder()
  private let now = Lock(Timestamp(microseconds: 1_795_270_000_000_000))

  private func client(_ cache: any CacheStorage) -> Client {
    let transport = RecordingTransport { request in
      var head = ResponseHead(url: request.url, status: .ok)
      head.headers[.contentType] = request.url.hasSuffix("/page") ? "text/html; charset=utf-8" : "application/json"
      let size = request.url.contains("large") ? 20_000 : 10
      return .success(TransportResponse(head: head, body: InMemoryBytes(Array(repeating: 0x20, count: size))))
    }
    return Client(
      .init(servers: Servers("http://shop.test")), transport: transport, cache: cache,
      now: { [now] in now.withLock { $0 } })
  }

  /// Entries of every kind.
  private func fill(_ client: Client) async throws {
    _ = try await client.send(.get("/large").named("large/List").caching(for: .seconds(30)))
    now.withLock { $0 = $0.advanced(by: .seconds(60)) }
    for path in ["/page", "/items/1?a=50%_x", "/items/2"] {
      _ = try await client.send(.get(path).caching(for: .seconds(600)))
    }
    client.cacheGroup = "ada"
    let updating = Request.get("http://other.test:81?x=/y").keepingSecret("hunter2hunter2").caching(for: .seconds(600))
    for _ in 0..<3 { _ = try await client.send(updating) }
    let listings = try await client.cache.list().listings
    let id = { (part: String) in listings.filter { $0.label.url.contains(part) }.map(\.id) }
    try await client.cache.expire(CacheFilter(ids: id("/items/2")))
    try await client.cache.setPinned(true, CacheFilter(ids: id("/page")))
    try await client.cache.replaceBody(of: try #require(id("/items/1").first), with: Array("mine".utf8))
  }

  @Test("the database chooses what memory does, for every condition and its opposite")
  func alike() async throws {
    let store = try await Store.opened(in: folder, now: { [now] in now.withLock { $0 } })
    let (disk, memory) = (client(store.cache), client(InMemoryCache()))
    let start = now.withLock { $0 }
    try await fill(disk)
    now.withLock { $0 = start }
    try await fill(memory)
    let moment = now.withLock { $0 }
    var facts: [CacheCondition.Fact] = [
      .word("ITEMS"), .word("%_"), .word("ada"), .text(.url, "SHOP"), .text(.origin, "shop"), .text(.origin, "items"),
      .text(.origin, "other.test:81"), .text(.origin, "x="), .text(.method, "get"), .text(.name, "list"),
      .text(.group, "AD"), .text(.type, "json"), .text(.type, "charset"), .number(.status, 200...299),
      .number(.size, 1000...Int.max), .number(.hits, 1...9), .since(moment), .until(moment.advanced(by: .seconds(-1))),
      .isEdited, .isPinned, .isSecret,
    ]
    facts += CacheCondition.Freshness.allCases.map { .freshness($0, at: moment) }
    for fact in facts {
      for isNegated in [false, true] {
        var filter = CacheFilter()
        filter.conditions = [CacheCondition(fact, isNegated: isNegated)]
        let (left, right) = (try await disk.cache.list(filter), try await memory.cache.list(filter))
        #expect(
          left.listings.map(\.label.url).sorted() == right.listings.map(\.label.url).sorted(), "\(fact) \(isNegated)")
        #expect(left.count == right.count)
      }
    }
    var (stale, expired) = (CacheFilter(), CacheFilter())
    let later = moment.advanced(by: .seconds(1_000_000))
    stale.conditions = [CacheCondition(.freshness(.stale, at: later))]
    expired.conditions = [CacheCondition(.freshness(.expired, at: later))]
    let past = try await disk.cache.list(stale).listings.map(\.id)
    let overdue = try await disk.cache.list(expired).listings.map(\.id)
    #expect(!past.isEmpty && Set(past).isSubset(of: overdue))
    let sorted = { (page: CachePage) in page.listings.sorted { $0.label.url < $1.label.url } }
    for (left, right) in zip(sorted(try await disk.cache.list()), sorted(try await memory.cache.list())) {
      #expect(left.usage == right.usage && left.isEdited == right.isEdited && left.mediaType == right.mediaType)
    }
    await store.close()
  }

  @Test("the database sorts as memory does, by every field and either way, and cuts its window out of that")
  func sorting() async throws {
    let store = try await Store.opened(in: folder, now: { [now] in now.withLock { $0 } })
    let (disk, memory) = (client(store.cache), client(InMemoryCache()))
    let start = now.withLock { $0 }
    for client in [disk, memory] {
      now.withLock { $0 = start }
      try await fillInSteps(client)
    }
    for field in CacheSort.Field.allCases {
      for isDescending in [false, true] {
        let sort = CacheSort(field, isDescending: isDescending)
        let (left, right) = (try await disk.cache.list(by: sort), try await memory.cache.list(by: sort))
        #expect(left.listings.map(\.label.url) == right.listings.map(\.label.url), "\(sort)")
        let window = try await disk.cache.list(by: sort, offset: 1, limit: 2).listings
        #expect(window == Array(left.listings[1...2]), "\(sort)")
      }
    }
    let paths = { (field: CacheSort.Field) in
      try await disk.cache.list(by: CacheSort(field)).listings.map { String($0.label.url.dropFirst(16)) }
    }
    #expect(try await paths(.size) == ["/large", "/b", "/a", "/c"])
    #expect(try await paths(.hits).first == "/b")
    #expect(try await paths(.age) == ["/c", "/b", "/large", "/a"])
    #expect(try await paths(.expiry) == ["/large", "/b", "/a", "/c"])
    #expect(try await paths(.name) == ["/a", "/b", "/c", "/large"])
    await store.close()
  }

  /// Each a second after the one before, so that no order is left to chance.
  private func fillInSteps(_ client: Client) async throws {
    let requests: [Request] = [
      .get("/a").caching(for: .seconds(500)), .get("/large").caching(for: .seconds(30)),
      .get("/b").caching(for: .seconds(100)), .get("/b").caching(for: .seconds(100)),
      .get("/c").caching(for: .seconds(900)), .get("/a").caching(for: .seconds(500)),
      .get("/b").caching(for: .seconds(100)),
    ]
    for request in requests {
      _ = try await client.send(request)
      now.withLock { $0 = $0.advanced(by: .seconds(1)) }
    }
  }

  @Test("lists read no bodies: what stands behind them in the row is in an index")
  func index() async throws {
    let store = try await Store.opened(in: folder, now: { [now] in now.withLock { $0 } })
    try await fill(client(store.cache))
    await store.close()
    let queue = try DatabaseQueue(path: folder("store/log.sqlite"))
    let plan = try await queue.read { database in
      try String.fetchAll(
        database,
        sql: "EXPLAIN QUERY PLAN SELECT \(CacheTable.indexed("type")), \(CacheTable.indexed("edited")) FROM cache",
        adapter: SuffixRowAdapter(fromIndex: 3))
    }
    #expect(plan.count { $0.contains("COVERING INDEX cache_use (id=?)") } == 2, "\(plan)")
  }

  @Test("what is held, edited and counted is there in another process too")
  func reopened() async throws {
    let first = try await Store.opened(in: folder, now: { [now] in now.withLock { $0 } })
    try await fill(client(first.cache))
    let id = try #require(
      try await first.cache.list(CacheFilter(), offset: 0, limit: 9).listings.first { $0.isExpired }
    ).id
    try await client(first.cache).cache.replaceBody(of: id, with: Array("held".utf8), for: .seconds(9999))
    await first.close()
    let second = try await Store.opened(in: folder, now: { [now] in now.withLock { $0 } })
    let other = client(second.cache)
    let listing = try #require(try await other.cache.entry(id)).listing
    #expect(listing.isEdited && !listing.isExpired && listing.fetches == 1)
    now.withLock { $0 = $0.advanced(by: .seconds(5000)) }
    let response = try await other.send(.get("/items/2").caching(for: .seconds(600)))
    #expect(try response.text() == "held" && response.cached?.code == "fresh.byHand")
    await second.close()
  }

  @Test("the history says which responses came out of the cache, and which were edited there")
  func served() async throws {
    let store = try await Store.opened(in: folder, now: { [now] in now.withLock { $0 } })
    let transport = RecordingTransport(status: 200, body: "{}", contentType: "application/json")
    let client = Client(
      .init(servers: Servers("http://shop.test")), transport: transport, repository: store, cache: store.cache,
      now: { [now] in now.withLock { $0 } })
    try await client.open()
    let request = Request.get("/items").caching(for: .seconds(60))
    for _ in 0..<2 { _ = try await client.send(request) }
    let id = try #require(try await client.cache.list().listings.first).id
    try await client.cache.replaceBody(of: id, with: Array("[]".utf8))
    _ = try await client.send(request)
    #expect(try await store.history.recent(9).map(\.served) == [.edited, .cache, nil])
    await store.close()
  }
}
