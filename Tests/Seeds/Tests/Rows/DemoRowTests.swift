import ParleyEngine
import Testing

/// Rows of the feature table, each tried as a program of somebody else would, with the demo API instead of a server of the test's own.
@Suite("Rows against the demo API, as a consumer sees them", .timeLimit(.minutes(2)))
struct DemoRowTests {
  private struct Item: Codable, Hashable, Sendable {
    var id: Int
    var name: String
  }

  private let demo: DemoAPI
  private let client: Client

  init() throws {
    demo = try DemoAPI()
    client = Client(.init(servers: Servers(Server(demo.address))))
  }

  private func echo(_ request: Request) async throws -> JSONValue {
    try await client.send(request).json()
  }

  @Test("R1, R5, R6, R8: verb, query, headers and body arrive as they were meant")
  func echoes() async throws {
    let query: Query = ["sort": "asc", "page": 1, "tags": ["low", "medium"]]
    client.setDefaultHeader(.acceptLanguage, "de")
    let asked = try await echo(.put("/echo").query(query).body(.json(["a": 1])))
    #expect(asked["method"] == "PUT" && asked["path"] == "/echo" && asked["body"]?["text"] == #"{"a":1}"#)
    #expect(asked["rawQuery"] == "sort=asc&page=1&tags[]=low&tags[]=medium")
    #expect(asked["headers"]?["Accept-Language"] == "de" && asked["headers"]?["Content-Type"] == "application/json")
    #expect(try await echo(.delete("/echo").model(["id": 7]))["rawQuery"] == "id=7")
  }

  @Test("R3, R4, S3: a route with a place is filled")
  func routes() async throws {
    client.configuration.routes = try Routes(json: ["item": ["endpoint": "/items/:id", "responseRoot": "result"]])
    #expect(try await client.send(.route("item").path("id", 1), as: Item.self).id == 1)
    await #expect(throws: StatusError.self) { try await client.send(.route("item").path("id", 99_999), as: Item.self) }
  }

