import Dispatch
import ParleyEngine
import Testing

/// The rows R of the feature table, each tried as a program of somebody else would.
@Suite("Rows R: making a request, as a consumer sees it")
struct RequestRowTests {
  private struct Item: Codable, Hashable, Sendable {
    var id: Int
    var name = "tea"
  }

  private let backend: Backend
  private let client: Client

  init() throws {
    let backend = try Backend()
    self.backend = backend
    client = Client(.init(servers: Servers(Server(backend.address + "/v1"))))
  }

  private func sent(_ request: Request) async throws -> Asked {
    _ = try await client.send(request)
    return try #require(backend.asked.last)
  }

  @Test("R1: each verb arrives, and preparing sends nothing")
  func verbs() async throws {
    let requests: [(Request, String)] = [
      (.get("/"), "GET"), (.post("/"), "POST"), (.put("/"), "PUT"), (.patch("/"), "PATCH"), (.delete("/"), "DELETE"),
      (.options("/"), "OPTIONS"), (.trace("/"), "TRACE"), (.head("/"), "HEAD"), (try .custom("PURGE", "/"), "PURGE"),
    ]
    let calls = requests.map { client.prepare($0.0) }
    #expect(backend.asked.isEmpty)
    for call in calls { _ = try await call.response() }
    #expect(backend.asked.map(\.method) == requests.map(\.1))
  }

  @Test("R2: an endpoint joins its base with one slash, and a whole URL stands alone")
  func addresses() async throws {
    #expect(try await sent(.get("items")).target == "/v1/items")
    #expect(try await sent(.get("/items")).target == "/v1/items")
    #expect(try await sent(.get("\(backend.address)/whole")).target == "/whole")
    client.configuration.servers = Servers(["b": Server(backend.host)], default: nil)
    #expect(try await sent(.get("/x", server: "b")).target == "/x")
  }

  @Test("R3: a route brings endpoint, method and properties, and an unknown name is an error")
  func routes() async throws {
    client.configuration.routes = try Routes(json: ["login": ["endpoint": "/user/login", "method": "POST", "own": 7]])
    #expect(try await sent(.route("login")).method == "POST")
    #expect(try await sent(.route("login").method(.put)).method == "PUT")
    #expect(client.configuration.routes["login"]?["own"] == 7)
    let error = await #expect(throws: RequestError.self) { try await client.send(.route("logni")) }
    #expect(error?.advice == "Did you mean “login”?")
    #expect(throws: InvalidRoute.self) { try Routes(json: ["a": ["path": "/a"]]) }
  }

  @Test("R4: places of the path are filled, an empty default takes its segment along, and none goes twice")
  func paths() async throws {
    client.configuration.replaceComponents["/hello/$0/$1"] = ["$0": "", "$1": ""]
    #expect(try await sent(.post("/hello/$0/$1").model(["$0": "a b"])).target == "/v1/hello/a%20b")
    let asked = try await sent(.post("/items/:id").model(Item(id: 7)))
    #expect(asked.target == "/v1/items/7" && asked.json == ["name": "tea"])
    let error = await #expect(throws: RequestError.self) { try await client.send(.get("/items/:id")) }
    #expect(error?.code == "request.pathVariable")
  }

  @Test("R5: a literal keeps its order, and a model of GET is its query")
  func queries() async throws {
    let query: Query = ["sort": "asc", "page": 1, "tags": ["low", "medium"]]
    #expect(try await sent(.get("/").query(query)).query == "sort=asc&page=1&tags[]=low&tags[]=medium")
    #expect(try await sent(.get("/").model(Item(id: 7))).query == "id=7&name=tea")
  }

  @Test("R6: request beats route beats client")
  func headers() async throws {
    client.configuration.defaultHeaders = [.acceptLanguage: "en", .userAgent: "client"]
    var route = Route("r", endpoint: "/")
    route.headers = [.acceptLanguage: "de"]
    #expect(try await sent(.route(route))["Accept-Language"] == "de")
    #expect(try await sent(Request.route(route).header(.acceptLanguage, "fr"))["Accept-Language"] == "fr")
    client.setDefaultHeader(.userAgent, "other")
    #expect(try await sent(.get("/"))["User-Agent"] == "other")
  }

  @Test("R7: the source is asked for requests that want it, and a new one counts from the next")
  func authorization() async throws {
    client.configuration.authorizationSource = { "Bearer one" }
    #expect(try await sent(.get("/"))["Authorization"] == nil)
    #expect(try await sent(.get("/").authorized(.source))["Authorization"] == "Bearer one")
    client.configuration.authorizationSource = { "Bearer two" }
    #expect(try await sent(.get("/").authorized(.source))["Authorization"] == "Bearer two")
  }

  @Test("R8: bodies of every kind, with GET too, and an encoder that throws sends nothing")
  func bodies() async throws {
    struct Never: Error {}
    #expect(try await sent(.get("/").body(.text("hi"))).text == "hi")
    #expect(try await sent(.post("/").body(.json(encoding: Item(id: 1)))).json == ["id": 1, "name": "tea"])
    #expect(try await sent(.post("/").body(.form([("a", "b c")]))).text == "a=b+c")
    let count = backend.asked.count
    await #expect(throws: RequestError.self) { try await client.send(.post("/").body(Body { throw Never() })) }
    #expect(backend.asked.count == count)
  }

