import HTTPTypes
import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Requests that open a WebSocket", .timeLimit(.minutes(2))) struct WebSocketRequestTests {
  /// Greets, echoes, and counts what it was sent.
  private func live() throws -> RawServer {
    try RawServer.webSocket { peer in
      try peer.send(#"{ "type": "welcome" }"#)
      try peer.echo()
    }
  }

  private func workspace(_ request: String, _ others: [String: String] = [:]) throws -> SendingWorkspace {
    try SendingWorkspace(
      workspace: "vars: { name: 'tea \"fine\"' }\ndefaults: { expect: { status: [2xx] } }\n",
      files: others.merging(["requests/live.yaml": request]) { own, _ in own })
  }

  @Test("Its messages are sent when it is open, with templates filled in, and then it stays open")
  func messages() async throws {
    let server = try live()
    let workspace = try workspace(
      """
      url: "\(server.webSocketURL)/"
      messages:
        - wait: .type == "welcome"
        - send: '{ "name": "{{name}}" }'
        - { wait: '.name', timeout: 20s }
      """)
    let session = try await workspace.open()
    let call = session.sending.call(try await session.sending.render("live"))
    call.start()
    let channel = try #require(call.request.webSocket)
    channel.postCloseAfterConversation()
    let response = try await call.response()
    #expect(response.isAccepted)
    let came = try JSONPrinter.compact.string(of: #require(response.receivedMessages))
    #expect(came == #"[{"type":"welcome"},{"name":"tea \"fine\""}]"#)
    await session.close()
  }

  @Test("ws+ in front of the address of a server opens a WebSocket there")
  func prefix() async throws {
    let server = try live()
    let workspace = try workspace("url: 'ws+{{base}}/x'\n")
    let session = try await workspace.open()
    let rendered = try await session.sending.render("live", given: ["base": server.url])
    #expect(rendered.opensWebSocket)
    let call = session.sending.call(rendered)
    call.start()
    try #require(call.request.webSocket).postClose()
    #expect(try await call.response().url == server.webSocketURL + "/x")
    await session.close()
  }

  @Test("A message that does not come is a failed expectation")
  func missing() async throws {
    let server = try live()
    let workspace = try workspace(
      """
      url: "\(server.webSocketURL)/"
      messages: [ { wait: '.type == "never"', timeout: 100ms } ]
      """,
      ["groups/g.yaml": "serial: [ { request: live } ]\n"])
    let session = try await workspace.open()
    let result = try await session.groups.run("g").result()
    #expect(
      result.results.first?.error?.summary
        == "Expected a message with “.type == \"never\"”: none came within 100ms.")
    await session.close()
  }

  @Test("A step gives the messages that came, sends what earlier steps gave, and is closed when it is done")
  func step() async throws {
    let server = try live()
    let workspace = try workspace(
      "url: '\(server.webSocketURL)/'\ncapture: { greeting: '.[0].type' }\nexpect: { jq: 'length == 2' }\n",
      [
        "groups/g.yaml": """
        serial:
          - { local: number, jq: '{ n: 7 }' }
          - request: live
            with:
              messages:
                - wait: .type == "welcome"
                - send: '{ "n": {{steps.number.n}} }'
                - wait: .n == $steps.number.n
          - { local: last, jq: '.[-1].n' }
        """
      ])
    let session = try await workspace.open()
    let result = try await session.groups.run("g").result()
    #expect(result.results.map { $0.error?.summary } == [nil, nil, nil])
    #expect(result.results.last?.value == 7)
    #expect(try await session.shared.get("greeting") == .text("welcome"))
    try await server.waitUntilIdle()
    await session.close()
  }

  @Test("The history has the session with its messages, sealed where a secret went over it")
  func history() async throws {
    let server = try live()
    let workspace = try workspace(
      """
      url: "\(server.webSocketURL)/"
      messages: [ { send: 'token {{secret}}' } ]
      """)
    let session = try await workspace.open()
    let call = session.sending.call(try await session.sending.render("live", given: ["secret": "hunter22"]))
    call.start()
    try #require(call.request.webSocket).postCloseAfterConversation()
    _ = try await call.response()
    let newest = try #require(try await session.store.history.recent(1, name: "live").first)
    let kept = try #require(try await session.store.history.exchange(newest.id))
    let response = try #require(kept.exchange.response)
    #expect(response.isWebSocket)
    #expect(try WebSocketEntry.all(in: response).contains { $0.string == "token hunter22" })
    #expect(kept.exchange.isSecret)
    await session.close()
    let found = try await FinishedProcess.run("/bin/grep", ["-r", "-l", "hunter22", workspace.folder.path("state")])
    #expect(found.status == 1, "\(found.outputText)")
  }

  @Test("What a message says is checked where it stands")
  func mistakes() throws {
    let folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: a\n", to: "parley.yaml")
    try folder.write(
      """
      url: ws://127.0.0.1:1/
      messages:
        - { send: hello, wait: . }
        - { timeout: 3s }
        - { send: "{{nobody}}" }
        - { wait: '.a |' }
      """, to: "requests/r.yaml")
    let told = try Workspace.load(at: folder.path("")).diagnostics.map { "\($0.place.line) \($0.message)" }
    #expect(told.count == 4)
    #expect(told.contains("3 a message has either `send` or `wait`"))
    #expect(told.contains("4 a message has either `send` or `wait`"))
    #expect(told.contains { $0.hasPrefix("5 ") && $0.contains("nobody") })
    #expect(told.contains { $0.hasPrefix("6 ") })
  }
}
