import GRDB
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Whose entries the cache on disk has", .timeLimit(.minutes(2)))
struct StoredIdentityTests {
  private let folder = TemporaryFolder()
  private let now = Lock(Timestamp(microseconds: 1_795_270_000_000_000))

  private func store() async throws -> Store {
    try await Store.opened(in: folder, now: { [now] in now.withLock { $0 } })
  }

  /// Replies with the number of the request, or 304 to a condition.
  private func counting(_ headers: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"v1\""]) -> RecordingTransport {
    let count = Lock(0)
    return RecordingTransport { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let isKnown = request.headers.contains(.ifNoneMatch)
      let head = ResponseHead(url: request.url, status: isKnown ? .notModified : .ok, headers: headers)
      return .success(TransportResponse(head: head, body: InMemoryBytes(isKnown ? "" : "\(number)")))
    }
  }

  private func client(_ store: Store, _ transport: any Transport) -> Client {
    Client(
      .init(servers: Servers("http://shop.test")), transport: transport, cache: store.cache,
      now: { [now] in now.withLock { $0 } })
  }

  @Test(
    "Entries of one URL are told apart in a list by the headers they vary by, after reopening too; a secret one is masked"
  )
  func toldApart() async throws {
    let headers: HTTPFields = [.cacheControl: "max-age=60", .vary: "Accept-Language, X-Place, Authorization"]
    let place = try #require(HTTPField.Name("X-Place"))
    let first = try await store()
    let before = client(first, counting(headers))
    for language in ["de", "fr"] { _ = try await before.send(.get("/items").header(.acceptLanguage, language)) }
    _ = try await before.send(.get("/items").header(place, "hunter2hunter2").keepingSecret("hunter2hunter2"))
    await first.close()
    let second = try await store()
    let listed = try await client(second, counting(headers)).cache.list().listings
    #expect(
      Set(listed.map { $0.varying ?? "" }) == [
        "accept-language: de", "accept-language: fr", "x-place: \(Secrets.mask)",
      ])
    for entry in listed {
      #expect(try await second.cache.entry(entry.id)?.entry.label.varying == entry.varying)
    }
    await second.close()
  }

  @Test("Each finds its own after reopening, and no byte on disk says a credential")
  func credentials() async throws {
    let items = Request.get("/items")
    let requests = [
      items, items.authorized(.bearer("token-of-ada")), items.authorized(.bearer("token-of-grace")),
      items.header(.authorization, "Bearer typed-by-hand"), items.header(.cookie, "session=typed-by-hand"),
      items.authorized(.basic(user: "ada", password: "hunter2hunter2")),
    ]
    var headers: HTTPFields = [.cacheControl: "max-age=60", .vary: "Authorization, Cookie"]
    headers[.eTag] = "\"v1\""
    let first = try await store()
    let before = client(first, counting(headers))
    for request in requests { _ = try await before.send(request) }
    await first.close()
    for path in Disk.files(below: folder.path) {
      for secret in ["token-of", "typed-by-hand", "hunter2"] {
        #expect(!Disk.read(path).holds(Array(secret.utf8)), "\(path)")
      }
    }
    let second = try await store()
    let transport = counting(headers)
    let after = client(second, transport)
    for (index, request) in requests.enumerated() { #expect(try await after.send(request).text() == "\(index + 1)") }
    #expect(transport.requests.isEmpty)
    #expect(try await after.cache.decision(for: items.authorized(.bearer("other"))).code == "entry.otherCredentials")
    #expect(try await after.cache.list().listings.count { $0.credentials != nil } == 5)
    await second.close()
  }

  @Test("Variants are kept beside each other, the newest of them only, and one takes the place of what did not vary")
  func variants() async throws {
    let store = try await store()
    let transport = counting([.cacheControl: "max-age=60", .vary: "Accept-Language"])
    let client = client(store, transport)
    func ask(_ language: String) async throws -> String {
      now.withLock { $0 = $0.advanced(by: .seconds(1)) }
      return try await client.send(.get("/items").header(.acceptLanguage, language)).text()
    }
    for language in ["de", "en", "de", "en"] { _ = try await ask(language) }
    #expect(transport.requests.count == 2)
    for number in 0..<20 { _ = try await ask("l\(number)") }
    #expect(try await client.cache.list().count == 16)
    #expect(try await ask("l19") == "22")
    _ = try await client.send(.delete("/items"))
    #expect(try await client.cache.list().count == 0)
    await store.close()
  }

  /// An entry as a program left it that noted no credentials.
  private func makeFormer(_ store: Store, _ client: Client) async throws {
    let opened = try store.access.opened()
    let listing = try #require(try await client.cache.list().listings.first)
    let key = try #require(try await client.cache.entry(listing.id)).entry.key
    let digest = opened.formerDigest(of: key).databaseBlob
    try await opened.log.write { database in
      try database.execute(
        sql: "UPDATE cache SET digest = ?, address = NULL, identity = NULL, credentials = NULL, pinned = 1",
        arguments: [digest])
    }
  }

  @Test("An entry of an earlier version is listed, asked about before it is used, and then somebody's")
  func former() async throws {
    let store = try await store()
    let transport = counting()
    let client = client(store, transport)
    let request = Request.get("/items?b=2&a=1")
    _ = try await client.send(request)
    try await makeFormer(store, client)
    let before = try #require(try await client.cache.list().listings.first)
    let bearer = request.authorized(.bearer("token-of-ada"))
    let decision = try await client.cache.decision(for: bearer)
    #expect(decision.code == "entry.unknownCredentials" && decision.action == .revalidate)
    #expect(try await client.cache.decision(for: .get("/items?a=1&b=2")).code == "entry.none")
    #expect(try await client.cache.freshResponse(to: request) == nil)
    #expect(try await client.send(bearer).text() == "1")
    #expect(try await client.send(bearer).cached?.code == "fresh.header" && transport.requests.count == 2)
    let after = try await client.cache.list().listings
    #expect(after.map(\.id) == [before.id] && after.map(\.isPinned) == [true] && after[0].credentials != nil)
    #expect(try await client.cache.decision(for: request).code == "entry.otherCredentials")
    await store.close()
  }

  @Test("An edited body of an earlier version is the response for as long as it was to be")
  func formerEdit() async throws {
    let store = try await store()
    let transport = counting()
    let client = client(store, transport)
    _ = try await client.send(.get("/items"))
    let listing = try #require(try await client.cache.list().listings.first)
    try await client.cache.replaceBody(of: listing.id, with: Array("mine".utf8), for: .seconds(3600))
    try await makeFormer(store, client)
    #expect(try await client.send(.get("/items").authorized(.bearer("token-of-ada"))).text() == "mine")
    #expect(transport.requests.count == 1)
    await store.close()
  }

  @Test("A response of the cache is one that a right cache may give", arguments: [21, 22] as [UInt64])
  func walk(seed: UInt64) async throws {
    let store = try await Store.opened(in: folder)
    let tally = try await CacheWalk(seed: seed, cache: store.cache).run(steps: 300)
    #expect(tally.mistakes == [])
    #expect(tally.served > 5 && tally.confirmed > 3 && tally.sent > 50, "\(tally)")
    await store.close()
  }
}
