import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Cookies belong to the environment and outlive the program", .timeLimit(.minutes(2)))
struct SessionCookieTests {
  private let folder: TemporaryDirectory
  private let server: RawServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(inTurn: [.text("{}", headers: ["Set-Cookie: session=first"]), .text("{}")])
    try folder.write("parley: 1\nid: test\nservers: { api: '\(server.url)' }\n", to: "w/parley.yaml")
    try folder.write("url: /\n", to: "w/requests/r.yaml")
    for name in ["local", "other"] { try folder.write("vars: { a: b }\n", to: "w/environments/\(name).yaml") }
  }

  private func open() async throws -> Session {
    try await Session.open(
      at: folder.path("w"), state: StateFolder(path: folder.path("state")), environment: "local")
  }

  private func cookieSent(by session: Session) async throws -> String? {
    _ = try await session.sending.call(session.sending.render("r")).response()
    return server.requests.last?.value(of: "Cookie")
  }

  @Test("a cookie of one environment is sent in that one alone, after a restart too")
  func environments() async throws {
    var session = try await open()
    #expect(try await cookieSent(by: session) == nil)
    #expect(try await cookieSent(by: session) == "session=first")
    try session.select(environment: "other")
    #expect(try await cookieSent(by: session) == nil)
    await session.close()

    session = try await open()
    #expect(try await cookieSent(by: session) == "session=first")
    let jar = try #require(session.client.configuration.cookies)
    var cookie = try #require(jar.cookies.first)
    cookie.value = "edited"
    jar.set(cookie)
    await session.close()

    session = try await open()
    #expect(try await cookieSent(by: session) == "session=edited")
    await session.close()
  }
}
