import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Several independent clients", .timeLimit(.minutes(2)))
struct IndependentClientTests {
  @Test("Clients in one process share neither servers, headers nor events")
  func independent() async throws {
    let (first, second) = (RecordingTransport(), RecordingTransport())
    let one = Client(.init(servers: Servers("http://one")), transport: first)
    let two = Client(.init(servers: Servers("http://two")), transport: second)
    one.setDefaultHeader(.acceptLanguage, "en")
    two.setDefaultHeader(.userAgent, "two")
    let events = two.events.subscribe()
    _ = try await one.send(.get("/x"))
    #expect(events.takeAvailable().isEmpty)
    _ = try await two.send(.get("/x"))
    #expect(first.requests.map(\.url) == ["http://one/x"])
    #expect(second.requests.map(\.url) == ["http://two/x"])
    #expect(second.requests.first?.headers[.acceptLanguage] == nil)
    #expect(!events.takeAvailable().isEmpty)
  }

  @Test("What one keeps, the other has to ask for")
  func ownCache() async throws {
    let transports = (RecordingTransport(body: "1"), RecordingTransport(body: "2"))
    let (one, two) = (Client(transport: transports.0), Client(transport: transports.1))
    let request = Request.get("http://h/x").caching(for: .seconds(60))
    for (client, text) in [(one, "1"), (two, "2"), (one, "1"), (two, "2")] {
      #expect(try await client.send(request).text() == text)
    }
    #expect(transports.0.requests.count == 1 && transports.1.requests.count == 1)
  }

  @Test("Each has its own pool, cookies, hooks, handlers and duplicates")
  func ownEverything() async throws {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let status = request.target == "/in" ? "401 Unauthorized" : "200 OK"
        try connection.send(
          .text(request.value(of: "Cookie") ?? "none", status: status, headers: ["Set-Cookie: a=1"]))
      }
    }
    let (one, two) = (Client(), Client())
    let told = Lock<[String]>([])
    one.poolSize = 1
    one.configuration.onUnauthorized = { _ in told.withLock { $0.append("unauthorized") } }
    one.configuration.willSend = { _, _ in told.withLock { $0.append("will send") } }
    one.configuration.duplicates = Duplicates(.keepFirst)
    _ = try await one.send(.get(server.url + "/in"))
    #expect(told.withLock { $0 } == ["will send", "unauthorized"])
    #expect(try await two.send(.get(server.url + "/in")).text() == "none")
    #expect(told.withLock { $0.count } == 2)
    #expect(two.poolSize == 0)
    #expect(try await one.send(.get(server.url)).text() == "a=1")
  }
}