  @Test("R7, S5, S8: who signs in sees the profile, and who does not is told so")
  func signingIn() async throws {
    let screen = Screen()
    client.configuration.onUnauthorized = { error in screen.show(error.code) }
    let shop = StandardFamily(through: client)
    let error = await #expect(throws: APIError<StandardFailure>.self) {
      try await shop.prepare(.get("/user/profile"), as: JSONValue.self).response()
    }
    #expect(error?.code == "api.unauthorized" && error?.failure?.status == .error)
    #expect(screen.lines == ["api.unauthorized"])
    let login = Request.post("/user/login").model(["email": "ada@example.com", "password": "secret"])
    let token = try #require(try await shop.prepare(login, as: JSONValue.self).response().payload?["token"]?.string)
    client.configuration.authorizationSource = { "Bearer \(token)" }
    let profile = try await shop.prepare(.get("/user/profile").authorized(.source), as: JSONValue.self).response()
    #expect(profile.payload?.description.contains("ada@example.com") == true)
  }

  @Test("R9, R10: what is uploaded arrives, in parts and whole")
  func uploads() async throws {
    let folder = try Folder()
    let file = try folder.write("a film", to: "film.mp4")
    let parts = try await client.send(
      .post("/upload").model(["title": "Sunset"]).attaching(.png("photo", [1, 2, 3]), .file("film", file))
    ).text()
    for text in ["photo", "image/png", "film.mp4", "video/mp4", "title"] { #expect(parts.contains(text)) }
    let whole = try await echo(.post("/upload").body(.file(file)))["result"]
    #expect(whole?["type"] == "video/mp4" && whole?["size"] == 6)
  }

  @Test("R11: what is packed is unpacked")
  func packed() async throws {
    let response = try await client.send(.get("/gzip"))
    #expect(try response.json() != .null)
    #expect(response.headers.contains { $0.name == .contentEncoding && $0.value == "gzip" })
  }

  @Test("R12, R13, R14: a download is live, stands still while it is paused, and goes on")
  func download() async throws {
    let (folder, size) = (try Folder(), 200_000)
    let call = client.prepare(
      Request.get("/bytes/\(size)").query("rate", "200000").named("bytes").downloading(to: folder.path("bytes")))
    let updates = call.progressUpdates
    call.start()
    try await until { call.progress.received != 0 }
    guard case .running = call.state else { return #expect(Bool(false), "It is \(call.state).") }
    call.pause()
    guard case .resumed(let offset) = call.resume() else { return #expect(Bool(false), "It was not paused.") }
    #expect(offset > 0)
    var last: Call.Progress?
    for await update in updates { last = update }
    #expect(last?.name == "bytes" && last?.transfer.received == size && last?.fraction == 1)
    #expect(try await call.response().download?.path == folder.path("bytes"))
    #expect(try readFile(folder.path("bytes")).count == size)
  }

  @Test("R12: a broken download goes on where it was")
  func resumed() async throws {
    let (folder, size) = (try Folder(), 200_000)
    let request = Request.get("/bytes/\(size)").downloading(to: folder.path("bytes"), resuming: true)
    let call = client.prepare(request.query("rate", "200000"))
    call.start()
    try await until { call.progress.received != 0 }
    call.cancel()
    _ = try? await call.response()
    let response = try await client.send(request.query("rate", "200000"))
    guard case .resumed(let offset)? = response.download?.resumption else {
      return #expect(Bool(false), "\(String(describing: response.download))")
    }
    #expect(offset > 0 && offset < size)
    #expect(try readFile(folder.path("bytes")).count == size)
  }

  @Test("R17: redirects are followed as far as they may be, and cookies come back")
  func options() async throws {
    #expect(try await client.send(.get("/redirect/3")).hops.count == 3)
    let error = await #expect(throws: RequestError.self) {
      try await client.send(.get("/redirect-loop").options(TransferOptions(redirects: 2)))
    }
    #expect(error?.code == "network.tooManyRedirects")
    _ = try await client.send(.get("/cookies/set").query("a", "1"))
    #expect(try await client.send(.get("/cookies")).json()["cookies"] == ["a": "1"])
  }

  @Test("R17: a download takes longer than its timeout, as long as it moves")
  func slow() async throws {
    let (folder, size) = (try Folder(), 300_000)
    let request = Request.get("/bytes/\(size)").query("rate", "100000").downloading(to: folder.path("bytes"))
    let response = try await client.send(request.options(TransferOptions(timeout: .milliseconds(1500))))
    #expect(response.body.count == size && response.timings.total > .milliseconds(1500))
  }

  @Test("S4, S10: pages of an enveloped list")
  func pages() async throws {
    let shop = StandardFamily(through: client)
    let page = try await shop.prepare(.get("/items").query("page", "2").query("per", "2"), as: [Item].self).response()
    #expect(page.payload?.count == 2 && page.status == .success)
    #expect(page.pagination?.page == 2)
  }

  @Test("S7: any status is a response, and an error where a model was asked for", arguments: [404, 418, 503])
  func statuses(_ status: Int) async throws {
    #expect(try await client.send(.get("/status/\(status)")).isAccepted)
    let error = await #expect(throws: StatusError.self) {
      try await client.send(.get("/status/\(status)"), as: JSONValue.self)
    }
    #expect(error?.status.code == status)
  }

  @Test("T1: what fails twice is there at the third time")
  func flaky() async throws {
    let request = Request.get("/flaky").query("fail", "2").query("key", "rows").validating(.status(200))
    #expect(try await client.send(request.retrying(.attempts(3))).status == .ok)
  }

  @Test("C10, E1: an item with a tag is asked for again, and not sent again")
  func tags() async throws {
    let events = client.events.subscribe()
    let request = Request.get("/items/1").header(.cacheControl, "no-cache")
    let bodies = [try await client.send(request).bytes(), try await client.send(request).bytes()]
    #expect(bodies[0] == bodies[1] && !bodies[0].isEmpty)
    let told = events.told().compactMap { event -> String? in
      switch event.kind {
      case .loadRemote: "remote"
      case .loadSkip: "skip"
      default: nil
      }
    }
    #expect(told == ["remote", "skip"])
  }

  @Test("G2, G3, D1: a chain hands on what it was given, and keeps some of it")
  func chain() async throws {
    let shared = SharedData()
    let group = RequestGroup.serial([
      .request(.post("/user/login").model(["email": "ada@example.com", "password": "secret"])),
      .job(
        LocalJob("keep") { input in
          let token = input.value?["result"]?["token"] ?? .null
          try await shared.set("token", .json(token))
          return ["token": token]
        }),
      .request(.post("/echo")).chaining { $0.value },
    ])
    let result = await client.run(group).result()
    #expect(result.succeeded)
    let token = try #require(try await shared.get("token")?.json?.string)
    #expect(try #require(result.results.last?.response).text().contains(token))
  }
}
