import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The key of an entry", .timeLimit(.minutes(2)))
struct CacheKeyTests {
  private struct Wish: Codable, Sendable {
    var name: String
    var size: Int
  }

  private static let minute = Duration.seconds(60)

  private func isSame(_ first: Request, _ second: Request, by client: Client? = nil) async throws -> Bool {
    let test = try CacheUnderTest.counting()
    let one = try await test.text(first.caching(for: Self.minute))
    return try await test.text(second.caching(for: Self.minute)) == one
  }

  @Test("Method, path, path values, query and model tell requests apart")
  func apart() async throws {
    let post = Request.post("/items").model(["a": 1])
    #expect(try await isSame(.items, .items))
    #expect(try await !isSame(.items, .head("/items")))
    #expect(try await !isSame(.items, .get("/items/")))
    #expect(try await !isSame(.get("/items/:id").path("id", 1), .get("/items/:id").path("id", 2)))
    #expect(try await !isSame(.items.query("page", "1"), .items.query("page", "2")))
    #expect(try await !isSame(post, post.model(["a": 2])))
    #expect(try await !isSame(post, post.model(nil)))
  }

  @Test("A model is the same in any order of its keys, at any depth")
  func order() async throws {
    let first: JSONValue = ["a": ["x": 1, "y": [2, ["p": 3, "q": 4]]], "b": true]
    let second: JSONValue = ["b": true, "a": ["y": [2, ["q": 4, "p": 3]], "x": 1]]
    #expect(try await isSame(.post("/items").model(first), .post("/items").model(second)))
    #expect(try await isSame(.get("/items").model(first), .get("/items").model(second)))
    #expect(try await isSame(.post("/items").body(.json(first)), .post("/items").body(.json(second))))
    #expect(
      try await isSame(
        .post("/items").model(Wish(name: "pen", size: 3)), .post("/items").model(["size": 3, "name": "pen"])))
  }

  @Test("The order inside of a list counts")
  func lists() async throws {
    #expect(try await !isSame(.post("/items").model([1, 2]), .post("/items").model([2, 1])))
  }

  @Test("Headers, codec and wanted type are not in it")
  func without() async throws {
    let other = try Request.items.header("X-Trace", "2").reading(with: TextCodec()).expecting(String.self)
    #expect(try await isSame(.items.header("X-Trace", "1"), other))
    let model = Request.post("/items").model(["a": 1])
    #expect(try await isSame(model, model.reading(with: FormCodec())))
  }

  @Test("A server is its origin: two keys of one address share, two addresses do not")
  func origins() async throws {
    let test = try CacheUnderTest.counting()
    let other = try CacheUnderTest.counting()
    var servers = test.client.configuration.servers
    servers["same"] = Server(test.server.url.replacing("http", with: "HTTP") + "/")
    servers["other"] = Server(other.server.url)
    test.client.configuration.servers = servers
    let request = Request.items.caching(for: Self.minute)
    _ = try await test.client.send(request)
    #expect(try await test.text(request.on(server: "same")) == #"{"n":1}"#)
    #expect(test.sent == 1)
    _ = try await test.client.send(request.on(server: "other"))
    #expect(other.sent == 1)
  }

  @Test("Two environments share no entry, even of one address")
  func environments() async throws {
    var (first, second) = (Request.items, Request.items)
    (first.environment, second.environment) = ("local", "staging")
    #expect(try await !isSame(first, second))
  }

  @Test("A body that is read while it is sent has no key, and is sent each time")
  func streams() async throws {
    let test = try CacheUnderTest.counting()
    let folder = try TemporaryDirectory()
    let file = try folder.write("hello", to: "body")
    let request = Request.post("/items").body(.file(file)).caching(for: Self.minute)
    _ = try await test.client.send(request)
    _ = try await test.client.send(request)
    #expect(test.sent == 2)
    #expect(try await test.client.cache.decision(for: request).code == "request.streamed")
  }
}
