import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("What is kept of an environment goes along when it is renamed", .timeLimit(.minutes(2)))
struct EnvironmentMoveTests {
  private let folder = TemporaryFolder()

  private func move(_ vault: VaultUnderTest, _ old: String, _ new: String) async throws -> EnvironmentMove {
    let shared = vault.shared
    return try await vault.store.move(old, to: new) { record, key throws(SharedDataError) in
      try shared.content(of: record, movedTo: key)
    }
  }

  private func value(_ key: String, in environment: String, _ vault: VaultUnderTest) async throws -> SharedValue? {
    vault.shared.forgetReadings()
    vault.shared.environment = environment
    return try await vault.shared.get(key)
  }

  @Test("shared keys keep their values and histories, sealed ones too, and nothing stays behind")
  func sharedKeys() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("horse"))
    try await vault.shared.set("token", "one")
    try await vault.shared.set("token", "two")
    try await vault.shared.set("page", "7")
    #expect(try await move(vault, "local", "home") == .done)
    #expect(try await value("token", in: "home", vault) == "two")
    #expect(try await value("page", in: "home", vault) == "7")
    #expect(try await vault.shared.undo("token", writer: "me").value == "one")
    #expect(try await value("token", in: "local", vault) == nil)
    await vault.close()
  }

  @Test("what is sealed by a locked cipher refuses, and nothing has moved")
  func locked() async throws {
    var vault = try await VaultUnderTest(in: folder, .passphrase("horse"))
    try await vault.shared.set("page", "7")
    try await vault.shared.set("token", "one")
    vault.store.cookies.storage(for: "local").set(Cookie("a", "1", domain: "shop.test"))
    await vault.close()
    vault = try await VaultUnderTest(in: folder, nil)
    try await vault.store.cookies.load()
    #expect(await refusal { _ = try await move(vault, "local", "home") } == .locked)
    #expect(try await value("page", in: "local", vault) == "7")
    #expect(vault.store.cookies.storage(for: "local").cookies.count == 1)
    await vault.close()
  }

  @Test("a name with keys or cookies of its own is refused, and says how many it has")
  func taken() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("horse"))
    try await vault.shared.set("page", "7")
    vault.shared.environment = "home"
    try await vault.shared.set("page", "8")
    vault.store.cookies.storage(for: "home").set(Cookie("a", "1", domain: "shop.test"))
    #expect(try await move(vault, "local", "home") == .taken(keys: 1, cookies: 1))
    #expect(try await value("page", in: "home", vault) == "8")
    #expect(try await value("page", in: "local", vault) == "7")
    await vault.close()
  }

  @Test("cookies go along, in memory and on disk, and so do those that a server sets meanwhile")
  func cookies() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("horse"))
    try await vault.store.cookies.load()
    vault.store.cookies.storage(for: "local").receive(["sid=abc; Path=/"], from: "http://shop.test/")
    #expect(try await move(vault, "local", "home") == .done)
    #expect(vault.store.cookies.storage(for: "home").header(for: "http://shop.test/") == "sid=abc")
    #expect(vault.store.cookies.storage(for: "local").cookies.isEmpty)
    await vault.store.close()
    try await vault.store.open()
    try await vault.store.cookies.load()
    #expect(vault.store.cookies.storage(for: "home").header(for: "http://shop.test/") == "sid=abc")
    #expect(vault.store.cookies.storage(for: "local").cookies.isEmpty)
    await vault.close()
  }

  @Test("a request finds its last response, and cached ones are used, plain and sealed")
  func log() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("horse"))
    var exchange = Exchange.answered("items")
    exchange.environment = "local"
    try await vault.store.keep(exchange)
    let transport = RecordingTransport(status: 200, body: #"{"n":1}"#, contentType: "application/json")
    let client = Client(.init(servers: Servers("http://shop.test")), transport: transport, cache: vault.store.cache)
    let request = Request.get("/items").caching(for: .seconds(600)).named("items")
    client.events.secrets.learn(Secrets(["hunter2hunter2"]))
    let secret = Request.get("/items?key=hunter2hunter2").caching(for: .seconds(600))
    let authorized = request.authorized(.bearer("token-of-ada"))
    let all = [request, secret, authorized].map { $0.sent(in: "local") }
    for one in all { _ = try await client.send(one) }
    let sent = transport.requests.count
    #expect(try await move(vault, "local", "home") == .done)
    #expect(try await vault.store.history.lastResponse(named: "items", in: "home") != nil)
    #expect(try await vault.store.history.lastResponse(named: "items", in: "local") == nil)
    for one in [request, secret, authorized].map({ $0.sent(in: "home") }) {
      #expect(try await client.send(one).text() == #"{"n":1}"#)
    }
    #expect(transport.requests.count == sent)
    await vault.close()
  }
}

extension Request {
  fileprivate func sent(in environment: String) -> Request {
    var copy = self
    copy.environment = environment
    return copy
  }
}
