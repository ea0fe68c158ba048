import ParleyEngine
import ParleyStore
import Testing

/// The rows C and D of the feature table, each tried as a program of somebody else would.
@Suite("Rows C and D: the cache and shared data, as a consumer sees them", .timeLimit(.minutes(2)))
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
    _ = try await client.send(.get("/unasked"))
    #expect(try await client.cache.model(of: .get("/unasked"), as: Count.self) == nil)
    backend.forget()
    for n in 2...3 { #expect(try await client.send(request, as: Count.self) == Count(n: n)) }
    for age in [nil, .zero, .seconds(60)] as [Duration?] {
      #expect(try await client.cache.model(of: request, as: Count.self, within: age) == Count(n: 3))
      #expect(try await client.cache.response(to: request, within: age)?.decode(Count.self) == Count(n: 3))
    }
    #expect(try await client.cache.model(of: request, as: Count.self, within: .nanoseconds(1)) == nil)
    let parts = try await client.cache.model(
      endpoint: "/items", model: ["a": 1] as JSONValue, as: Count.self, within: .zero)
    #expect(parts == Count(n: 3) && backend.asked.count == 2)
    #expect(try await client.cache.model(endpoint: "/items", as: Count.self) == nil)
    #expect(try await client.cache.model(of: .get("/others"), as: Count.self) == nil)
    client.configuration.followsCacheHeaders = false
    for n in 4...5 { #expect(try await client.send(request, as: Count.self) == Count(n: n)) }
  }

  @Test("C2: a key is method, address and model in any order of its keys, and no header")
  func keys() async throws {
    let (client, _) = try counting()
    _ = try await client.send(.get("/items").model(["a": 1, "b": 2] as JSONValue).updatingCache())
    let same = Request.get("/items").model(["b": 2, "a": 1] as JSONValue).header(.acceptLanguage, "de")
    #expect(try await client.cache.model(of: same, as: Count.self) == Count(n: 1))
    #expect(try await client.cache.model(of: .get("/items").model(["a": 1] as JSONValue), as: Count.self) == nil)
    #expect(try await client.cache.model(method: .post, endpoint: "/items", as: Count.self) == nil)
    let other = Request.get("/others").model(["a": 1, "b": 2] as JSONValue)
    #expect(try await client.cache.model(of: other, as: Count.self) == nil)
    client.configuration.servers = Servers("http://other.test")
    #expect(try await client.cache.model(of: same, as: Count.self) == nil)
  }

  @Test("C2: a body's model is in the key, and so is who asked")
  func identities() async throws {
    let (client, backend) = try counting()
    let post = Request.post("/find").caching(for: .seconds(60))
    for (q, n) in [("a", 1), ("b", 2), ("a", 1)] {
      #expect(try await client.send(post.model(["q": q]), as: Count.self) == Count(n: n))
    }
    let mine = Request.get("/mine").caching(for: .seconds(60))
    for (token, n) in [("ada", 3), ("grace", 4), ("ada", 3)] {
      #expect(try await client.send(mine.authorized(.bearer(token)), as: Count.self) == Count(n: n))
    }
    #expect(backend.asked.count == 4)
  }

  @Test("C4: entries are updated, removed and cleared by hand, with an event each")
  func byHand() async throws {
    let (client, _) = try counting()
    let events = client.events.subscribe()
    try await client.cache.update(.get("/a"), with: Count(n: 7))
    #expect(try await client.cache.model(of: .get("/a"), as: Count.self) == Count(n: 7))
    try await client.cache.update(.get("/b"), with: Count(n: 8))
    #expect(try await client.cache.remove(.get("/a")))
    #expect(try await client.cache.model(of: .get("/b"), as: Count.self) == Count(n: 8))
    #expect(try await client.cache.clear() == 1)
    #expect(try await client.cache.model(of: .get("/b"), as: Count.self) == nil)
    let told = events.told().map { event in
      switch event.kind {
      case .updateCache(let change): "kept \(change.endpoint)"
      case .removeCache(let change): "removed \(change.endpoint)"
      default: "other"
      }
    }
    #expect(told == ["kept /a", "kept /b", "removed /a", "removed /b"])
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

  @Test("C5: no time to live is none, a passed one asks again, and only 2xx is kept")
  func lifetimes() async throws {
    let (client, backend) = try counting()
    for time in [nil, .zero] as [Duration?] {
      for _ in 0..<2 { _ = try await client.send(.get("/a").caching(for: time)) }
    }
    #expect(backend.asked.count == 4)
    #expect(try await client.cache.response(to: .get("/a")) == nil)
    for _ in 0..<2 { _ = try await client.send(.get("/b").caching(for: .nanoseconds(1))) }
    #expect(backend.asked.count == 6)
    let failing = try Backend { _ in .json(["n": 0], status: 500) }
    for _ in 0..<2 { _ = try await client.send(.get(failing.address).caching(for: .seconds(60))) }
    #expect(failing.asked.count == 2)
  }

  @Test("C6: a success removes what it names, whatever the parameters, in the current group alone; a failure nothing")
  func invalidation() async throws {
    let backend = try Backend { asked in asked.path == "/fail" ? .status(500) : .json(["n": 1]) }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    client.configuration.routes = try Routes(json: [
      "list": ["endpoint": "/list", "cache": ["ttl": 3600]], "other": ["endpoint": "/other", "cache": ["ttl": 3600]],
      "add": ["endpoint": "/add", "method": "POST", "cache": ["invalidates": ["list"]]],
      "fail": ["endpoint": "/fail", "method": "POST", "cache": ["invalidates": ["list"]]],
    ])
    let kept: [Request] = [.route("list"), .route("list").query("page", "2"), .route("other")]
    for user in ["ada", "grace"] {
      client.cacheGroup = user
      for request in kept { _ = try await client.send(request) }
    }
    func present() async throws -> [Bool] {
      var present: [Bool] = []
      for request in kept { present.append(try await client.cache.freshResponse(to: request) != nil) }
      return present
    }
    _ = try await client.send(.route("fail").validating(.status(200)))
    #expect(try await present() == [true, true, true])
    _ = try await client.send(.route("add"))
    #expect(try await present() == [false, false, true])
    client.cacheGroup = "ada"
    #expect(try await present() == [true, true, true])
  }

  @Test("C7: by default every parameter counts, and one that is left out does not")
  func parameters() async throws {
    let (client, backend) = try counting()
    let request = Request.get("/a").caching(for: .seconds(60))
    for time in ["1", "2"] { _ = try await client.send(request.query("ts", time)) }
    #expect(backend.asked.count == 2)
    for time in ["3", "4"] { _ = try await client.send(request.query("ts", time).ignoringInCache(query: "ts")) }
    #expect(backend.asked.count == 3)
  }

  @Test("C9: asking only the cache gives nothing of what is not there or has expired, and is no error")
  func onlyCache() async throws {
    let (client, backend) = try counting()
    let short = Request.get("/a").caching(for: .nanoseconds(1))
    #expect(try await client.cache.freshResponse(to: short) == nil)
    _ = try await client.send(short)
    #expect(try await client.cache.freshResponse(to: short) == nil)
    #expect(try await client.cache.response(to: short) != nil)
    _ = try await client.send(.get("/b").caching(for: .seconds(60)))
    #expect(try await client.cache.freshResponse(to: .get("/b"))?.decode(Count.self) == Count(n: 2))
    #expect(backend.asked.count == 2)
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
    _ = try await client.send(.get("/unread"))
    client.configuration.followsCacheHeaders = true
    #expect(try await client.cache.response(to: .get("/unread")) == nil)
  }

  @Test("C10: a tag is sent along; 304 and the same tag with the same body are the kept response, another body is not")
  func tags() async throws {
    let (bodies, tag) = (Lock([1, 1, 2]), "\"v1\"")
    let backend = try Backend { asked in
      let n = bodies.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let n else { return Reply.status(304).with("ETag", tag) }
      return .json(["n": .number(JSONNumber(n))]).with("ETag", tag)
    }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    let events = client.events.subscribe()
    for n in [1, 1, 2, 2] { #expect(try await client.send(.get("/"), as: Count.self) == Count(n: n)) }
    #expect(backend.asked.map { $0["If-None-Match"] } == [nil, tag, tag, tag])
    let skips = events.told().map { if case .loadSkip = $0.kind { true } else { false } }
    #expect(skips.count(where: \.self) == 2)
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
    #expect(try await shared.entry("token")?.cipher == "vault")
    await store.close()
    let disk = names(in: folder.path("store")).flatMap { (try? readFile("\(folder.path("store"))/\($0)")) ?? [] }
    let kept = String(decoding: disk, as: UTF8.self)
    let (showsKey, showsValue) = (kept.contains("token"), kept.contains("nobody may see"))
    #expect(showsKey && !showsValue)
    vault.lock()
    try await store.open()
    let locked = await #expect(throws: SharedDataError.self) {
      try await SharedData(storage: store.sharedData).get("token")
    }
    #expect(locked != nil)
    await #expect(throws: SharedDataError.self) { try await store.cipherKeys.open("vault", with: .passphrase("wrong")) }
    vault.unlock(with: try await store.cipherKeys.open("vault", with: .passphrase("right")))
    #expect(try await shared.get("token") == "a value that nobody may see")
    #expect(try await shared.get("plain") == "for all")
    #expect(try await shared.get("nothing") == nil)
    try await shared.set("bytes", .bytes([0, 255]))
    try await shared.set("json", .json(["a": [1]]))
    #expect(try await shared.get("bytes") == .bytes([0, 255]))
    #expect(try await shared.get("json")?.json == ["a": [1]])
    #expect(try await shared.remove("plain"))
    #expect(try await !shared.remove("plain"))
    #expect(try await shared.removeAll() == 3)
    #expect(try await shared.get("token") == nil)
    try await shared.set("plain", "again")
    await #expect(throws: SharedDataError.self) { try await shared.bind("plain", to: "nobody") }
    await store.close()
  }

  @Test("D1: a key lives in its environment, unless it is declared for the workspace")
  func environments() async throws {
    let shared = SharedData(rules: SharedRules([SharedRule("all.*", scope: .workspace)]))
    shared.environment = "one"
    try await shared.set("own", "1")
    try await shared.set("all.same", "2")
    shared.environment = "two"
    #expect(try await shared.get("own") == nil)
    #expect(try await shared.get("all.same") == "2")
  }

  /// Notes what it is given to write.
  private struct Noting: Cipher {
    let screen: Screen

    func encode(_ plain: [UInt8], of key: SharedKey) -> Ciphertext {
      screen.show("\(key.name) \(String(decoding: plain, as: UTF8.self))")
      return Ciphertext(plain.reversed())
    }

    func decode(_ kept: Ciphertext, of key: SharedKey) -> [UInt8] { kept.bytes.reversed() }
  }

  @Test("D3: gzip is ready, what a cipher wrote is what it reads, and binding anew writes anew what is there")
  func ciphers() async throws {
    let (shared, screen) = (SharedData(), Screen())
    try await shared.set("a", "value")
    #expect(try await shared.entry("a")?.cipher == nil)
    shared.register(Noting(screen: screen), as: "noting")
    try await shared.bind("a", to: "noting")
    #expect(screen.lines.count == 1 && screen.lines.first?.contains("value") == true)
    #expect(try await shared.entry("a")?.cipher == "noting")
    #expect(try await shared.get("a") == "value")
    try await shared.bind("a", to: "gzip")
    #expect(try await shared.entry("a")?.cipher == "gzip")
    #expect(try await shared.get("a") == "value")
    let (key, plain) = (shared.key("a"), Array(repeating: UInt8(7), count: 1000))
    let packed = try GzipCipher().encode(plain, of: key)
    #expect(packed.bytes.count < 100)
    #expect(try GzipCipher().decode(packed, of: key) == plain)
  }

  @Test("D2: who only observes hears each change of another store once, and removals with their value")
  func observed() async throws {
    let folder = try Folder()
    let stores = (0..<2).map { _ in Store(at: folder.path("store"), machineKey: folder.path("key")) }
    for store in stores { try await store.open() }
    let changes = SharedData(storage: stores[0].sharedData).changes(of: .key("a"))
    let theirs = SharedData(storage: stores[1].sharedData)
    let bus = Client().events
    let events = bus.subscribe()
    let telling = SharedData(storage: stores[0].sharedData, events: bus)
    for value in ["1", "1"] { try await theirs.set("a", .text(value)) }
    try await theirs.set("other", "x")
    try await theirs.remove("a")
    var told: [String] = []
    for await change in changes {
      if case .value(let removed)? = change.removed {
        told.append("removed \(removed.text ?? "–")")
      } else {
        told.append(change.entry.value?.text ?? "–")
      }
      if told.count == 3 { break }
    }
    #expect(told == ["1", "1", "removed 1"])
    var heard: [String] = []
    for await case .event(let event) in events {
      switch event.kind {
      case .updateSharedData(let change): heard.append("\(change.key.name) \(change.value?.text ?? "–")")
      case .removeSharedData(let change): heard.append("\(change.key.name) gone \(change.value?.text ?? "–")")
      default: continue
      }
      if heard.count == 4 { break }
    }
    #expect(heard == ["a 1", "a 1", "other x", "a gone 1"])
    _ = telling
    for store in stores { await store.close() }
  }
}
