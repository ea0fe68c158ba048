import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Path components", .timeLimit(.minutes(2)))
struct PathComponentTests {
  private func sent(
    _ request: Request, replacing components: [String: [String: String]] = [:]
  ) async throws -> TransportRequest? {
    let transport = RecordingTransport()
    var configuration = ClientConfiguration(servers: Servers("http://h"))
    configuration.replaceComponents = components
    _ = try await Client(configuration, transport: transport).send(request)
    return transport.requests.first
  }

  private func path(_ request: Request) async throws -> String? {
    try await sent(request)?.url.replacing("http://h", with: "")
  }

  static let variables: [(request: Request, path: String)] = [
    (.get("/things/:thingId").path("thingId", 42), "/things/42"),
    (.get("things/:thingId/parts/:part").path(["thingId": "a b", "part": true]), "/things/a%20b/parts/true"),
    (.get("/:id").path("id", "a/b?c#d"), "/a%2Fb%3Fc%23d"),
    (.get("/:id.json").path("id", 7), "/7.json"),
    (.get("/v1/:name:cancel").path("name", "op"), "/v1/op:cancel"),
    (.get("/:id?next=/:id").path("id", 1), "/1?next=/:id"),
    (.get("http://h:80/:id").path("id", 1), ":80/1"),
    (.get("/at/12:30/:8080/x:y"), "/at/12:30/:8080/x:y"),
    (.get("/ids/:id").path("id", 1), "/ids/1"),
  ]

  @Test("A variable takes its value, encoded as one segment", arguments: variables)
  func variable(_ row: (request: Request, path: String)) async throws {
    #expect(try await path(row.request) == row.path)
  }

  private struct Thing: Encodable {
    var thingId = 42
    var name = "pen"
  }

  @Test("Values come from a dictionary or any Encodable")
  func sources() async throws {
    let dictionary = ["thingId": 7]
    #expect(try await path(.get("/:thingId").path(dictionary)) == "/7")
    #expect(try await path(.get("/:thingId/:name").path(from: Thing())) == "/42/pen")
  }

  static let withoutValue: [Request] = [
    .delete("/things/:thingId"), .delete("/things/:thingId").path("thingId", nil),
    .delete("/things/:thingId").path("thingId", ""), .delete("/things/:thingId").path("thingID", 42),
  ]

  @Test("A variable without value is an error that names it, and nothing is sent", arguments: withoutValue)
  func missing(_ request: Request) async {
    let error = await #expect(throws: RequestError.self) { try await sent(request) }
    #expect(error?.code == "request.pathVariable")
    #expect(error?.summary == "“:thingId” in “/things/:thingId” has no value.")
  }

  static let notSegments: [any ParameterValue] = ["..", ".", ["a", "b"], ["a": 1]]

  @Test("A value that is no segment is refused", arguments: notSegments.indices)
  func notSegment(_ index: Int) async {
    let error = await #expect(throws: RequestError.self) {
      try await sent(.get("/things/:id/x").path("id", Self.notSegments[index]))
    }
    #expect(error?.code == "request.pathValue")
  }

  static let hello = "/api/hello/$0/$1"
  static let replaced: [(values: [String: String], path: String)] = [
    (["$0": "gandalf", "$1": "you shall pass"], "/api/hello/gandalf/you%20shall%20pass"),
    (["$0": "gandalf", "$1": ""], "/api/hello/gandalf"),
    (["$0": "gandalf"], "/api/hello/gandalf"),
    (["$1": "hi"], "/api/hello/hi"),
    ([:], "/api/hello"),
  ]

  @Test("An empty value or default removes the segment with its slash", arguments: replaced)
  func replacing(_ row: (values: [String: String], path: String)) async throws {
    let components = [Self.hello: ["$0": "", "$1": ""]]
    #expect(try await sent(.get(Self.hello).path(row.values), replacing: components)?.url == "http://h\(row.path)")
  }

  @Test("A missing value takes the default of its endpoint, the request's own before the client's")
  func defaults() async throws {
    let components = ["/hi/NAME": ["NAME": "all"]]
    #expect(try await sent(.get("/hi/NAME"), replacing: components)?.url == "http://h/hi/all")
    let own = Request.get("/hi/NAME").replacing(["NAME": "none"])
    #expect(try await sent(own, replacing: components)?.url == "http://h/hi/none")
    #expect(try await sent(.get("/bye/NAME"), replacing: components)?.url == "http://h/bye/NAME")
  }

  @Test("Of two words that begin alike the longer one counts, and a value is not replaced again")
  func longestFirst() async throws {
    let request = Request.get("/$1/$10").replacing(["$1": "one", "$10": "ten"])
    #expect(try await path(request) == "/one/ten")
    #expect(try await path(request.path("$1", "$10")) == "/%2410/ten")
  }

  @Test("Values come from the model too, and what went into the path is not sent again")
  func model() async throws {
    let request = Request.post("/api/hello/$0").replacing(["$0": ""])
    let partly = try await sent(request.model(["$0": "gandalf", "n": 1]))
    #expect(partly?.url == "http://h/api/hello/gandalf")
    #expect(partly?.body == Array(#"{"n":1}"#.utf8))
    let wholly = try await sent(request.model(["$0": "gandalf"]))
    #expect(wholly?.url == "http://h/api/hello/gandalf")
    #expect(wholly?.body == nil)
    #expect(try await path(.get("/things/:thingId").model(["thingId": 1, "page": 2])) == "/things/1?page=2")
  }

  @Test("A value given for the path leaves the model as it is")
  func ownValueFirst() async throws {
    let request = Request.post("/things/:id").path("id", 1).model(["id": 2])
    #expect(try await sent(request)?.url == "http://h/things/1")
    #expect(try await sent(request)?.body == Array(#"{"id":2}"#.utf8))
  }

  @Test("A template fills without a client, and knows its names")
  func template() throws {
    let hello = PathTemplate("/api/:version/$0", defaults: ["$0": ""])
    #expect(hello.names == ["version", "$0"])
    #expect(try hello.filled(with: ["version": 2]) == "/api/2")
  }
}
