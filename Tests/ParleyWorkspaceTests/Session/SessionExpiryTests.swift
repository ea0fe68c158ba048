import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A session knows which shared keys have expired, and renews them", .timeLimit(.minutes(2)))
struct SessionExpiryTests {
  private let place: SendingWorkspace

  init() throws {
    place = try SendingWorkspace(
      [.text(#"{"result": {"token": "t1", "other": "o"}, "expires_in": 3600, "at": "soon"}"#)],
      workspace: """
        shared:
          token: { expires: .expires_in, cipher: none }
          "page.*": { ttl: 30m }

        """,
      files: [
        "requests/user/login.yaml": """
        url: /login
        method: POST
        capture: { token: .result.token, page.one: .result.other, own: { path: .result.other, ttl: 5m } }

        """,
        "requests/me.yaml": "url: /me/{{shared.token}}\n",
        "requests/odd.yaml": "url: /odd\ncapture: { odd: { path: .result.other, expires: .at } }\n",
      ])
  }

  private func left(_ name: String, in session: Session) async throws -> Int {
    let expires = try #require(try await session.shared.entry(name)?.expires)
    return Int((Double(Timestamp.now().duration(to: expires).inMilliseconds) / 60_000).rounded())
  }

  @Test("a captured value expires as the rule of its key says, or its capture")
  func capturing() async throws {
    let session = try await place.open()
    #expect(session.workspace.diagnostics.isEmpty)
    _ = try await session.sending.call(session.sending.render("user/login")).response()
    #expect(try await left("token", in: session) == 60)
    #expect(try await left("page.one", in: session) == 30)
    #expect(try await left("own", in: session) == 5)
    await session.close()
  }

  @Test("a response that says no time is a failed expectation, and the value is not captured")
  func badTime() async throws {
    let session = try await place.open()
    let response = try await session.sending.call(session.sending.render("odd")).response()
    #expect(response.validationFailure?.summary.contains("to say when odd expires") == true)
    #expect(try await session.shared.entry("odd") == nil)
    await session.close()
  }

  @Test("an expired key is an error that says since when, and which request renews it; renewing sends that")
  func expiring() async throws {
    let session = try await place.open()
    try await session.sharedKeys.set("token", "old", lifetime: .until(Timestamp(microseconds: 1_700_000_000_000_000)))
    let error = await #expect(throws: RenderError.self) { _ = try await session.sending.render("me") }
    #expect(error?.summary.hasPrefix("The shared key token expired at 2023-11-1") == true)
    #expect(error?.advice == "Send user/login to renew it, or run: parley shared renew token")
    #expect(try await session.shared.entry("token")?.value == "old")
    let renewed = try await session.sharedKeys.renew("token", by: NoPrompter())
    #expect(renewed.value == "t1" && renewed.writer == "user/login")
    #expect(try await session.sending.render("me").url.text.hasSuffix("/me/t1"))
    await #expect(throws: WorkspaceError.self) { try await session.sharedKeys.renew("nobody", by: NoPrompter()) }
    await session.close()
  }

  @Test("filters do not see an expired key")
  func filters() async throws {
    let session = try await place.open()
    try await session.sharedKeys.set("a", "1", lifetime: .until(Timestamp(microseconds: 1)))
    try await session.sharedKeys.set("b", "2")
    let input = await session.checks.filterInput(for: [try JQFilter(parsing: "$shared")])
    #expect(input.shared == ["b": "2"])
    await session.close()
  }

  @Test("another cipher and another name keep rule and expiry")
  func changing() async throws {
    let session = try await place.open()
    try await session.sharedKeys.set("token", "t", lifetime: .until(Timestamp.now().advanced(by: .seconds(600))))
    try await session.sharedKeys.bind("token", to: "gzip", by: NoPrompter())
    let text = String(decoding: try place.folder.read("w/parley.yaml"), as: UTF8.self)
    #expect(text.contains("token: { expires: .expires_in, cipher: gzip }"))
    try await session.sharedKeys.rename("token", to: "session", by: NoPrompter())
    #expect(try await left("session", in: session) == 10)
    await session.close()
  }
}
