import HTTPTypes
import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A request gives the token of others", .timeLimit(.minutes(2)))
struct LoginTests {
  private let folder: TemporaryDirectory
  private let server: LoginServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try LoginServer()
    try folder.write(
      "parley: 1\nid: test\nservers: { api: '\(server.url)' }\n", to: "w/parley.yaml")
    try folder.write("vars: { password: { secret: prompt } }\n", to: "w/environments/local.yaml")
    try request(
      "user/login",
      """
      method: POST
      url: /login
      body: { json: '{ "password": "{{password}}" }' }
      capture: { session: .token }
      """)
    try request("me", "url: /me\nauth: { request: user/login }")
  }

  private func request(_ id: String, _ text: String) throws { try folder.write(text, to: "w/requests/\(id).yaml") }

  private func withSession<Value>(_ body: (Session) async throws -> Value) async throws -> Value {
    let session = try await Session.open(
      at: folder.path("w"), state: StateFolder(path: folder.path("state")), environment: "local",
      given: ["password": "secret"], passphraseCost: 16)
    do {
      let value = try await body(session)
      await session.close()
      return value
    } catch {
      await session.close()
      throw error
    }
  }

  private func send(_ id: String, by session: Session) async throws -> String {
    try await session.sending.call(session.sending.render(id)).response().text()
  }

  @Test("it is sent once for all who need its token, and its token is used from then on")
  func once() async throws {
    try await withSession { session in
      let texts = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { try await send("me", by: session) } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(texts == ["Bearer token-1"] && server.logins == 1)
    }
    try await withSession { session in
      let text = try await send("me", by: session)
      #expect(text == "Bearer token-1" && server.logins == 1)
    }
  }

  @Test("it is sent again when the token is refused, and the request after it; a second refusal stands")
  func refused() async throws {
    try await withSession { session in
      _ = try await send("me", by: session)
      server.refuse("token-1")
      #expect(try await send("me", by: session) == "Bearer token-2")
      server.refuseAll()
      let response = try await session.sending.call(session.sending.render("me")).response()
      #expect(response.status == .unauthorized && server.logins == 3)
    }
  }

  @Test("a WebSocket is opened with the token, and once more after it was refused")
  func webSocket() async throws {
    try request("live", "url: 'ws+\(server.url)/live'\nauth: { request: user/login }\nmessages: [{ wait: 'true' }]\n")
    try await withSession { session in
      for token in ["Bearer token-1", "Bearer token-2"] {
        let call = session.sending.call(try await session.sending.render("live"))
        call.start()
        try #require(call.request.webSocket).postCloseAfterConversation()
        let response = try await call.response()
        #expect(response.status.code == 101 && response.receivedMessages == [.string(token)])
        server.refuse("token-1")
      }
      #expect(server.logins == 2)
    }
  }

  @Test("its token is encrypted with this machine's key, and neither an event nor a file shows it")
  func hidden() async throws {
    let location = try await withSession { session in
      _ = try await send("me", by: session)
      let entry = try #require(try await session.shared.entry("session"))
      #expect(entry.isSecret && entry.cipher == "machine")
      try await session.flushEvents()
      let events = try await session.store.events.latest(100).map { "\($0.event)" }
      #expect(!events.isEmpty && !events.contains { $0.contains("token-1") })
      return session.location.folder
    }
    for file in ["data.sqlite", "log.sqlite"] {
      let text = String(decoding: try readFile("\(location)/\(file)"), as: UTF8.self)
      #expect(!text.contains("token-1"), "\(file)")
    }
  }

  @Test("the token stands in the header, with the scheme and from the key that the request says")
  func elsewhere() async throws {
    try request(
      "user/login",
      "method: POST\nurl: /login\nbody: { json: '{ \"password\": \"{{password}}\" }' }\n"
        + "capture: { session: .token, other: .other }")
    try request("me", "url: /me\nauth: { request: { name: user/login, token: session, header: X-Session } }")
    let text = try await withSession { session in try await send("me", by: session) }
    #expect(text == "token-1")
  }

  @Test("a login that fails is the error of the request, with what it said")
  func failed() async throws {
    try await withSession { session in
      server.refuseLogins()
      let error = await #expect(throws: RequestError.self) { try await send("me", by: session) }
      #expect(error?.code == "authorization.login" && error?.summary == "user/login gave no token.")
      #expect(error?.detail?.contains("403") == true)
      #expect(server.others == 0)
    }
  }

  static let mistakes: [(files: [String: String], sentence: String)] = [
    (["me": "url: /me\nauth: { request: user/logn }"], "unknown request “user/logn”"),
    (["user/login": "url: /login"], "user/login captures no token"),
    (["user/login": "url: /login\ncapture: { a: .a, b: .b }"], "user/login captures several values"),
    (
      ["me": "url: /me\nauth: { request: { name: user/login, token: sesion } }"],
      "user/login does not capture “sesion”"
    ),
    (
      ["user/login": "url: /login\nauth: { request: user/login }\ncapture: { session: .token }"],
      "the token of user/login would need a token of user/login"
    ),
    (
      [
        "user/login": "url: /login\nauth: { request: other }\ncapture: { session: .token }",
        "other": "url: /other\nauth: { request: user/login }\ncapture: { it: .token }",
      ], "the token of user/login would need a token of user/login"
    ),
  ]

  @Test("what cannot give a token is an error of the files, and nothing is sent", arguments: mistakes.indices)
  func mistake(_ index: Int) async throws {
    let (files, sentence) = Self.mistakes[index]
    for (id, text) in files { try request(id, text) }
    try await withSession { session in
      let found = session.workspace.diagnostics.filter { $0.severity == .error }.map(\.message)
      #expect(found.contains { $0.contains(sentence) }, "\(found)")
      await #expect(throws: RenderError.self) { try await send("me", by: session) }
      #expect(server.logins == 0 && server.others == 0)
    }
  }

  @Test("a login that inherits itself as everybody's authentication says how to leave the loop")
  func inheritedLoop() async throws {
    try folder.write(
      "parley: 1\nid: test\nservers: { api: '\(server.url)' }\ndefaults: { auth: { request: user/login } }\n",
      to: "w/parley.yaml")
    try await withSession { session in
      let found = try #require(session.workspace.diagnostics.first { $0.code.description == "circular-name" })
      #expect(found.hint == "write auth: none in requests/user/login.yaml, or another authentication")
    }
  }

  @Test("renaming the login renames it where its token is used")
  func renamed() async throws {
    try await withSession { session in
      #expect(NameUses(in: session.workspace).files(namingRequest: "user/login") == ["requests/me.yaml"])
    }
  }
}

