import ParleyEngine
import ParleyStore
import Testing

/// The rows C and D of the feature table, each tried as a program of somebody else would.
@Suite("Rows C and D: the cache and shared data, as a consumer sees them")
struct KeepingRowTests {
  private struct Count: Codable, Hashable, Sendable {
    var n: Int
  }

  /// As long as the test.
  private let backends = Lock<[Backend]>([])

  /// Counts what it is asked.
  private func counting(_ fields: [(String, String)] = []) throws -> (Client, Backend) {
    let count = Lock(0)
    let backend = try Backend { _ in
      let n = count.withLock { count in
        count += 1
        return count
      }
      return fields.reduce(Reply.json(["n": .number(JSONNumber(n))])) { $0.with($1.0, $1.1) }
    }
    backends.withLock { $0.append(backend) }
    return (Client(.init(servers: Servers(Server(backend.address)))), backend)
  }

  @Test("C1, C3: the flag only writes, and a cached model is read by request or parts, of any age or a young one")
  func flag() async throws {
    let (client, backend) = try counting()
    let request = Request.get("/items").model(["a": 1]).updatingCache()
    for n in 1...2 { #expect(try await client.send(request, as: Count.self) == Count(n: n)) }
    #expect(try await client.cache.model(of: request, as: Count.self, within: .zero) == Count(n: 2))
    #expect(try await client.cache.model(of: request, as: Count.self, within: .seconds(60)) == Count(n: 2))
    let parts = try await client.cache.model(endpoint: "/items", model: ["a": 1] as JSONValue, as: Count.self)
    #expect(parts == Count(n: 2) && backend.asked.count == 2)
    #expect(try await client.cache.model(of: .get("/others"), as: Count.self) == nil)
  }

  @Test("C2: a key is method, address and model in any order of its keys, and no header")
  func keys() async throws {
    let (client, _) = try counting()
    _ = try await client.send(.get("/items").model(["a": 1, "b": 2] as JSONValue).updatingCache())
    let same = Request.get("/items").model(["b": 2, "a": 1] as JSONValue).header(.acceptLanguage, "de")
    #expect(try await client.cache.model(of: same, as: Count.self) == Count(n: 1))
    #expect(try await client.cache.model(of: .get("/items").model(["a": 1] as JSONValue), as: Count.self) == nil)
    #expect(try await client.cache.model(method: .post, endpoint: "/items", as: Count.self) == nil)
  }

  @Test("C4: entries are updated, removed and cleared by hand, with an event each")
  func byHand() async throws {
    let (client, _) = try counting()
    let events = client.events.subscribe()
    try await client.cache.update(.get("/a"), with: Count(n: 7))
    #expect(try await client.cache.model(of: .get("/a"), as: Count.self) == Count(n: 7))
    #expect(try await client.cache.remove(.get("/a")))
    try await client.cache.update(.get("/b"), with: Count(n: 8))
    #expect(try await client.cache.clear() == 1)
    let told = events.told().map { event in
      switch event.kind {
      case .updateCache(let change): "kept \(change.endpoint)"
      case .removeCache(let change): "removed \(change.endpoint)"
      default: "other"
      }
    }
    #expect(told == ["kept /a", "removed /a", "kept /b", "removed /b"])
  }

  @Test("C5, C6, C7, C9: a time to live, what ends it early, what does not count, and asking only the cache")
  func lifetime() async throws {
    let (client, backend) = try counting()
    client.configuration.routes = try Routes(json: [
      "list": ["endpoint": "/list", "cache": ["ttl": 3600, "ignoreQuery": ["ts"]]],
      "add": ["endpoint": "/add", "method": "POST", "cache": ["invalidates": ["list"]]],
    ])
    #expect(try await client.cache.freshResponse(to: .route("list")) == nil)
    #expect(try await client.send(.route("list"), as: Count.self) == Count(n: 1))
    #expect(try await client.send(.route("list").query("ts", "5"), as: Count.self) == Count(n: 1))
    #expect(try await client.cache.freshResponse(to: .route("list"))?.decode(Count.self) == Count(n: 1))
    _ = try await client.send(.route("add"))
    #expect(try await client.send(.route("list"), as: Count.self) == Count(n: 3))
    #expect(backend.asked.count == 3)
  }

  @Test("C8: each user has entries of their own, found again when switched back")
  func users() async throws {
    let (client, _) = try counting()
    let request = Request.get("/me").caching(for: .seconds(60))
    for (user, n) in [("ada", 1), ("grace", 2), ("ada", 1)] {
      client.cacheGroup = user
      #expect(try await client.send(request, as: Count.self) == Count(n: n))
    }
  }

  @Test("C10: max-age skips the network by default, and one switch turns that off")
  func validation() async throws {
    let (client, _) = try counting([("Cache-Control", "max-age=60")])
    for _ in 0..<2 { #expect(try await client.send(.get("/"), as: Count.self) == Count(n: 1)) }
    client.configuration.followsCacheHeaders = false
    #expect(try await client.send(.get("/"), as: Count.self) == Count(n: 2))
  }

  @Test("D1, D3, D4: values survive reopening, ciphers change what is stored, and a wrong key destroys nothing")
  func stored() async throws {
    let folder = try Folder()
    let store = Store(at: folder.path("store"), machineKey: folder.path("key"))
    try await store.open()
    let vault = VaultCipher("vault")
    vault.unlock(with: try await store.cipherKeys.open("vault", with: .passphrase("right")))
    let shared = SharedData(storage: store.sharedData)
    shared.register(vault, as: "vault")
    try await shared.bind("token", to: "vault")
    try await shared.set("token", "a value that nobody may see")
    try await shared.set("plain", "for all")
    await store.close()
    let disk = names(in: folder.path("store")).flatMap { (try? readFile("\(folder.path("store"))/\($0)")) ?? [] }
    let kept = String(decoding: disk, as: UTF8.self)
    let (showsKey, showsValue) = (kept.contains("token"), kept.contains("nobody may see"))
    #expect(showsKey && !showsValue)
    try await store.open()
    await #expect(throws: SharedDataError.self) { try await store.cipherKeys.open("vault", with: .passphrase("wrong")) }
    vault.unlock(with: try await store.cipherKeys.open("vault", with: .passphrase("right")))
    #expect(try await shared.get("token") == "a value that nobody may see")
    #expect(try await shared.get("plain") == "for all")
    #expect(try await shared.get("nothing") == nil)
    await #expect(throws: SharedDataError.self) { try await shared.bind("plain", to: "nobody") }
    await store.close()
  }

  @Test("D2: who only observes hears each change of another store once, and removals with their value")
  func observed() async throws {
    let folder = try Folder()
    let stores = (0..<2).map { _ in Store(at: folder.path("store"), machineKey: folder.path("key")) }
    for store in stores { try await store.open() }
    let changes = SharedData(storage: stores[0].sharedData).changes(of: .key("a"))
    let theirs = SharedData(storage: stores[1].sharedData)
    for value in ["1", "1"] { try await theirs.set("a", .text(value)) }
    try await theirs.set("other", "x")
    try await theirs.remove("a")
    var told: [String] = []
    for await change in changes {
      told.append(change.entry.value?.text ?? "removed")
      if told.count == 3 { break }
    }
    #expect(told == ["1", "1", "removed"])
    for store in stores { await store.close() }
  }
}
