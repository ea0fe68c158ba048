import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A session joins files, client and store", .timeLimit(.minutes(2)))
struct SessionTests {
  private let folder: TemporaryDirectory
  private let server: RawServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text(#"{"token": "from the answer"}"#))
    try folder.write("parley: 1\nid: test\nservers: { api: \"{{base}}\" }\n", to: "shop/parley.yaml")
    try folder.write(
      "vars: { base: '\(server.url)', password: { secret: prompt } }\nconfirm: true\n",
      to: "shop/environments/local.yaml")
    try folder.write("vars: { base: '\(server.url)' }\n", to: "shop/environments/other.yaml")
    try folder.write(
      "method: POST\nurl: /login\nbody: { text: 'password={{password}}' }\n", to: "shop/requests/login.yaml")
    try folder.write(
      "url: /me\nheaders: { Authorization: 'Bearer {{response(\"login\").token}}' }\n", to: "shop/requests/me.yaml")
  }

  private func open(environment: String? = nil) async throws -> Session {
    try await Session.open(
      at: folder.path("shop"), state: StateFolder(path: folder.path("state")), environment: environment)
  }

  private func send(_ id: String, by session: Session, given: [String: String] = [:]) async throws -> Response {
    try await session.sending.call(session.sending.render(id, given: given)).response()
  }

  @Test("a request is sent as its file says, and kept before the response is here")
  func sends() async throws {
    let session = try await open()
    let response = try await send("login", by: session, given: ["password": "hunter2 and more"])
    #expect(response.isAccepted)
    #expect(server.requests.last?.body == Array("password=hunter2 and more".utf8))
    let kept = try await session.store.history.recent(1)
    #expect(kept.first?.name == "login")
    #expect(kept.first?.environment == "local")
    #expect(kept.first?.isSecret == true)
    await session.close()
  }

  @Test("a value out of the last response is one of the active environment, and secret where that exchange was")
  func lastResponse() async throws {
    let session = try await open()
    _ = try await send("login", by: session, given: ["password": "hunter2 and more"])
    let rendered = try await session.sending.render("me")
    #expect(rendered.headers.first?.value.text == "Bearer from the answer")
    #expect(rendered.isSecret)
    try session.select(environment: "other")
    await #expect(throws: RenderError.noResponse(request: "login")) { _ = try await session.sending.render("me") }
    await session.close()
  }

  @Test("the environment that was chosen is active when the workspace is opened again")
  func remembersEnvironment() async throws {
    let first = try await open()
    #expect(first.environmentName == "local")
    try first.select(environment: "other")
    await first.close()
    let second = try await open()
    #expect(second.environmentName == "other")
    await second.close()
    let wanted = try await open(environment: "local")
    #expect(wanted.environmentName == "local")
    await wanted.close()
  }

  @Test("an environment or request that does not exist is an error that helps")
  func unknown() async throws {
    let error = await #expect(throws: WorkspaceError.self) { _ = try await open(environment: "prod") }
    #expect(error?.advice == "The environments are local, other.")
    let slip = await #expect(throws: WorkspaceError.self) { _ = try await open(environment: "locla") }
    #expect(slip?.advice == "Did you mean “local”? The environments are local, other.")
    let session = try await open()
    let missing = await #expect(throws: WorkspaceError.self) { _ = try await session.sending.render("logn") }
    #expect(missing?.advice == "Did you mean “login”?")
    await session.close()
  }

  @Test("a copy of the workspace at another path begins with an empty store")
  func copies() async throws {
    let original = try await open()
    _ = try await send("login", by: original, given: ["password": "hunter2 and more"])
    await original.close()
    for name in ["parley.yaml", "environments/local.yaml", "requests/login.yaml"] {
      try folder.write(folder.read("shop/\(name)"), to: "copy/\(name)")
    }
    let copy = try await Session.open(at: folder.path("copy"), state: StateFolder(path: folder.path("state")))
    #expect(try await copy.store.history.count() == 0)
    await copy.close()
  }

  @Test("what the client tells is in the log when the session has closed")
  func recordsEvents() async throws {
    let session = try await open()
    _ = try await send("login", by: session, given: ["password": "hunter2 and more"])
    await session.close()
    let again = try await open()
    let kinds = try await again.store.events.latest(10).map(\.event.kind)
    #expect(kinds.count == 2)
    await again.close()
  }
}
