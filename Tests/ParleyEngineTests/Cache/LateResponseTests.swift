import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("A response that was requested before a change and arrives after it", .timeLimit(.minutes(2)))
struct LateResponseTests {
  private let transport = HeldTransport()
  private let client: Client

  /// A client whose `PUT /add` removes what is kept of the list.
  init() {
    var (list, add) = (Route("list", endpoint: "/items"), Route("add", endpoint: "/add", method: .put))
    list.cache = CachePolicy(timeToLive: .seconds(60))
    add.cache = CachePolicy(invalidates: ["list"])
    client = Client(ClientConfiguration(servers: Servers("http://h"), routes: [list, add]), transport: transport)
  }

  /// Going to the server.
  private func started(_ request: Request, _ path: String = "/items") async -> Call {
    let call = client.prepare(request)
    call.start()
    await eventually { transport.paths.contains(path) }
    return call
  }

  private func change(_ request: Request, _ path: String) async throws {
    let call = await started(request, path)
    transport.finish(path)
    _ = try await call.response()
  }

  private func answer(_ text: String) {
    transport.finish("/items", .success(TransportResponse(toyBody: text)))
  }

  private var kept: Int {
    get async throws { try await client.cache.list().count }
  }

  @Test("is given to who asked, and not kept")
  func race() async throws {
    let early = await started(.route("list"))
    try await change(.route("add"), "/add")
    answer("old")
    #expect(try await early.response().text() == "old")
    #expect(try await kept == 0)
    let late = await started(.route("list"))
    answer("new")
    #expect(try await late.response().text() == "new")
    #expect(try await kept == 1)
  }

  @Test("is not kept by who asked later and was joined to it either")
  func joined() async throws {
    let early = await started(.route("list"))
    let head = ResponseHead(url: "http://h/items", status: .ok)
    transport.tell("/items", .head(head, body: InMemoryBytes("")))
    try await change(.route("add"), "/add")
    let late = client.prepare(.route("list"))
    late.start()
    // The head of the response that it shares.
    await eventually { late.arriving != nil }
    answer("old")
    #expect(try await [early.response().text(), late.response().text()] == ["old", "old"])
    #expect(try await kept == 0)
  }

  @Test("is kept where the change concerned something else")
  func unconcerned() async throws {
    let early = await started(.route("list"))
    try await change(Request.put("/other").invalidating("others"), "/other")
    answer("old")
    #expect(try await early.response().text() == "old")
    #expect(try await kept == 1)
  }
}
