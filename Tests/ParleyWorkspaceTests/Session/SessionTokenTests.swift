import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("OAuth 2 tokens live in shared data", .timeLimit(.minutes(2)))
struct SessionTokenTests {
  private let folder: TemporaryDirectory
  private let server: TokenServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try TokenServer()
    try write(shared: "")
    for name in ["local", "other"] { try folder.write("vars: { id: app }\n", to: "w/environments/\(name).yaml") }
    try folder.write(
      """
      url: /me
      auth: { oauth2: { tokenUrl: /token, clientId: "{{id}}", clientSecret: "s3cret of the app" } }
      """, to: "w/requests/me.yaml")
  }

  private func write(shared: String) throws {
    try folder.write("parley: 1\nid: test\nservers: { api: '\(server.url)' }\n\(shared)", to: "w/parley.yaml")
  }

  private func open(_ environment: String = "local") async throws -> Session {
    try await Session.open(
      at: folder.path("w"), state: StateFolder(path: folder.path("state")), environment: environment, passphraseCost: 16
    )
  }

  private func send(by session: Session, _ prompter: any Prompter = NoPrompter()) async throws -> String {
    let response = try await session.sending.call(session.sending.render("me", prompter: prompter)).response()
    return try response.text()
  }

  private var key: String { "oauth2 \(server.url)/token client_credentials app" }

  @Test("a token is fetched once, kept by the machine's key, and used again after a restart")
  func survives() async throws {
    var session = try await open()
    #expect(try await send(by: session) == "token-1 of the server")
    #expect(try await send(by: session) == "token-1 of the server")
    let entry = try #require(try await session.shared.entry(key))
    #expect(entry.isSecret && entry.cipher == "machine" && entry.writer == "oauth2" && entry.key.environment == "local")
    #expect(entry.value?.json?["accessToken"]?.string == "token-1 of the server")
    await session.close()

    session = try await open()
    #expect(try await send(by: session) == "token-1 of the server")
    #expect(server.given == 1)
    await session.close()
  }

  @Test("neither an event nor a list nor a file on disk shows a token")
  func staysHidden() async throws {
    let session = try await open()
    _ = try await send(by: session)
    let page = try await session.shared.list()
    #expect(page.entries.map(\.content) == [.hidden])
    #expect(session.shared.isSecret(key))
    try await session.flushEvents()
    let events = try await session.store.events.latest(100).map { "\($0.event)" }
    #expect(events.contains { $0.contains(key) })
    #expect(!events.contains { $0.contains("token-1 of") || $0.contains("s3cret") })
    let kept = try await session.store.history.recent(9)
    #expect(kept.count == 2 && kept.allSatisfy(\.isSecret))
    for id in kept.map(\.id) {
      let exchange = try #require(try await session.store.history.exchange(id)).exchange
      #expect(exchange.secrets.maskingForeign("token-1 of the server") == Secrets.mask)
    }
    await session.close()
    for file in ["data.sqlite", "log.sqlite"] {
      let text = String(decoding: try readFile("\(session.location.folder)/\(file)"), as: UTF8.self)
      #expect(!text.contains("token-1 of the server") && !text.contains("again-1"), "\(file)")
    }
  }

  @Test("an expired token is refreshed, and so is one that is refused, once")
  func refreshes() async throws {
    let session = try await open()
    _ = try await send(by: session)
    server.refuse("token-1 of the server")
    #expect(try await send(by: session) == "token-2 of the server")
    #expect(server.grants == ["client_credentials", "refresh_token"])

    let token = OAuthToken(
      accessToken: "old", refreshToken: "again-2", receivedAt: Timestamp(microseconds: 0), lifetime: 60)
    try await session.shared.set(key, .json(JSONValue(encoding: token)))
    #expect(try await send(by: session) == "token-3 of the server")
    #expect(server.grants.last == "refresh_token")

    server.refuseAll()
    #expect(try await send(by: session) == "no")
    #expect(server.given == 4)
    await session.close()
  }

  @Test("each environment has its own token, and one that is removed is asked for again")
  func environments() async throws {
    let session = try await open()
    _ = try await send(by: session)
    try session.select(environment: "other")
    #expect(try await send(by: session) == "token-2 of the server")
    try session.select(environment: "local")
    #expect(try await send(by: session) == "token-1 of the server")
    try await session.shared.remove(key)
    #expect(try await send(by: session) == "token-3 of the server")
    await session.close()
  }

  @Test("a rule of the workspace keeps them by a vault, which is asked for before anything is sent")
  func vault() async throws {
    try write(shared: "ciphers: { vault: { passphrase: prompt } }\nshared: { \"oauth2*\": { cipher: vault } }\n")
    var session = try await open()
    await #expect(throws: (any Error).self) { _ = try await send(by: session) }
    #expect(server.given == 0)
    _ = try await send(by: session, OneAnswer("words"))
    #expect(try await session.shared.entry(key)?.cipher == "vault")
    await session.close()
    session = try await open()
    #expect(try await send(by: session, OneAnswer("words")) == "token-1 of the server")
    await session.close()
  }

  @Test("a rule that says no cipher does not show them")
  func noCipher() async throws {
    try write(shared: "shared: { \"oauth2*\": { scope: workspace } }\n")
    let session = try await open()
    _ = try await send(by: session)
    let entry = try #require(try await session.shared.entry(key))
    #expect(entry.isSecret && entry.key.environment == nil)
    await session.close()
  }

  @Test("a secret in what names a token stands in no key")
  func secretName() async throws {
    try folder.write(
      "url: /me\nauth: { oauth2: { tokenUrl: '/token?key={{k}}', clientId: app } }\n", to: "w/requests/me.yaml")
    try folder.write("vars: { k: { secret: prompt } }\n", to: "w/environments/local.yaml")
    let session = try await open()
    _ = try await send(by: session, OneAnswer("k3y of the app"))
    let names = try await session.shared.list().entries.map(\.key.name)
    #expect(names.count == 1 && names[0].hasPrefix("oauth2 \(server.url)/token?key=••••••••"))
    await session.close()
  }
}

