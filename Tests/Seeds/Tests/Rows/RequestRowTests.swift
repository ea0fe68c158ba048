import ParleyEngine
import Testing

/// The rows R of the feature table, each tried as a program of somebody else would.
@Suite("Rows R: making a request, as a consumer sees it", .timeLimit(.minutes(2)))
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
      (.none("/"), "GET"), (Request.none("/").body(.text("hi")), "POST"),
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
    let parts = backend.host.split(separator: ":")
    let host = Server(host: String(parts[0]), port: Int(parts[1]), path: "base/")
    client.configuration.servers = Servers(["b": host], default: "b")
    #expect(try await sent(.get("/x")).target == "/base/x")
  }

  @Test("R2, R3: a route brings endpoint, method and properties, and an unknown name is an error")
  func routes() async throws {
    client.configuration.routes = try Routes(json: [
      "login": ["endpoint": "/user/login", "method": "POST", "headers": ["X-Own": "1"], "own": 7]
    ])
    let login = try await sent(.route("login"))
    #expect(login.method == "POST" && login["X-Own"] == "1")
    #expect(try await sent(.route("login").method(.put)).method == "PUT")
    let route = try #require(client.configuration.routes["login"])
    #expect(route["own"] == 7 && route["method"] == "POST")
    #expect(route.extended(with: ["own": 8])["own"] == 8 && route["own"] == 7)
    let whole = Route("whole", endpoint: PathTemplate("\(backend.address)/w"))
    let asked = try await sent(.route(whole))
    #expect(asked.method == "GET" && asked.target == "/w")
    let error = await #expect(throws: RequestError.self) { try await client.send(.route("logni")) }
    #expect(error?.advice == "Did you mean “login”?")
  }

  @Test("R3: a route may have a server of its own, which a request overrides")
  func serversOfRoutes() async throws {
    let other = try Backend()
    client.configuration.servers = Servers(["a": Server(backend.address), "b": Server(other.address)], default: "a")
    client.configuration.routes.register(Route("own", endpoint: "/own", server: "b"))
    _ = try await client.send(.route("own"))
    #expect(other.asked.map(\.target) == ["/own"])
    #expect(try await sent(.route("own").on(server: "a")).target == "/own")
  }

  @Test(
    "R3: a file of routes accepts no slip",
    arguments: [
      (["path": "/a"], "endpoint"), (["endpiont": "/a"], "endpoint"), (["endpoint": "/a", "cache": ["tll": 1]], "ttl"),
      (["endpoint": "/a", "method": "post"], "POST"), (["endpoint": "/a", "serialization": "jsn"], "json"),
      (["endpoint": "/a", "responseRot": "x"], "responseRoot"), (["method": "GET"], nil),
    ] as [(JSONValue, String?)])
  func slips(_ route: JSONValue, _ meant: String?) {
    let error = #expect(throws: InvalidRoute.self) { try Routes(json: ["a": route]) }
    #expect(error?.advice == meant.map { "Did you mean “\($0)”?" })
  }

  @Test("R4: places of the path are filled, an empty default takes its segment along, and none goes twice")
  func paths() async throws {
    client.configuration.replaceComponents["/hello/$0/$1"] = ["$0": "", "$1": ""]
    #expect(try await sent(.post("/hello/$0/$1").model(["$0": "a b"])).target == "/v1/hello/a%20b")
    client.configuration.replaceComponents["/v/$1/$10"] = ["$1": "one", "$10": "ten"]
    #expect(try await sent(.post("/v/$1/$10").path("$1", "x/y")).target == "/v1/v/x%2Fy/ten")
    let asked = try await sent(.post("/items/:id").model(Item(id: 7)))
    #expect(asked.target == "/v1/items/7" && asked.json == ["name": "tea"])
    let error = await #expect(throws: RequestError.self) { try await client.send(.get("/items/:id")) }
    #expect(error?.code == "request.pathVariable")
  }

  @Test("R5: a literal keeps its order, and a model of GET is its query")
  func queries() async throws {
    let query: Query = ["sort": "asc", "page": 1, "tags": ["low", "medium"]]
    #expect(try await sent(.get("/").query(query)).query == "sort=asc&page=1&tags[]=low&tags[]=medium")
    #expect(try await sent(.get("/").query(Query(sorting: ["b": 2, "a": 1]))).query == "a=1&b=2")
    #expect(try await sent(.get("/").query(["t": ["x", "y"]], style: .repeated)).query == "t=x&t=y")
    #expect(try await sent(.get("/").query(["t": ["x", "y"]], style: .comma)).query == "t=x,y")
    #expect(try await sent(.get("/").model(["a": ["b": 1]] as JSONValue)).query == "a[b]=1")
    for request in [Request.get("/"), .head("/"), .delete("/")] {
      #expect(try await sent(request.model(Item(id: 7))).query == "id=7&name=tea")
    }
    #expect(try await sent(.post("/").model(Item(id: 7))).query.isEmpty)
  }

  @Test("R6: request beats route beats client")
  func headers() async throws {
    client.configuration.defaultHeaders = [.acceptLanguage: "en", .userAgent: "client"]
    var route = Route("r", endpoint: "/")
    route.headers = [.acceptLanguage: "de"]
    #expect(try await sent(.route(route))["Accept-Language"] == "de")
    #expect(try await sent(Request.route(route).header(.acceptLanguage, "fr"))["Accept-Language"] == "fr")
    client.setDefaultHeader(.userAgent, "other")
    let asked = try await sent(Request.get("/").header(.acceptLanguage, "it"))
    #expect(asked["User-Agent"] == "other" && asked["Accept-Language"] == "it" && asked["Accept"] == "*/*")
    #expect(asked.fields.count { $0.name == "Accept-Language" } == 1)
    client.setDefaultHeader(.userAgent, nil)
    #expect(try await sent(.get("/"))["User-Agent"] != "other")
    #expect(try await sent(.get("/").reading(withCodec: "json"))["Accept"] == "application/json")
  }

  @Test("R7: the source is asked for requests that want it, and a new one counts from the next")
  func authorization() async throws {
    client.configuration.authorizationSource = { "Bearer a-token-of-one" }
    let events = client.events.subscribe()
    #expect(try await sent(.get("/"))["Authorization"] == nil)
    #expect(try await sent(.get("/").authorized(.source))["Authorization"] == "Bearer a-token-of-one")
    client.configuration.willSend = { _, _ in }
    #expect(try await sent(.get("/"))["Authorization"] == nil)
    client.configuration.authorizationSource = { "Bearer a-token-of-two" }
    #expect(try await sent(.get("/").authorized(.source))["Authorization"] == "Bearer a-token-of-two")
    _ = try await client.send(.post("/").authorized(.source).body(.text("a-token-of-two")))
    let told = events.told().compactMap { event -> JSONValue? in
      if case .loadRemote(_, let response) = event.kind { response.model?.value } else { nil }
    }
    #expect(told.last?["method"] == "POST" && told.last?.description.contains("a-token-of-two") == false)
  }

  @Test("R8: bodies of every kind, with GET too, and an encoder that throws sends nothing")
  func bodies() async throws {
    struct Never: Error {}
    let text = try await sent(.get("/").body(.text("hi")))
    #expect(text.method == "GET" && text.text == "hi" && text["Content-Type"] == "text/plain; charset=utf-8")
    #expect(try await sent(.put("/").body(.bytes([1, 2]))).body == [1, 2])
    #expect(try await sent(.put("/").body(.json([1, 2]))).text == "[1,2]")
    let own = Body { Body.Encoded(bytes: [7], contentType: "own/type", headers: [.acceptLanguage: "own"]) }
    let sentByOwn = try await sent(.post("/").body(own))
    #expect(sentByOwn["Content-Type"] == "own/type" && sentByOwn["Accept-Language"] == "own")
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
      .attaching(
        .png("photo", [1, 2]), .jpg("small", [3]), .file("film", film),
        .file("notes", film, contentType: "text/own"))
    let asked = try await sent(request)
    let expected = [
      "name=\"title\"\r\n\r\nSunset", "image/png", "image/jpeg", "video/mp4\r\n\r\na film", "text/own",
      "name=\"photo\"",
    ]
    for text in expected { #expect(asked.text.contains(text)) }
  }

  @Test("R10: a raw upload is the whole body, with its digest")
  func raw() async throws {
    let folder = try Folder()
    let file = try folder.write("hello", to: "file")
    let body = Body.file(file, contentType: "image/png").withContentMD5()
    let asked = try await sent(.put("/").model(Item(id: 1)).body(body))
    #expect(asked.text == "hello" && asked["Content-MD5"] == "XUFAKrxLKna5cZ2REBfFkg==")
    #expect(asked["Content-Type"] == "image/png")
  }

  @Test("R11: a packed body unpacks to what was meant")
  func compression() async throws {
    let text = String(repeating: "tea ", count: 500)
    let asked = try await sent(.post("/").body(.text(text)).compressingBody())
    #expect(asked["Content-Encoding"] == "gzip" && asked.body.count < 200)
    #expect(try Gzip.decompress(asked.body) == Array(text.utf8))
    let plain = try await sent(.post("/").body(.text(text)))
    #expect(plain["Content-Encoding"] == nil && plain.text == text)
    let packed = try Gzip.compress(Array(text.utf8))
    let packing = try Backend { _ in .bytes(packed).with("Content-Encoding", "gzip") }
    #expect(try await client.send(.get(packing.address)).text() == text)
    #expect(packing.asked.last?["Accept-Encoding"]?.contains("gzip") == true)
    var options = TransferOptions()
    options.acceptEncoding = "gzip"
    #expect(try await client.send(.get(packing.address).options(options)).text() == text)
    #expect(packing.asked.last?["Accept-Encoding"] == "gzip")
  }

  @Test("R18: each serialization of a model")
  func serialization() async throws {
    #expect(try await sent(Request.post("/").model(Item(id: 1)).serialization(.json)).json?["id"] == 1)
    #expect(try await sent(Request.post("/").model(Item(id: 1)).serialization(.url)).text == "id=1&name=tea")
    #expect(try await sent(Request.get("/").model(Item(id: 1)).serialization(.url)).query == "id=1&name=tea")
    #expect(try await sent(Request.post("/").model(Item(id: 1)).serialization(.form)).text.contains("name=\"id\""))
    #expect(try await sent(Request.post("/").model("raw").serialization(.none)).text == "raw")
    #expect(try await sent(Request.delete("/").model("raw").serialization(.none)).text == "raw")
  }
}
