import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("API families", .timeLimit(.minutes(2)))
struct APIFamilyTests {
  struct Book: Codable, Hashable, Sendable {
    var title: String
  }

  /// The error model of another API.
  struct LibraryFailure: Decodable, Sendable {
    var reason: String
  }

  private static func body(for path: String) -> (status: Int, text: String) {
    switch path {
    case "/shop/me": (200, #"{"code":200,"status":"success","result":"ada"}"#)
    case "/shop/bad": (422, #"{"code":422,"status":"error","message":"no"}"#)
    case "/library/books": (200, #"[{"title":"Dune"}]"#)
    default: (404, #"{"reason":"lost"}"#)
    }
  }

  /// One client, of which two APIs know nothing of each other.
  private func client() throws -> (Client, RawServer) {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let (status, text) = Self.body(for: request.target)
        try connection.send(.text(text, status: "\(status) X"))
      }
    }
    return (Client(.init(servers: Servers(Server(server.url)))), server)
  }

  @Test("Several families share a client, each with its envelope and its error model")
  func several() async throws {
    let (client, server) = try client()
    defer { server.stop() }
    let shop = Family(StandardEnvelope.self, failure: StandardFailure.self, through: client)
    let library = Family(BareEnvelope.self, failure: LibraryFailure.self, through: client)
    #expect(try await shop.prepare(.get("/shop/me"), as: String.self).response().payload == "ada")
    #expect(
      try await library.prepare(.get("/library/books"), as: [Book].self).response().payload == [Book(title: "Dune")])
    let refused = await #expect(throws: APIError<StandardFailure>.self) {
      try await shop.prepare(.get("/shop/bad"), as: String.self).response()
    }
    #expect(refused?.failure?.message == "no")
    let lost = await #expect(throws: APIError<LibraryFailure>.self) {
      try await library.prepare(.get("/library/none"), as: [Book].self).response()
    }
    #expect(lost?.failure?.reason == "lost")
  }

  @Test("The operations of a family are typed where they are prepared")
  func typed() async throws {
    struct Shop {
      let family: StandardFamily
      func me() -> StandardOperation<String> { family.prepare(.get("/shop/me")) }
    }
    let (client, server) = try client()
    defer { server.stop() }
    let me = try await Shop(family: StandardFamily(through: client)).me().response()
    #expect(me.payload == "ada" && me.code == 200)
  }

  @Test("Preparing sends nothing until the operation is run")
  func prepared() throws {
    let transport = RecordingTransport()
    _ = StandardFamily(through: Client(transport: transport)).prepare(.get("http://h"), as: Int.self)
    #expect(transport.requests.isEmpty)
  }

  @Test("Each family's handlers hear of its own operations only, and the complete handler has the payload")
  func handlers() async throws {
    let (client, server) = try client()
    defer { server.stop() }
    let told = Lock<[String]>([])
    let note = { @Sendable (text: String) in told.withLock { $0.append(text) } }
    let shop = StandardFamily(through: client, handlersOn: .immediate)
    shop.onState { note("shop \($0)") }
    let library = Family(BareEnvelope.self, failure: LibraryFailure.self, through: client, handlersOn: .immediate)
    library.onState { note("library \($0)") }
    library.onError { note("library \($0.failure?.reason ?? "")") }
    await withCheckedContinuation { done in
      shop.prepare(.get("/shop/me"), as: String.self)
        .onComplete { note($0.payload ?? "") }
        .onEnd { done.resume() }
        .run()
    }
    _ = try? await library.prepare(.get("/library/none"), as: Int.self).response()
    #expect(
      told.withLock { $0 } == [
        "shop started", "ada", "shop ended", "library started", "library lost", "library ended",
      ])
  }

  @Test("A request that is cancelled ends with an error, and is told once")
  func cancelled() async {
    let told = Lock<[String]>([])
    let family = StandardFamily(through: Client(transport: RecordingTransport(answering: nil)), handlersOn: .immediate)
    family.onError { error in told.withLock { $0.append(error.code) } }
    let operation = family.prepare(.get("http://h"), as: Int.self)
    operation.run()
    operation.call.cancel()
    await #expect(throws: APIError<StandardFailure>.self) { try await operation.response() }
    #expect(told.withLock { $0 } == ["request.cancelled"])
  }
}
