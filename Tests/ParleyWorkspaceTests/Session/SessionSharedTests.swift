import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A session shares data between requests, people and programs", .timeLimit(.minutes(2)))
struct SessionSharedTests {
  private let folder: TemporaryDirectory
  private let server: RawServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text(#"{"result": {"token": "t0ken of the answer", "user": {"id": 7}}}"#))
    try folder.write(
      """
      parley: 1
      id: test
      servers: { api: "\(server.url)" }
      ciphers:
        vault: { passphrase: prompt }
        ci: { keyFile: keys/ci.key }
      shared:
        token: { cipher: vault }
        "user.*": { scope: workspace }
      """, to: "shop/parley.yaml")
    try folder.write("vars: { place: here }\n", to: "shop/environments/local.yaml")
    try folder.write("vars: { place: there }\n", to: "shop/environments/other.yaml")
    try folder.write(
      """
      method: POST
      url: /login
      response: { root: result }
      capture: { token: .token, user.id: .user.id, ~off: .user }
      """, to: "shop/requests/login.yaml")
    try folder.write(
      "url: /me/{{shared.user.id}}\nheaders: { Authorization: 'Bearer {{shared.token}}' }\n",
      to: "shop/requests/me.yaml")
    try folder.write("url: /odd\ncapture: { odd: .result.nowhere }\n", to: "shop/requests/odd.yaml")
  }

  private func open(_ environment: String = "local") async throws -> Session {
    try await Session.open(
      at: folder.path("shop"), state: StateFolder(path: folder.path("state")), environment: environment,
      passphraseCost: 16)
  }

  private func send(_ id: String, by session: Session, _ answers: String...) async throws -> Response {
    let rendered = try await session.sending.render(id, prompter: Answers(answers))
    return try await session.sending.call(rendered).response()
  }

  @Test("a response's values are captured before it is seen, sealed where a rule says so, and read by other requests")
  func capture() async throws {
    let session = try await open()
    #expect(session.workspace.diagnostics.isEmpty)
    let response = try await send("login", by: session, "words", "words")
    #expect(response.isAccepted)
    #expect(response.secrets == Secrets(["t0ken of the answer", "7"]))
    #expect(try await session.store.history.recent(1).first?.isSecret == true)
    let token = try #require(try await session.shared.entry("token"))
    #expect(token.value == "t0ken of the answer" && token.isSecret && token.writer == "login")
    #expect(try await session.shared.get("user.id") == .json(7))
    #expect(try await session.shared.get("off") == nil)

    let rendered = try await session.sending.render("me")
    #expect(rendered.url.text.hasSuffix("/me/7"))
    #expect(rendered.headers.first?.value.text == "Bearer t0ken of the answer")
    #expect(rendered.headers.first?.value.fills.first?.source == .shared("token", writer: "login"))
    #expect(rendered.isSecret)
    await session.close()
  }

  @Test("a passphrase is asked once a session, twice the first time, and a wrong one changes nothing")
  func passphrase() async throws {
    var session = try await open()
    await #expect(throws: SharedDataError.self) { _ = try await send("login", by: session, "words", "others") }
    #expect(server.requests.isEmpty)
    _ = try await send("login", by: session, "words", "words")
    _ = try await send("login", by: session)
    await session.close()

    session = try await open()
    #expect(session.ciphers.all.map(\.isLocked) == [true, true])
    let wrong = await #expect(throws: SharedDataError.self) {
      _ = try await session.sharedKeys.reveal("token", by: Answers(["wrong"]))
    }
    #expect(wrong?.kind == .wrongKey)
    #expect(try await session.sharedKeys.reveal("token", by: Answers(["words"]))?.value == "t0ken of the answer")
    session.ciphers.lock("vault")
    #expect(session.ciphers.all.first?.isLocked == true)
    let error = await #expect(throws: SharedDataError.self) { _ = try await session.shared.get("token") }
    #expect(error?.kind == .locked)
    try await session.ciphers.changeSecret(of: "vault", by: Answers(["words"], ["new", "new"]))
    #expect(try await session.sharedKeys.reveal("token", by: Answers(["new"]))?.value == "t0ken of the answer")
    await session.close()
  }

  @Test("a path that leads nowhere makes the response one that was not expected")
  func missingPath() async throws {
    let session = try await open()
    let response = try await send("odd", by: session)
    #expect(response.validationFailure?.expectation == ".result.nowhere to capture as odd")
    #expect(!response.isAccepted)
    await session.close()
  }

  @Test("a key without a value is an error that names the request that captures it")
  func missingKey() async throws {
    let session = try await open()
    let error = await #expect(throws: RenderError.self) { _ = try await session.sending.render("me") }
    #expect(error == .noSharedKey("user.id", capturedBy: ["login"]))
    await session.close()
  }

  @Test("keys belong to the active environment, those of the workspace to all")
  func environments() async throws {
    let session = try await open()
    try await session.shared.set("a", "local's", writer: SharedKeys.byHand)
    try await session.shared.set("user.id", "1")
    try session.select(environment: "other")
    #expect(try await session.shared.get("a") == nil)
    #expect(try await session.shared.get("user.id") == "1")
    await session.close()
  }

  @Test("what another program writes is known to templates here")
  func otherProgram() async throws {
    let session = try await open()
    let changes = session.shared.changes(of: .key("a"))
    let other = try await open()
    try await other.shared.set("a", "theirs", writer: "other")
    var iterator = changes.makeAsyncIterator()
    let change = await iterator.next()
    #expect(change?.entry.value == "theirs" && change?.isForeign == true)
    #expect(try await session.shared.get("a") == "theirs")
    await other.close()
    await session.close()
  }

  @Test("where a key is read and captured is told")
  func uses() async throws {
    let session = try await open()
    let uses = session.sharedKeys.uses.of("token")
    #expect(uses.map(\.kind) == [.captures, .reads])
    #expect(uses.map(\.request) == ["login", "me"])
    await session.close()
  }

  @Test("a cipher nobody declared, an odd path and an odd cipher are mistakes with their places")
  func mistakes() async throws {
    try folder.write(
      "parley: 1\nid: test\nciphers:\n  vault: { passphrase: promt }\n  gzip: { keyFile: a }\nshared:\n  a: { cipher: valt }\n",
      to: "odd/parley.yaml")
    try folder.write("url: /\ncapture: { a: token }\n", to: "odd/requests/r.yaml")
    let workspace = try Workspace.load(at: folder.path("odd"))
    let places = Set(workspace.diagnostics.map { "\($0.place.file):\($0.place.line)" })
    #expect(places == ["parley.yaml:4", "parley.yaml:5", "parley.yaml:7", "requests/r.yaml:2"])
    #expect(workspace.diagnostics.contains { $0.message == "unknown cipher “valt”" && $0.nearest == "vault" })
  }
}