  @Test("R9: files go together with fields")
  func multipart() async throws {
    let folder = try Folder()
    let film = try folder.write("a film", to: "film.mp4")
    let request = Request.post("/").model(["title": "Sunset"])
      .attaching(.png("photo", [1, 2]), .file("film", film, contentType: "video/mp4"))
    let asked = try await sent(request)
    for text in ["name=\"title\"", "Sunset", "image/png", "video/mp4", "a film"] { #expect(asked.text.contains(text)) }
  }

  @Test("R10: a raw upload is the whole body, with its digest")
  func raw() async throws {
    let folder = try Folder()
    let file = try folder.write("hello", to: "file")
    let asked = try await sent(.put("/").body(.file(file, contentType: "image/png").withContentMD5()))
    #expect(asked.text == "hello" && asked["Content-MD5"] == "XUFAKrxLKna5cZ2REBfFkg==")
    #expect(asked["Content-Type"] == "image/png")
  }

  @Test("R11: a packed body unpacks to what was meant")
  func compression() async throws {
    let text = String(repeating: "tea ", count: 500)
    let asked = try await sent(.post("/").body(.text(text)).compressingBody())
    #expect(asked["Content-Encoding"] == "gzip" && asked.body.count < 200)
    #expect(try Gzip.decompress(asked.body) == Array(text.utf8))
  }

  @Test("R12: a download goes to its file, and resuming what was not paused says so")
  func downloads() async throws {
    let folder = try Folder()
    let call = client.prepare(.get("/").downloading(to: folder.path("file")))
    #expect(call.resume() == .failed(.nothingPaused))
    let place = try await call.response().download?.path
    #expect(place == folder.path("file"))
    #expect(try readText(folder.path("file")).contains("\"GET\""))
  }

  @Test("R13, R14: state and progress are live, and pausing goes on where it was")
  func live() async throws {
    let gate = Gate()
    let half = try Backend { _ in
      var reply = Reply.text("0123456789")
      reply.pause = (after: 5, gate: gate)
      return reply
    }
    let call = client.prepare(.get(half.address))
    call.start()
    while call.progress.received < 5 { await Task.yield() }
    guard case .running(0.5) = call.state else { return #expect(Bool(false), "It is \(call.state).") }
    call.pause()
    #expect(call.resume() == .resumed(at: 5))
    let updates = call.progressUpdates
    gate.open()
    var last: Call.Progress?
    for await update in updates { last = update }
    #expect(last?.fraction == 1)
    guard case .completed(let response) = call.state else { return #expect(Bool(false), "It is \(call.state).") }
    #expect(try response.text() == "0123456789")
    let dropped = client.prepare(.get(half.address))
    dropped.cancel()
    await #expect(throws: RequestError.self) { try await dropped.response() }
  }

  @Test("R15: handlers are called once each, finally last, and a blocking call waits as long as it was told")
  func waiting() async throws {
    let screen = Screen()
    client.prepare(.get("/"))
      .handle(success: { _ in screen.show("success") }, finally: { _ in screen.show("finally") })
      .start()
    #expect(await screen.wait(for: 2) == ["success", "finally"])
    let (client, gate) = (client, Gate())
    let slow = try Backend { _ in
      gate.pass()
      return .text("late")
    }
    let error = await #expect(throws: RequestError.self) {
      try await onThread { try client.prepare(.get(slow.address)).wait(atMost: .milliseconds(20)) }
    }
    #expect(error?.code == "request.waitedTooLong")
    gate.open()
    #expect(try await onThread { try client.prepare(.get(slow.address)).wait(atMost: .zero) }.text() == "late")
  }

  @Test("R16: the will-request hook rewrites, and the did-request hook sees it go")
  func hooks() async throws {
    let screen = Screen()
    client.configuration.willSend = { outgoing, _ in outgoing.headers[.acceptLanguage] = "en" }
    client.configuration.didSend = { outgoing, request in
      screen.show("\(request.name ?? "") \(outgoing.url.hasSuffix("/v1/a"))")
    }
    #expect(try await sent(Request.get("/a").named("home"))["Accept-Language"] == "en")
    #expect(screen.lines == ["home true"])
  }

  @Test("R17: options reach the transfer")
  func options() async throws {
    let moved = try Backend { _ in Reply(status: 302, fields: [("Location", "/x"), ("Set-Cookie", "a=1")]) }
    let kept = try await client.send(.get(moved.address).options(TransferOptions(redirects: 0)))
    #expect(kept.status == .found)
    _ = try await client.send(.get(moved.address).options(TransferOptions(redirects: 0)))
    #expect(moved.asked.last?["Cookie"] == "a=1")
    let gate = Gate()
    let silent = try Backend { _ in
      gate.pass()
      return .text("")
    }
    defer { gate.open() }
    let error = await #expect(throws: RequestError.self) {
      try await client.send(.get(silent.address).timeout(.milliseconds(30)))
    }
    #expect(error?.code == "network.timedOut")
  }

  @Test("R18: each serialization of a model")
  func serialization() async throws {
    #expect(try await sent(Request.post("/").model(Item(id: 1)).serialization(.json)).json?["id"] == 1)
    #expect(try await sent(Request.post("/").model(Item(id: 1)).serialization(.url)).text == "id=1&name=tea")
    #expect(try await sent(Request.get("/").model(Item(id: 1)).serialization(.url)).query == "id=1&name=tea")
    #expect(try await sent(Request.post("/").model(Item(id: 1)).serialization(.form)).text.contains("name=\"id\""))
    #expect(try await sent(Request.post("/").model("raw").serialization(.none)).text == "raw")
  }
}

/// Runs something that blocks on a thread of its own.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "blocking").async { continuation.resume(with: Result { try work() }) }
  }
}
