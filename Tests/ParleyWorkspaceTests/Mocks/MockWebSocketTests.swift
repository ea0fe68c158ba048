import HTTPTypes
import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Mocks of WebSockets", .timeLimit(.minutes(1))) struct MockWebSocketTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: mockws\nservers: { api: 'http://127.0.0.1:1' }\n", to: "w/parley.yaml")
  }

  private func session(_ mocks: String, request: String) async throws -> Session {
    try folder.write(mocks, to: "w/mocks/live.yaml")
    try folder.write(request, to: "w/requests/live.yaml")
    let session = try await Session.open(
      at: folder.path("w"), state: StateFolder(path: folder.path("state")), passphraseCost: 16)
    #expect(session.workspace.diagnostics.isEmpty, "\(session.workspace.diagnostics)")
    session.mocks.isOn = true
    return session
  }

  private func entries(_ session: Session) async throws -> (Response, [WebSocketEntry]) {
    let response = try await session.sending.call(session.sending.render("live")).response()
    return (response, try WebSocketEntry.all(in: response))
  }

  @Test("greet, reply to what a filter likes with values of the message, and close with their code")
  func conversation() async throws {
    let session = try await session(
      """
      - match: GET /ws/:room
        messages:
          - json: { type: welcome, room: "{{request.path.room}}" }
          - text: "for {{request.query.who}}"
          - { when: .add, jq: '.body.add + 1, "done"' }
          - { when: .add, text: never }
          - { when: . == "bye", text: farewell, delay: 1ms, close: 4001 }

      """,
      request: """
        url: ws+http://127.0.0.1:1/ws/tea?who=ada
        messages:
          - wait: .type == "welcome" and .room == "tea"
          - send: '{ "add": 41 }'
          - wait: . == 42
          - send: '{ "nobody": true }'
          - send: bye
          - wait: . == "farewell"

        """)
    let (response, entries) = try await entries(session)
    let received = entries.filter { $0.from == .server }.map(\.text)
    #expect(received == [#"{"type":"welcome","room":"tea"}"#, "for ada", "42", "done", "farewell", "4001"])
    #expect(response.version == .mock && response.status.code == 101 && response.validationFailure == nil)
    #expect(try await session.store.history.recent(1).first?.status == 101)
    await session.close()
  }

  @Test("what was not said in time, or cannot be filled in, is a failed expectation that says why")
  func failures() async throws {
    let session = try await session(
      """
      - match: GET /ws
        messages:
          - { when: true, text: "{{request.body.nothing.here}}" }

      """,
      request: "url: /ws\nserver: api\nmessages: [{ send: x }, { wait: . == 1, timeout: 5s }]\n")
    try folder.write(
      "url: ws+http://127.0.0.1:1/ws\nmessages: [{ send: x }, { wait: . == 1 }]\n", to: "w/requests/live.yaml")
    try await session.reload()
    let (response, entries) = try await entries(session)
    #expect(entries.last?.code == 1011 && entries.last?.text.contains("mocks/live.yaml") == true)
    #expect(response.validationFailure?.reason == "the WebSocket was closed before one came")
    await session.close()
  }

  @Test("a mock with a reply refuses it, with its status and body")
  func refused() async throws {
    let session = try await session(
      "- match: GET /ws\n  reply: { status: 401, text: sign in first }\n",
      request: "url: ws+http://127.0.0.1:1/ws\n")
    let response = try await session.sending.call(session.sending.render("live")).response()
    let text = try response.text()
    #expect(response.status.code == 401 && text == "sign in first")
    #expect(response.validationFailure?.expectation == "a WebSocket (status 101)")
    await session.close()
  }

  @Test("of a mock, either reply or messages is wanted")
  func either() async throws {
    try folder.write("- match: GET /a\n- match: GET /b\n  reply: {}\n  messages: [{ text: x }]\n", to: "w/mocks/m.yaml")
    let workspace = try Workspace.load(at: folder.path("w"))
    #expect(workspace.mocks.isEmpty)
    #expect(workspace.diagnostics.map(\.sentence).allSatisfy { $0.contains("either `reply` or `messages`") })
    #expect(workspace.diagnostics.count == 2)
  }

  @Test("the demo's prices are replied to without a server")
  func demo() async throws {
    let project = try FileSystem.realPath(#filePath).parentPath.parentPath.parentPath.parentPath
    let copy = try await FinishedProcess.run("/bin/cp", ["-r", "\(project)/workspaces/demo", folder.path("demo")])
    #expect(copy.status == 0)
    let session = try await Session.open(
      at: folder.path("demo"), state: StateFolder(path: folder.path("state")),
      given: ["baseUrl": "http://127.0.0.1:1"], passphraseCost: 16)
    session.mocks.isOn = true
    let group = try await session.sending.call(session.sending.render("live/prices")).receivedPrices(2)
    #expect(group.map { $0["item"] } == [3, 3])
    await session.close()
  }
}

extension Call {
  /// So many prices of a WebSocket, which is closed then.
  fileprivate func receivedPrices(_ count: Int) async throws -> [JSONValue] {
    let (news, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    onChange { _ in signal.yield() }
    start()
    var prices: [JSONValue] = []
    var reader: TranscriptReader?
    for await _ in news where prices.count < count {
      if reader == nil { reader = arriving.map { TranscriptReader(of: $0.body) } }
      while let entries = reader?.next(), !entries.isEmpty {
        prices += entries.compactMap(\.json).filter { $0["type"] == "price" }
      }
      if prices.count >= count { break }
    }
    stop()
    _ = try? await response()
    return Array(prices.prefix(count))
  }
}
