import ParleyEngine
import ParleyStore
import Testing

/// The rows M, E and B of the feature table, each tried as a program of somebody else would.
@Suite("Rows M, E and B: mocks, events and setting up, as a consumer sees them")
struct MockAndEventRowTests {
  @Test("M1, M2: one switch; a mock by key or by address; none is a 404; all else goes to the server")
  func mocks() async throws {
    let backend = try Backend()
    let client = Client(.init(servers: Servers(["a": Server(backend.address)], default: "a")))
    client.configuration.mocks = Mocks(
      Mock(.get, "/key", server: "a") { request in .json((request.model as? JSONValue) ?? .null) },
      Mock(.get, "/address", server: backend.address) { _ in MockReply(.init(code: 418)) },
      Mock(.get, "/none") { _ in nil })
    #expect(try await client.send(.get("/key")).json()["method"] == "GET")
    client.configuration.mocks.isOn = true
    #expect(try await client.send(.get("/key").model(["n": 1] as JSONValue)).json() == ["n": 1])
    #expect(try await client.send(.get("/address")).status.code == 418)
    let none = try await client.send(.get("/none"))
    #expect(none.status == .notFound && !none.isAccepted)
    #expect(try await client.send(.get("/server")).json()["target"] == "/server")
    #expect(backend.asked.count == 2)
  }

  @Test("M3: a delay is ended by cancelling")
  func delay() async throws {
    let client = Client()
    client.configuration.mocks = Mocks(
      Mock(.get, "http://h.test/") { _ in .data([], delay: .seconds(1000)) }, isOn: true)
    let call = client.prepare(.get("http://h.test/"))
    let events = client.events.subscribe()
    call.start()
    for await case .event(let event) in events { if case .sent = event.kind { break } }
    call.cancel()
    await #expect(throws: RequestError.self) { try await call.response() }
  }

  @Test("E1, E3: events tell what happened with identifiers, in order, and custom ones unchanged")
  func events() async throws {
    let backend = try Backend { asked in asked.path == "/busy" ? .status(503) : .json(["a": 1]) }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    let events = client.events.subscribe()
    _ = try await client.send(.get("/a").model(["m": 1] as JSONValue).expecting(JSONValue.self).callID("mine"))
    _ = try await client.send(.get("/busy").validating(.status(200)))
    client.events.post(custom: "signedOut", callID: "menu", parameters: ["user": "ada"])
    let told = events.told()
    #expect(told.map(\.sequence) == told.map(\.sequence).sorted())
    let words = told.compactMap { event -> String? in
      switch event.kind {
      case .loadRemote(let request, let response):
        "\(request.callID ?? "–") \(request.model?.value ?? .null) \(response.status) \(response.model?.value ?? .null)"
      case .failed(_, let failure): "\(failure.reason)"
      case .custom(let custom): "\(custom.identifier) \(custom.callID ?? "–") \(custom.parameters ?? .null)"
      default: nil
      }
    }
    #expect(words == [#"mine {"m":1} 200 {"a":1}"#, "serverUnavailable", #"signedOut menu {"user":"ada"}"#])
  }

  @Test("E2: a slow observer is told how many it missed, and slows nobody")
  func missed() async {
    let bus = Client().events
    let (slow, quick) = (bus.subscribe(capacity: 2), bus.subscribe())
    for number in 0..<5 { bus.post(custom: "\(number)") }
    #expect(slow.takeAvailable().first == .missed(3))
    #expect(quick.told().count == 5)
  }

  @Test("E4: events of progress name their route, though nobody asked, and a hold comes only when it takes long")
  func progress() async throws {
    let backend = try Backend { _ in .text(String(repeating: "x", count: 500_000)) }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    client.configuration.routes = try Routes(json: ["film": ["endpoint": "/film", "hold": true]])
    let events = client.events.subscribe()
    _ = try await client.send(.route("film"))
    var (hold, done) = (BlockingOverlay(), 0)
    for event in events.told() {
      if case .responseProgress(let subject, let progress) = event.kind, subject.route == "film" {
        done = progress.done
      }
      if case .sent = event.kind {
        hold.take(event)
        #expect(hold.shown(at: event.time.advanced(by: .seconds(3))) == nil)
        #expect(hold.shown(at: event.time.advanced(by: .seconds(4)))?.subject.route == "film")
      }
      hold.take(event)
    }
    #expect(done == 500_000 && hold == BlockingOverlay())
  }

  @Test("B1: before its store is open a client says so, and an unusable path is an error of its own")
  func opening() async throws {
    let (folder, backend) = (try Folder(), try Backend())
    let store = Store(at: folder.path("store"), machineKey: folder.path("key"))
    let client = Client(repository: store)
    let early = await #expect(throws: RequestError.self) { try await client.send(.get(backend.address)) }
    #expect(early?.code == "client.notOpen" && backend.asked.isEmpty)
    try await client.open()
    #expect(try await client.send(.get(backend.address)).status == .ok)
    await store.close()
    let file = try folder.write("x", to: "file")
    let unusable = Store(at: "\(file)/store", machineKey: folder.path("key"))
    await #expect(throws: RepositoryError.self) { try await unusable.open() }
  }

  @Test("B2: two clients know nothing of each other's headers, cache, duplicates and events")
  func independent() async throws {
    let backend = try Backend()
    let (one, other) = (Client(), Client())
    one.setDefaultHeader(.acceptLanguage, "en")
    let events = other.events.subscribe()
    _ = try await one.send(.get(backend.address).caching(for: .seconds(60)))
    _ = try await other.send(.get(backend.address).caching(for: .seconds(60)))
    #expect(backend.asked.map { $0["Accept-Language"] ?? "–" } == ["en", "–"])
    #expect(events.told().count { if case .sent = $0.kind { true } else { false } } == 1)
  }
}
