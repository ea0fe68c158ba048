import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("The cache on disk", .timeLimit(.minutes(2)))
struct StoredCacheTests {
  private let folder = TemporaryFolder()
  private let now = Lock(Timestamp(microseconds: 1_795_270_000_000_000))

  private func store() async throws -> Store {
    try await Store.opened(in: folder, now: { [now] in now.withLock { $0 } })
  }

  private func client(_ store: Store, _ transport: any Transport) -> Client {
    Client(
      .init(servers: Servers("http://shop.test")), transport: transport, cache: store.cache,
      now: { [now] in now.withLock { $0 } })
  }

  private func answering(_ body: String) -> RecordingTransport {
    RecordingTransport(status: 200, body: body, contentType: "application/json")
  }

  private func request(_ path: String = "/items") -> Request {
    Request.get(path).caching(for: .seconds(60)).named("items")
  }

  @Test("A response is used again after the store was closed and opened by another process, whole")
  func reopened() async throws {
    let first = try await store()
    _ = try await client(first, answering(#"{"n":1}"#)).send(request().query("page", "2"))
    await first.close()
    let second = try await store()
    let transport = answering("")
    let response = try await client(second, transport).send(request().query("page", "2"))
    #expect(transport.requests.isEmpty)
    #expect(try response.text() == #"{"n":1}"# && response.contentType == "application/json")
    #expect(response.status == .ok && response.url == "http://shop.test/items?page=2")
    #expect(response.cached?.code == "fresh.wish")
    await second.close()
  }

  @Test("Headers that came behind the body are there again")
  func trailers() async throws {
    let reply = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: abc\r\n\r\n"
    let server = try RawServer.answering(RawReply(Array(reply.utf8)))
    let first = try await store()
    _ = try await client(first, CurlTransport()).send(.get("\(server.url)/sum").caching(for: .seconds(60)))
    await first.close()
    let second = try await store()
    let response = try await client(second, CurlTransport()).send(
      .get("\(server.url)/sum").caching(for: .seconds(60)))
    #expect(server.requests.count == 1 && response.trailers.map(\.value) == ["abc"])
    await second.close()
  }

  @Test("A list shows window by window what was used last first, with hits, sizes and sums")
  func listing() async throws {
    let store = try await store()
    let client = client(store, answering("0123456789"))
    for path in ["/a", "/b", "/c"] {
      now.withLock { $0 = $0.advanced(by: .seconds(1)) }
      _ = try await client.send(request(path))
    }
    now.withLock { $0 = $0.advanced(by: .seconds(1)) }
    _ = try await client.send(request("/a"))
    let page = try await client.cache.list(offset: 0, limit: 2)
    #expect(page.count == 3 && page.size == 30)
    #expect(page.listings.map(\.label.endpoint) == ["/a", "/c"] && page.listings.first?.hits == 1)
    #expect(try await client.cache.list(offset: 2, limit: 2).listings.map(\.label.endpoint) == ["/b"])
    let first = try #require(page.listings.first)
    let found = try #require(try await client.cache.entry(first.id))
    #expect(found.entry.key.path == "/a" && found.listing.id == first.id)
    await store.close()
  }

  @Test("Filters choose by words, name, group and environment")
  func filters() async throws {
    let store = try await store()
    let client = client(store, answering("{}"))
    _ = try await client.send(request("/50%_off"))
    client.cacheGroup = "ada"
    _ = try await client.send(request("/other"))
    var filter = CacheFilter()
    filter.words = ["get", "50%_OFF"]
    #expect(try await client.cache.list(filter).listings.map(\.label.endpoint) == ["/50%_off"])
    #expect(try await client.cache.list(CacheFilter(group: .named("ada"))).count == 1)
    #expect(try await client.cache.list(CacheFilter(environment: .named("local"))).count == 0)
    var named = CacheFilter(group: .named(nil))
    named.names = ["items"]
    #expect(try await client.cache.clear(named) == 1)
    #expect(try await client.cache.list().listings.map(\.group) == ["ada"])
    await store.close()
  }

  @Test("A change of an address removes what was read from it, and a named route its entries")
  func invalidation() async throws {
    let store = try await store()
    let client = client(store, answering("{}"))
    for path in ["/a", "/b"] { _ = try await client.send(request(path)) }
    _ = try await client.send(.put("/a"))
    #expect(try await client.cache.list().listings.map(\.label.endpoint) == ["/b"])
    _ = try await client.send(Request.post("/x").invalidating("items"))
    #expect(try await client.cache.list().count == 0)
    await store.close()
  }

  @Test("What expired by hand is fetched again, and what is pinned stays")
  func byHand() async throws {
    let store = try await store()
    let transport = answering("0123456789")
    let client = client(store, transport)
    _ = try await client.send(request("/a"))
    try await client.cache.expire(CacheFilter())
    #expect(try await client.cache.decision(for: request("/a")).code == "entry.expired")
    _ = try await client.send(request("/a"))
    #expect(transport.requests.count == 2)
    try await client.cache.setPinned(true, CacheFilter())
    store.cache.limit = 25
    for path in ["/b", "/c", "/d"] {
      now.withLock { $0 = $0.advanced(by: .seconds(1)) }
      _ = try await client.send(request(path))
    }
    let kept = try await client.cache.list().listings
    #expect(kept.map(\.label.endpoint).contains("/a") && kept.map(\.label.endpoint).first == "/d")
    #expect(kept.count == 2)
    await store.close()
  }

  @Test("A large body that comes out of the cache is kept by the history as the file that is there, not as a copy")
  func sharedFile() async throws {
    let store = try await store()
    let client = Client(
      .init(servers: Servers("http://shop.test")), transport: answering(String(repeating: "x", count: 3_000_000)),
      repository: store, cache: store.cache)
    try await client.open()
    _ = try await client.send(request())
    let name = try #require(Disk.names(in: folder("store/bodies")).first)
    let before = Disk.inode(of: folder("store/bodies/\(name)"))
    let hit = try await client.send(request())
    #expect(hit.cached?.code == "fresh.wish")
    #expect(Disk.names(in: folder("store/bodies")) == [name])
    #expect(before != 0 && Disk.inode(of: folder("store/bodies/\(name)")) == before)
    // What is forgotten between the hit and its row comes back.
    Disk.remove(folder("store/bodies/\(name)"))
    let exchange = Exchange.answered(body: hit.body)
    try await store.keep(exchange)
    let kept = try await store.history.exchange(exchange.id)?.exchange.response
    #expect(try kept?.body.read(at: 2_999_990, count: 20).count == 10)
    await store.close()
  }

  @Test("A large body is a file, kept once with the history's, and gone when nobody needs it")
  func files() async throws {
    let store = try await store()
    let body = noise(1_500_000)
    let transport = RecordingTransport { request in
      .success(TransportResponse(head: .init(url: request.url, status: .ok), body: InMemoryBytes(body)))
    }
    let client = client(store, transport)
    _ = try await client.send(request())
    #expect(Disk.names(in: folder("store/bodies")).count == 1)
    let response = try await client.send(request())
    #expect(response.cached != nil)
    #expect(try response.bytes() == body)
    try await client.cache.clear()
    #expect(Disk.names(in: folder("store/bodies")).isEmpty)
    await store.close()
  }

  @Test("Beside somebody who clears the cache, a large entry is there whole, or not there")
  func besideClearing() async throws {
    let store = try await store()
    let transport = RecordingTransport { request in
      .success(TransportResponse(head: .init(url: request.url, status: .ok), body: InMemoryBytes(noise(1_500_000))))
    }
    let client = client(store, transport)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<100 { try await client.cache.clear() } }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<100 {
            let response = try await client.send(request())
            #expect(response.body.count == 1_500_000)
          }
        }
      }
      group.addTask {
        for _ in 0..<400 { _ = try await client.cache.freshResponse(to: request()) }
      }
      try await group.waitForAll()
    }
    await store.close()
  }

  @Test("A file that is gone is a failure that is told, and the request is sent")
  func missingFile() async throws {
    let store = try await store()
    let transport = RecordingTransport { request in
      .success(TransportResponse(head: .init(url: request.url, status: .ok), body: InMemoryBytes(noise(1_500_000))))
    }
    let client = client(store, transport)
    _ = try await client.send(request())
    for name in Disk.names(in: folder("store/bodies")) { Disk.remove(folder("store/bodies/\(name)")) }
    let events = client.events.subscribe()
    #expect(try await client.send(request()).body.count == 1_500_000)
    #expect(transport.requests.count == 2)
    let failures = events.takeAvailable().filter {
      if case .event(let event) = $0, case .failed = event.kind { true } else { false }
    }
    #expect(failures.count == 1)
    #expect(try await client.send(request()).cached != nil)
    await store.close()
  }

  @Test("Nothing of a secret is found on disk, and the entry still replies")
  func sealed() async throws {
    let store = try await store()
    let secret = "hunter2hunter2"
    let client = client(store, answering(#"{"token":"\#(secret)"}"#))
    let request = Request.post("/login/\(secret)").query("key", secret).model(["password": .string(secret)])
      .keepingSecret(secret).caching(for: .seconds(60))
    _ = try await client.send(request)
    #expect(try await client.send(request).cached != nil)
    let listing = try #require(try await client.cache.list().listings.first)
    #expect(listing.isSecret && !"\(listing)".contains(secret))
    try await store.cache.countUses()
    for path in Disk.files(below: folder.path) { #expect(!Disk.read(path).holds(Array(secret.utf8)), "\(path)") }
    await store.close()
    for path in Disk.files(below: folder.path) { #expect(!Disk.read(path).holds(Array(secret.utf8)), "\(path)") }
  }

  @Test("What is kept against no-store is sealed")
  func noStore() async throws {
    let store = try await store()
    let transport = RecordingTransport { request in
      let head = ResponseHead(url: request.url, status: .ok, headers: [.cacheControl: "no-store"])
      return .success(TransportResponse(head: head, body: InMemoryBytes("private words")))
    }
    let client = client(store, transport)
    _ = try await client.send(request())
    #expect(try await client.send(request()).text() == "private words")
    await store.close()
    #expect(Disk.files(below: folder.path).allSatisfy { !Disk.read($0).holds(Array("private words".utf8)) })
  }

  @Test("Two processes use one cache")
  func shared() async throws {
    let (first, second) = (try await store(), try await store())
    _ = try await client(first, answering(#"{"n":1}"#)).send(request())
    let transport = answering("")
    #expect(try await client(second, transport).send(request()).text() == #"{"n":1}"#)
    #expect(transport.requests.isEmpty)
    await first.close()
    await second.close()
  }
}
