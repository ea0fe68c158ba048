import ParleyEngine
import ParleyStore
import Testing

/// The rows M, E and B of the feature table, each tried as a program of somebody else would.
@Suite("Rows M, E and B: mocks, events and setting up, as a consumer sees them", .timeLimit(.minutes(2)))
struct MockAndEventRowTests {
  @Test("M1, M2: one switch; a mock by key or by address; none is a 404; all else goes to the server")
  func mocks() async throws {
    let (backend, other) = (try Backend(), try Backend())
    let servers = Servers(["a": Server(backend.address), "b": Server(other.address)], default: "a")
    let client = Client(.init(servers: servers))
    client.configuration.mocks = Mocks(
      Mock(.get, "/key", server: "a") { request in .json((request.model as? JSONValue) ?? .null) },
      Mock(.get, "/address", server: backend.address) { _ in MockReply(.init(code: 418)) },
      Mock(.get, "/none") { _ in nil }, Mock(.get, "/elsewhere", server: "b") { _ in .data([]) },
      Mock(.post, "/server") { _ in .data([]) })
    let events = client.events.subscribe()
    #expect(try await client.send(.get("/key")).json()["method"] == "GET")
    client.configuration.mocks.isOn = true
    #expect(try await client.send(.get("/key").model(["n": 1] as JSONValue)).json() == ["n": 1])
    #expect(try await client.send(.get("/address")).status.code == 418)
    let none = try await client.send(.get("/none"))
    #expect(none.status == .notFound && !none.isAccepted)
    #expect(try await client.send(.get("/server")).json()["target"] == "/server")
    #expect(try await client.send(.get("/elsewhere")).json()["target"] == "/elsewhere")
    #expect(backend.asked.count == 3)
    #expect(try await client.send(.get("/none", server: "b")).json()["target"] == "/none")
    client.configuration.mocks.isOn = false
    #expect(try await client.send(.get("/key")).json()["method"] == "GET")
    let told = events.told().count { if case .loadRemote = $0.kind { true } else { false } }
    #expect(told == 7 && other.asked.count == 1)
  }

  @Test("M1: the mocks are off until somebody turns them on")
  func off() async throws {
    let backend = try Backend()
    let mock = Mock(.get, "/", server: backend.address) { _ in .data([]) }
    for mocks in [Mocks(mock), Mocks([mock])] {
      let client = Client()
      client.configuration.mocks = mocks
      #expect(!mocks.isOn)
      #expect(try await client.send(.get("\(backend.address)/")).json()["method"] == "GET")
    }
  }