/// Gives tokens at `/login`; everything else says with which it was asked, or 401.
private final class LoginServer: Sendable {
  private struct State {
    var logins = 0
    var others = 0
    var refused: Set<String> = []
    var refusesAll = false
    var refusesLogins = false
  }

  private let state = Lock(State())
  private let server: RawServer

  init() throws {
    server = try RawServer.start { [state] connection in
      while let request = try connection.readRequest() {
        let answer = state.withLock { Self.answer(request, &$0) }
        guard request.target == "/live", answer.bytes.starts(with: Array("HTTP/1.1 200".utf8)) else {
          try connection.send(answer)
          continue
        }
        let peer = try WebSocketPeer(request, on: connection)
        try peer.send(request.value(of: "Authorization") ?? "none")
        return try peer.echo()
      }
    }
  }

  deinit { server.stop() }

  var url: String { server.url }
  var logins: Int { state.withLock { $0.logins } }
  var others: Int { state.withLock { $0.others } }
  func refuse(_ token: String) { state.withLock { _ = $0.refused.insert(token) } }
  func refuseAll() { state.withLock { $0.refusesAll = true } }
  func refuseLogins() { state.withLock { $0.refusesLogins = true } }

  private static func answer(_ request: RawRequest, _ state: inout State) -> RawReply {
    if request.target == "/login" {
      guard !state.refusesLogins else { return .text("no", status: "403 Forbidden") }
      state.logins += 1
      return .text(#"{"token":"token-\#(state.logins)","other":1}"#)
    }
    state.others += 1
    let shown = request.value(of: "Authorization") ?? request.value(of: "X-Session") ?? "none"
    let token = shown.split(separator: " ").last.map(String.init) ?? ""
    let isRefused = state.refusesAll || !token.hasPrefix("token-") || state.refused.contains(token)
    return isRefused ? .text("no", status: "401 Unauthorized") : .text(shown)
  }
}
