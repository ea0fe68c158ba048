import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@Suite("What authorizes a request is sealed in what is kept", .timeLimit(.minutes(2)))
struct AuthorizationSealingTests {
  let folder = TemporaryFolder()

  static let secret: [Authorization] = [
    .basic(user: "ada", password: "hunter2hunter2"), .bearer("hunter2hunter2"),
    .apiKey(name: "key", value: "hunter2hunter2", in: .query),
    .apiKey(name: "X-Key", value: "hunter2hunter2", in: .header),
    .source,
  ]

  @Test(
    "No file has it, in any form, though the server sends it back, and the exchange can be read",
    arguments: secret.indices)
  func sealed(_ index: Int) async throws {
    let server = try RawServer.answering(.text("you sent hunter2hunter2"))
    let store = try await Store.opened(in: folder)
    let client = Client(.init(servers: Servers(Server(server.url))), repository: store)
    client.configuration.authorizationSource = { "Bearer hunter2hunter2" }
    try await client.open()
    let recording = store.events.record(client.events)
    let call = client.prepare(.get("/").authorized(Self.secret[index]))
    #expect(try await call.response().text() == "you sent hunter2hunter2")
    let kept = try await store.history.exchange(call.id)
    #expect(try kept?.exchange.response?.text() == "you sent hunter2hunter2")
    await recording.cancel()
    #expect(plain.isEmpty)
    await store.close()
    #expect(plain.isEmpty)
  }

  private var plain: [String] {
    let forms = ["hunter2hunter2", "YWRhOmh1bnRlcjJodW50ZXIy"].map { Array($0.utf8) }
    return Disk.files(below: folder.path).filter { path in forms.contains { Disk.read(path).holds($0) } }
  }
}
