import ParleyEngine
import ParleyStore
import Testing

/// What the README of HJRestClientManager shows of requests, responses, shared data and events.
@Suite("HJRestClientManager", .timeLimit(.minutes(2)))
struct HJRestClientManager {
  struct Person: Codable, Hashable, Sendable {
    var name: String
  }

  @Test("Preview: a model of a GET is its query, and the response is read as text")
  func preview() async throws {
    let backend = try Backend { .text("you sent \($0.query)") }
    let (host, screen) = (backend.host, Screen())
    // sample: hj-preview
    let client = Client(.init(servers: Servers(Server("\(host)/hello"))))
    let response = try await client.send(.get("").model(["a": "1"]))
    screen.show(try response.text())
    // end
    #expect(screen.lines == ["you sent a=1"])
    #expect(backend.asked.first?.target == "/hello?a=1")
  }

  @Test("Setup: a client is open on a folder, and says why it cannot")
  func setup() async throws {
    let (backend, files, screen) = (try Backend(), try Folder(), Screen())
    let (address, folder) = (backend.address, files.path("store"))
    // sample: hj-setup
    let store = Store(at: folder, machineKey: "\(folder).key")
    let client = Client(.init(servers: Servers(Server(address))), repository: store)
    do throws(RepositoryError) {
      try await client.open()
    } catch {
      screen.show(error.description)
    }
    // end
    #expect(client.isOpen)
    #expect(try await client.send(.get("/hello")).isAccepted)
    #expect(try await store.history.count() == 1)
    #expect(screen.lines.isEmpty)
    await store.close()

    let path = try files.write("a file, no folder", to: "file")
    let unusable = Client(repository: Store(at: path, machineKey: "\(folder).key"))
    let refused = await #expect(throws: RepositoryError.self) { try await unusable.open() }
    #expect(refused?.kind == .unusablePath)
    let early = await #expect(throws: RequestError.self) { try await unusable.send(.get(address)) }
    #expect(early?.code == "client.notOpen")
  }

  @Test("Connection pool: its size is changed while the client works")
  func pool() async throws {
    let client = Client()
    #expect(client.poolSize == 0)
    // sample: hj-pool
    client.poolSize = 64
    // end
    #expect(client.poolSize == 64)
    let backend = try Backend()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask { try await client.send(.get("\(backend.address)/\(number)")).status.code }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(backend.asked.count == 100)
  }
}