  @Test("M2: what a mock answers goes through codec, cache and groups like any other response")
  func throughAll() async throws {
    let asked = Lock(0)
    let client = Client()
    client.configuration.mocks = Mocks(
      Mock(.get, "http://h.test/a") { _ in
        asked.withLock { $0 += 1 }
        return MockReply(.init(code: 203), headers: [.contentType: "application/json"], body: InMemoryBytes("[1]"))
      }, isOn: true)
    let request = Request.get("http://h.test/a").caching(for: .seconds(60))
    for _ in 0..<2 { #expect(try await client.send(request, as: [Int].self) == [1]) }
    #expect(asked.withLock(\.self) == 1)
    let result = await client.run(.serial([.request(.get("http://h.test/a").withoutCache())])).result()
    #expect(result.results.first?.value == [1] && asked.withLock(\.self) == 2)
  }

  @Test("M3: a reply comes after its delay, which is ended by cancelling")
  func delay() async throws {
    let client = Client()
    client.configuration.mocks = Mocks(
      Mock(.get, "http://h.test/soon") { _ in .data([], delay: .milliseconds(50)) },
      Mock(.get, "http://h.test/") { _ in .data([], delay: .seconds(1000)) }, isOn: true)
    let start = ContinuousClock.now
    let timings = try await client.send(.get("http://h.test/soon")).timings
    #expect(timings.total == .milliseconds(50) && timings.firstByte == .milliseconds(50))
    #expect(ContinuousClock.now - start >= .milliseconds(50))
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
    #expect(Set(told.map(\.sequence)).count == told.count)
  }

  @Test("E1: each end of a request is an event of its own, with codec, server, endpoint and identifiers")
  func kinds() async throws {
    let backend = try Backend { asked in asked.path == "/who" ? .status(401) : .json([:]) }
    let client = Client(.init(servers: Servers(["shop": Server(backend.address)], default: "shop")))
    let events = client.events.subscribe()
    let cached = Request.get("/a").caching(for: .seconds(60)).callID("c").groupID("g")
    for _ in 0..<2 { _ = try await client.send(cached) }
    _ = try? await client.send(.get("/who").validating(.status(200)))
    _ = try? await client.send(.get("/a").validating(.status(201)))
    _ = try? await client.send(.get("http://127.0.0.1:1/"))
    let words = events.told().compactMap { event -> String? in
      guard let subject = event.subject else { return nil }
      let about = "\(subject.codec ?? "–") \(subject.server ?? "–") \(subject.endpoint ?? "–")"
      let ids = "\(subject.callID ?? "–") \(subject.groupID ?? "–")"
      return switch event.kind {
      case .loadRemote(_, let response): "remote \(response.status) \(about) \(ids)"
      case .loadSkip: "skip \(about) \(ids)"
      case .failed(_, let failure): "\(failure.reason)"
      default: nil
      }
    }
    #expect(
      words == [
        "remote 200 automatic shop /a c g", "skip automatic shop /a c g", "unauthorized", "internal", "network",
      ])
  }

  @Test("E1: a group's events have its identifier, and those of its requests too")
  func groups() async throws {
    let backend = try Backend()
    let client = Client()
    let events = client.events.subscribe()
    let result = await client.run(.serial([.request(.get(backend.address))]), callID: "button").result()
    let told = events.told()
    let sent = told.compactMap { if case .loadRemote(let subject, _) = $0.kind { subject } else { nil } }
    #expect(sent.map(\.groupID) == [result.groupID] && sent.map(\.callID) == ["button"])
    let done = told.compactMap { if case .groupDone(let done) = $0.kind { done } else { nil } }
    #expect(done.map(\.groupID) == [result.groupID] && done.first?.callID == "button")
  }

  @Test("E2: a slow observer is told how many it missed, and slows nobody")
  func missed() async {
    let bus = Client().events
    let (slow, quick) = (bus.subscribe(capacity: 2), bus.subscribe())
    for number in 0..<5 { bus.post(custom: "\(number)") }
    let deliveries = slow.takeAvailable()
    #expect(deliveries.first == .missed(3))
    let names = deliveries.compactMap { delivery -> String? in
      guard case .event(let event) = delivery, case .custom(let custom) = event.kind else { return nil }
      return custom.identifier
    }
    #expect(names == ["3", "4"])
    #expect(quick.told().count == 5)
  }

  @Test("R13, E4: events of progress name their route, though nobody asked, and a hold comes only when it takes long")
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
    let lost = Client(repository: unusable)
    await #expect(throws: RepositoryError.self) { try await lost.open() }
    #expect(!lost.isOpen && client.isOpen)
  }

  @Test("B2: two clients know nothing of each other's headers, cache, duplicates and events")
  func independent() async throws {
    let backend = try Backend()
    let (one, other) = (Client(), Client())
    one.setDefaultHeader(.acceptLanguage, "en")
    other.setDefaultHeader(.userAgent, "other")
    let events = other.events.subscribe()
    _ = try await one.send(.get(backend.address).caching(for: .seconds(60)))
    _ = try await other.send(.get(backend.address).caching(for: .seconds(60)))
    #expect(backend.asked.map { $0["Accept-Language"] ?? "–" } == ["en", "–"])
    #expect(events.told().count { if case .sent = $0.kind { true } else { false } } == 1)
  }
}