/// Gives the same answer to every question.
private struct OneAnswer: Prompter {
  let answer: String

  init(_ answer: String) { self.answer = answer }

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    questions.map { _ in PromptAnswer(answer) }
  }
}

/// Gives tokens at `/token`; everything else answers with the token it was asked with, or 401.
private final class TokenServer: Sendable {
  private struct State {
    var grants: [String] = []
    var refused: Set<String> = []
    var refusesAll = false
  }

  private let state = Lock(State())
  private let server: RawServer

  init() throws {
    server = try RawServer.start { [state] connection in
      while let request = try connection.readRequest() {
        try connection.send(state.withLock { Self.answer(request, &$0) })
      }
    }
  }

  deinit { server.stop() }

  var url: String { server.url }
  var grants: [String] { state.withLock { $0.grants } }
  var given: Int { grants.count }
  func refuse(_ token: String) { state.withLock { _ = $0.refused.insert(token) } }
  func refuseAll() { state.withLock { $0.refusesAll = true } }

  private static func answer(_ request: RawRequest, _ state: inout State) -> RawReply {
    guard request.target.hasPrefix("/token") else {
      let token = request.value(of: "Authorization").map { String($0.dropFirst("Bearer ".count)) } ?? ""
      let isRefused = state.refusesAll || !token.hasPrefix("token-") || state.refused.contains(token)
      return isRefused ? .text("no", status: "401 Unauthorized") : .text(token)
    }
    let fields = String(decoding: request.body, as: UTF8.self).split(separator: "&")
    let grant = fields.first { $0.hasPrefix("grant_type=") }?.dropFirst("grant_type=".count)
    state.grants.append(String(grant ?? ""))
    let number = state.grants.count
    return .text(
      #"{"access_token":"token-\#(number) of the server","refresh_token":"again-\#(number)","expires_in":3600}"#)
  }
}
