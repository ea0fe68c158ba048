import ParleyEngine
import ParleyStore
import Testing

extension Tutorial {
  @Test("Everything that happens is told as an event")
  func events() async throws {
    let backend = try Self.shop()
    let (client, screen) = (Self.client(of: backend), Screen())
    // sample: events
    let subscription = client.events.subscribe()
    let log = Task {
      for await delivery in subscription {
        switch delivery {
        case .event(let event):
          if case .loadRemote(let request, let response) = event.kind {
            screen.show("\(request.method) \(request.endpoint ?? "") \(response.status)")
          }
        case .missed(let count):
          screen.show("\(count) events came too fast")
        }
      }
    }
    // end
    _ = try await client.send(.get("/items"))
    #expect(await screen.wait(for: 1) == ["GET /items 200"])
    subscription.cancel()
    await log.value
  }

  @Test("What would be sent is explained, without sending it")
  func explain() throws {
    let backend = try Self.shop()
    let (client, screen) = (Self.client(of: backend), Screen())
    // sample: explain
    let explanation = try client.explain(.get("/items/:id").path("id", 7).header(.acceptLanguage, "en"))
    for part in explanation.parts {
      for line in part.lines { screen.show("\(part.stage): \(line.name) = \(line.value) (\(line.origin))") }
    }
    // end
    #expect(explanation[.url]?["url"]?.value == "\(backend.address)/v2/items/7")
    #expect(explanation[.headers]?["Accept-Language"]?.origin == .request)
    #expect(!screen.lines.isEmpty && backend.asked.isEmpty)
  }

  @Test("Shared data are observed, undone, and kept by ciphers")
  func sharedData() async throws {
    let screen = Screen()
    // sample: shared
    let rules = SharedRules([
      SharedRule("page.*", cipher: "gzip"),
      SharedRule("build", scope: .workspace),
    ])
    let shared = SharedData(environment: "staging", rules: rules)

    try await shared.set("user.name", "ada", writer: "sign-in")
    try await shared.set("user.name", "grace", writer: "sign-in")
    try await shared.undo("user.name")
    let name = try await shared.get("user.name")?.text  // "ada"

    for entry in try await shared.list(prefix: "user.").entries {
      screen.show("\(entry.key.name) by \(entry.writer ?? "nobody")")
    }
    // end
    #expect(name == "ada" && screen.lines.count == 1)
  }

  @Test("A repository on disk keeps history, events and sealed values")
  func store() async throws {
    let (backend, files, screen) = (try Self.shop(), try Folder(), Screen())
    let (api, folder) = ("\(backend.address)/v2", files.path("store"))
    let passphrase = "correct horse battery staple"
    // sample: store
    let store = Store(at: folder, machineKey: "\(folder)/../machine.key")
    let client = Client(.init(servers: Servers(Server(api))), repository: store)
    try await client.open()
    let recording = store.events.record(client.events)

    _ = try await client.send(.get("/items").named("items"))
    for entry in try await store.history.recent(10, name: "items") {
      screen.show("\(entry.method) \(entry.url) \(entry.status ?? 0)")
    }
    let last = try await store.history.lastResponse(named: "items")
    let items = try last?.exchange.response?.decode([Item].self)
    // end
    #expect(screen.lines == ["GET \(api)/items 200"] && items?.count == 2)
    // sample: vault
    let vault = VaultCipher("vault")
    vault.unlock(with: try await store.cipherKeys.open("vault", with: .passphrase(passphrase)))

    let shared = SharedData(storage: store.sharedData, events: client.events)
    shared.register(vault, as: "vault")
    try await shared.bind("token", to: "vault")
    try await shared.set("token", "t-123456")

    vault.lock()
    let isSecret = shared.isSecret("token")  // true: masked wherever it is shown
    // end
    #expect(isSecret)
    let locked = await #expect(throws: SharedDataError.self) {
      try await SharedData(storage: store.sharedData, rules: shared.rules).get("token")
    }
    #expect(locked?.kind == .unknownCipher)
    // sample: store-end
    await recording.cancel()  // what was told is on disk
    await store.close()
    // end
    let early = await #expect(throws: RepositoryError.self) { try await store.history.count() }
    #expect(early?.kind == .notOpen)
  }

  @Test("A transport of your own replies without a wire")
  func transport() async throws {
    // sample: transport
    struct Canned: Transport {
      struct Done: TransportTask {
        func cancel() {}
        func pause() {}
        func resume() {}
      }

      let body: String

      func start(
        _ request: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void
      ) -> any TransportTask {
        let head = ResponseHead(url: request.url, status: .ok)
        handler(.sent(url: request.url))
        handler(.finished(.success(TransportResponse(head: head, body: InMemoryBytes(body)))))
        return Done()
      }
    }

    let client = Client(transport: Canned(body: #"[{"id": 1, "name": "pen", "price": 2.5}]"#))
    let items = try await client.send(.get("https://api.example.com/items"), as: [Item].self)
    // end
    #expect(items.map(\.name) == ["pen"])
  }
}
