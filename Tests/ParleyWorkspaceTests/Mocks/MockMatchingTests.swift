import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Mocks match a server, an endpoint and a method", .timeLimit(.minutes(2))) struct MockMatchingTests {
  private struct Item: Codable, Sendable, Equatable {
    var id: Int
  }

  private func client(
    _ mocks: Mock..., servers: Servers = Servers(["a": "http://a.test/v1", "b": "http://b.test"], default: "a")
  ) -> Client {
    var configuration = ClientConfiguration(servers: servers)
    configuration.mocks = Mocks(mocks, isOn: true)
    return Client(configuration)
  }

  @Test("Whatever the model; the handler is given headers, model and what stands in the path")
  func given() async throws {
    let client = client(
      Mock(.post, "/cart/:id/pay") { request in
        let model = request.model as? Item
        return .json([
          "id": .string(request.pathValues["id"] ?? ""), "n": .number(JSONNumber(model?.id ?? 0)),
          "h": .string(request.headers[.accept] ?? ""),
        ])
      })
    var request = Request.post("/cart/a%20b/pay")
    request.model = Item(id: 7)
    request.headers[.accept] = "x/y"
    #expect(try await client.send(request).json() == ["id": "a b", "n": 7, "h": "x/y"])
  }

  @Test("Another method, server or path is not its own")
  func others() async throws {
    let client = client(
      Mock(.get, "/item") { _ in .data([1]) }, Mock(.post, "/item") { _ in .data([2]) },
      Mock(.get, "/item", server: "b") { _ in .data([3]) }, Mock { _ in .reply(MockReply(.gone)) })
    #expect(try await client.send(.get("/item")).bytes() == [1])
    #expect(try await client.send(.post("/item")).bytes() == [2])
    #expect(try await client.send(.get("/item", server: "b")).bytes() == [3])
    #expect(try await client.send(.get("/items")).status == .gone)
  }

  @Test("Its server may be named by its address as well as by its key")
  func address() async throws {
    let client = client(
      Mock(.get, "/item", server: "http://B.test/") { _ in .data([1]) },
      Mock(.get, "/item", server: "a.test/v1") { _ in .data([2]) },
      Mock(.get, "/other", server: "http://c.test") { _ in .data([3]) }, Mock { _ in .reply(MockReply(.gone)) })
    #expect(try await client.send(.get("/item", server: "b")).bytes() == [1])
    #expect(try await client.send(.get("/item", server: "a")).bytes() == [2])
    #expect(try await client.send(.get("http://c.test/other")).bytes() == [3])
    #expect(try await client.send(.get("http://c.test.example/other")).status == .gone)
    #expect(try await client.send(.get("/other", server: "a")).status == .gone)
  }

  @Test("It may be named by the endpoint of a route, with its places")
  func route() async throws {
    let client = client(Mock(.get, "/hello/$0") { _ in .data([1]) })
    var request = Request.get("/hello/$0")
    request.pathDefaults = ["$0": "x"]
    #expect(try await client.send(request).bytes() == [1])
  }

  @Test("Its response goes to the file that the request names; a refusal leaves that alone")
  func download() async throws {
    let folder = try TemporaryDirectory()
    let client = client(
      Mock(.get, "/film") { _ in .data(Array("a film".utf8)) }, Mock(.get, "/gone") { _ in MockReply(.gone) })
    let answer = try await client.send(.get("/film").downloading(to: folder.path("film")))
    #expect(answer.download?.path == folder.path("film"))
    #expect(try folder.read("film") == Array("a film".utf8))
    let temporary = try await client.send(.get("/film").downloadingToTemporaryFile())
    #expect(try temporary.text() == "a film" && temporary.download != nil)
    let refused = try await client.send(.get("/gone").downloading(to: folder.path("film")))
    #expect(refused.download == nil && refused.status == .gone)
    #expect(try folder.read("film") == Array("a film".utf8))
    let unwritable = await #expect(throws: RequestError.self) {
      try await client.send(.get("/film").downloading(to: folder.path("no/such/folder/film")))
    }
    #expect(unwritable?.code == "network.bodyStorage")
  }

  @Test("Status, headers and body; read by the codec, told as events")
  func whole() async throws {
    let client = client(
      Mock(.get, "/item") { _ in
        MockReply(
          .init(code: 201), headers: [.contentType: "application/json", .eTag: "1"],
          body: InMemoryBytes(Array(#"{"id":4}"#.utf8)))
      })
    let events = client.events.subscribe()
    let response = try await client.send(.get("/item"))
    #expect(response.status == .created)
    #expect(response.headers[.eTag] == "1")
    #expect(try response.decode(Item.self) == Item(id: 4))
    var kinds: [String] = []
    for await case .event(let event) in events {
      if case .sent = event.kind { kinds.append("sent") }
      guard case .loadRemote(_, let answer) = event.kind else { continue }
      kinds.append("answer \(answer.status)")
      break
    }
    #expect(kinds == ["sent", "answer 201"])
  }

  @Test("Nothing is a 404, and a failure whatever the status may be")
  func nothing() async throws {
    let client = client(Mock(.get, "/item") { _ in nil })
    let response = try await client.send(.get("/item"))
    #expect(response.status == .notFound)
    #expect(!response.isAccepted)
    #expect(response.validationFailure?.expectation == "a reply of the mock")
  }

  @Test("Validators look at it, and it is tried again like any other")
  func retried() async throws {
    let asked = Lock(0)
    let client = client(
      Mock(.get, "/item") { _ in
        let count = asked.withLock { asked in
          asked += 1
          return asked
        }
        return MockReply(count < 3 ? .serviceUnavailable : .ok)
      })
    let request = Request.get("/item").validating(.status(200)).retrying(.attempts(5))
    #expect(try await client.send(request).status == .ok)
    #expect(asked.withLock { $0 } == 3)
  }

  @Test("It may fail as a network does")
  func failing() async throws {
    let client = client(
      Mock(.get, "/item") { _ in .failure(TransportError(.reset, "The mock closed the connection.")) })
    await #expect(throws: RequestError.self) { try await client.send(.get("/item")) }
  }

  @Test("The same request in flight is answered once for all")
  func joined() async throws {
    let asked = Lock(0)
    let gate = Gate()
    let client = client(
      Mock(.get, "/item") { _ in
        asked.withLock { $0 += 1 }
        try? gate.wait()
        return .data([1])
      })
    let events = client.events.subscribe()
    let calls = (0..<3).map { _ in client.prepare(.get("/item")) }
    for call in calls { call.start() }
    var duplicates = 0
    for await case .event(let event) in events {
      if case .duplicate = event.kind { duplicates += 1 }
      if duplicates == 2 { break }
    }
    gate.open()
    for call in calls { #expect(try await call.response().bytes() == [1]) }
    #expect(asked.withLock { $0 } == 1)
  }
}
