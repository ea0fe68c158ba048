import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("An answer that was asked for before a change, and comes after it")
struct CacheUpheavalTests {
  /// A server on which `GET /items` waits for the gate at its first time, and a client whose `PUT /add` removes the list.
  private func routed(_ gate: Gate) throws -> CacheUnderTest {
    let isFirst = Lock(true)
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let waits =
          request.target == "/items"
          && isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
          }
        guard waits else {
          try connection.send(.text("new"))
          continue
        }
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
        try gate.wait()
        try connection.send("old")
      }
    }
    let test = CacheUnderTest(server)
    var (list, add) = (Route("list", endpoint: "/items"), Route("add", endpoint: "/add", method: .put))
    list.cache = CachePolicy(timeToLive: .seconds(60))
    add.cache = CachePolicy(invalidates: ["list"])
    test.client.configuration.routes = [list, add]
    return test
  }

  @Test("is given to who asked, and not kept")
  func race() async throws {
    let gate = Gate()
    let test = try routed(gate)
    async let early = test.text(.route("list"))
    _ = try await test.server.requests(atLeast: 1)
    _ = try await test.client.send(.route("add"))
    gate.open()
    #expect(try await early == "old")
    #expect(try await test.client.cache.list().count == 0)
    #expect(try await test.text(.route("list")) == "new")
    #expect(try await test.client.cache.list().count == 1)
  }

  @Test("is not kept by who asked later and was joined to it either")
  func joined() async throws {
    let gate = Gate()
    let test = try routed(gate)
    async let early = test.text(.route("list"))
    _ = try await test.server.requests(atLeast: 1)
    _ = try await test.client.send(.route("add"))
    let late = test.client.prepare(.route("list"))
    late.start()
    // The head of the answer that it shares.
    while late.arriving == nil { await Task.yield() }
    gate.open()
    #expect(try await [early, late.response().text()] == ["old", "old"])
    #expect(try await test.client.cache.list().count == 0)
  }

  @Test("is kept where the change concerned something else")
  func unconcerned() async throws {
    let gate = Gate()
    let test = try routed(gate)
    async let early = test.text(.route("list"))
    _ = try await test.server.requests(atLeast: 1)
    _ = try await test.client.send(Request.put("/other").invalidating("others"))
    gate.open()
    #expect(try await early == "old")
    #expect(try await test.client.cache.list().count == 1)
  }
}
