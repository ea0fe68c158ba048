import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Requests are fluent, immutable values", .timeLimit(.minutes(2)))
struct RequestValueTests {
  @Test("Changing a request leaves the one it was made from as it was")
  func immutable() {
    let list = Request.get("/items").query("page", "1")
    let second = list.settingQuery("page", "2").named("second")
    #expect(list.query.items == [.init("page", "1")])
    #expect(list.name == nil)
    #expect(second.query.items == [.init("page", "2")])
  }

  @Test("Preparing a request sends nothing; the first response sends it once")
  func preparingSendsNothing() async throws {
    let transport = RecordingTransport()
    let call = Client(transport: transport).prepare(.get("http://h/a"))
    #expect(transport.requests.isEmpty)
    _ = try await call.response()
    _ = try await call.response()
    #expect(transport.requests.count == 1)
  }

  static let verbs: [(Request, String)] = [
    (.get("/"), "GET"), (.post("/"), "POST"), (.put("/"), "PUT"), (.patch("/"), "PATCH"), (.delete("/"), "DELETE"),
    (.head("/"), "HEAD"), (.options("/"), "OPTIONS"), (.trace("/"), "TRACE"), (.connect("/"), "CONNECT"),
  ]

  @Test("Every verb has its own start", arguments: verbs)
  func everyVerb(_ request: Request, _ verb: String) {
    #expect(request.method?.rawValue == verb)
  }

  @Test("None leaves the method to the transport: GET, or POST where there is a body")
  func none() async throws {
    let transport = RecordingTransport()
    let client = Client(transport: transport)
    _ = try await client.send(.none("http://h/a"))
    _ = try await client.send(.none("http://h/a").body(.text("x")))
    #expect(transport.requests.map(\.method) == [nil, nil])
  }

  @Test("A method of your own is any token, and nothing else")
  func custom() throws {
    #expect(try Request.custom("PURGE", "/").method?.rawValue == "PURGE")
    #expect(throws: InvalidRequest.method("NOT ONE")) { try Request.custom("NOT ONE", "/") }
  }

  @Test("A header name or value that HTTP does not allow is refused when it is set")
  func headers() throws {
    #expect(throws: InvalidRequest.headerName("X Y")) { try Request.get("/").header("X Y", "1") }
    #expect(throws: InvalidRequest.headerValue("X")) { try Request.get("/").header("X", "a\r\nEvil: 1") }
  }
}
