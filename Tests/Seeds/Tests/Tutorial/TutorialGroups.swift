import ParleyEngine
import ParleyStore
import Testing

extension Tutorial {
  private static func orders() throws -> Backend {
    let states = Lock(["open", "paid", "done"])
    return try Backend { asked in
      switch asked.path {
      case "/v2/login": .json(["token": "t"])
      case "/v2/cart": .json(["id": 9_007_199_254_740_993, "items": [1, 2]])
      case "/v2/pay": .json(["order": 7], status: 201)
      case "/v2/orders/7": .json(["state": .string(states.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] })])
      default: .json([["id": 1, "name": "pen", "price": 2.5], ["id": 2, "name": "ink", "price": 7]])
      }
    }
  }

  private static func checkout() -> RequestGroup {
    // sample: groups
    let checkout = RequestGroup.serial([
      .request(.post("/login")).named("login"),
      .group(
        .concurrent(
          limit: 4,
          [
            .request(.get("/items")).named("items"),
            .request(.get("/cart")).named("cart"),
          ])),
      .job("cheapest") { input in
        let items = try input.steps["items"]?.value?.decode([Item].self) ?? []
        return items.min { $0.price < $1.price }.map { .number(JSONNumber($0.id)) }
      },
      .request("pay") { input in
        .post("/pay").model(["cart": input.steps["cart"]?.value?["id"], "item": input.value])
      },
      .request("order") { input in .get("/orders/:id").path("id", input.value?["order"]) }
        .until(attempts: 20) { $0.value?["state"] == "done" },
      .request(.post("/logout")).named("logout").always(),
    ]).named("checkout")
    // end
    return checkout
  }

  @Test("A chain is a value, and what came of each step is in its order")
  func groups() async throws {
    let backend = try Self.orders()
    let (client, checkout, screen) = (Self.client(of: backend), Self.checkout(), Screen())
    // sample: run
    let run = client.run(checkout, callID: "button")
    let result = await run.result()
    for (node, result) in zip(checkout.nodes, result.results) {
      screen.show("\(node.name): \(result.state) \(result.value ?? .null)")
    }
    // end
    #expect(result.succeeded, "\(screen.lines)")
    #expect(screen.lines.count == 6 && screen.lines[4] == #"order: succeeded {"state":"done"}"#)
    let paid = backend.asked.first { $0.path == "/v2/pay" }
    #expect(paid?.text == #"{"cart":9007199254740993,"item":1}"#)
  }

  @Test("A failed step leads back to its first cause")
  func why() async throws {
    let backend = try Self.orders()
    let (client, screen) = (Self.client(of: backend), Screen())
    let checkout = RequestGroup.serial([
      .request(.get("/cart")).named("cart"), .request(.get("/orders/7")).named("order"),
      .job("check") { input in
        guard input.value?["state"] == "paid" else { throw NotPaid() }
        return input.value
      },
    ])
    // sample: why
    let run = client.run(checkout)
    if await !run.result().succeeded, let failed = run.recording.nodes.first(where: { $0.state == .failed }) {
      let chain = await run.recording.why(WhyQuestion(failed.path))
      screen.show(chain)
    }
    // end
    #expect(screen.lines.joined().contains("Why did 3 check fail?"))
  }

  private struct NotPaid: Error {}

  @Test("A run is recorded, shown while it goes on, and begun again in its middle")
  func recordings() async throws {
    let (backend, files, screen) = (try Self.orders(), try Folder(), Screen())
    let (checkout, folder, api) = (Self.checkout(), files.path("store"), "\(backend.address)/v2")
    // sample: replay
    let store = Store(at: folder, machineKey: "\(folder).key")
    let client = Client(.init(servers: Servers(Server(api))), repository: store)
    try await client.open()

    let run = client.run(checkout, RunOptions(repository: store))
    run.start()
    var seen = 0
    for await _ in run.changes {
      let news = run.records(changedSince: seen)
      seen = news.revision
      for record in news.records where record.state.isFinal { screen.show("\(record.path) \(record.name)") }
    }

    let recording = run.recording
    if let pay = recording.node(named: "pay") {
      let replay = try await Replay(of: recording, from: pay.path, in: checkout) { exchange in
        try await store.history.exchange(exchange)?.exchange.response
      }
      let again = await client.run(checkout, RunOptions(repository: store, replay: replay)).result()
      screen.show("again: \(again.succeeded)")
    }
    // end
    #expect(screen.lines.contains("2.2 cart") && screen.lines.last == "again: true")
    #expect(backend.asked.count { $0.path == "/v2/login" } == 1 && backend.asked.count { $0.path == "/v2/pay" } == 2)
    try await store.events.flush()
    #expect(try await store.runs.recent(5).map(\.summary.state) == [.succeeded, .succeeded])
    await store.close()
  }

  @Test("A gate stands before and after every step")
  func gates() async throws {
    let backend = try Self.orders()
    let (client, checkout) = (Self.client(of: backend), Self.checkout())
    // sample: gate
    struct NoPaying: RunGate {
      func before(_ node: GateContext) async -> GateDecision {
        node.name == "pay" ? .skip(.value(["order": 7])) : .go
      }
    }
    let result = await client.run(checkout, RunOptions(gates: [NoPaying()])).result()
    // end
    #expect(result.succeeded && !backend.asked.contains { $0.path == "/v2/pay" })
  }

  @Test("What is kept is used, asked about or left alone, and why is one sentence")
  func cache() async throws {
    let (backend, screen) = (try Self.shop(), Screen())
    let client = Self.client(of: backend)
    // sample: cache
    let items = Request.get("/items").named("items").caching(for: .seconds(60))
    _ = try await client.send(items)
    let response = try await client.send(items)  // nothing is sent
    screen.show(response.cached?.summary ?? "from the server")

    let decision = try await client.cache.decision(for: items)
    screen.show(decision.action)  // use
    _ = try await client.send(.post("/items").model(["name": "pencil"]).invalidating("items"))
    screen.show(try await client.cache.decision(for: items).summary)
    // end
    #expect(screen.lines.count == 3 && screen.lines[0].hasPrefix("Fresh for "))
    #expect(screen.lines.dropFirst() == ["use", "The cache has no entry for it."])
    #expect(backend.asked.count == 2)
  }

  @Test("Mocks reply in place of a server")
  func mocks() async throws {
    let (backend, screen) = (try Self.shop(), Screen())
    let client = Self.client(of: backend)
    // sample: mocks
    client.configuration.mocks = Mocks(
      Mock(.get, "/items/:id") { request in
        .json(["id": .string(request.pathValues["id"] ?? ""), "name": "pen"], delay: .milliseconds(20))
      },
      Mock(.post, "/items") { _ in MockReply(.serviceUnavailable) },
      Mock(.delete, "/items/:id") { _ in .failure(TransportError(.reset, "The connection ended.")) },
      isOn: true)

    screen.show(try await client.send(.get("/items/7")).json())
    screen.show(try await client.send(.get("/items")).version == .mock)  // false: it has none
    // end
    #expect(screen.lines == [#"{"id":"7","name":"pen"}"#, "false"])
    #expect(try await client.send(.post("/items")).status.code == 503)
    await #expect(throws: RequestError.self) { try await client.send(.delete("/items/7")) }
    #expect(backend.asked.count == 1)
  }
}
