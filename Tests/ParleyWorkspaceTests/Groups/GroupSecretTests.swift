import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("Secrets that steps hand on", .timeLimit(.minutes(2))) struct GroupSecretTests {
  private let token = "token-of-ada-12345"

  private func workspace() throws -> SendingWorkspace {
    try SendingWorkspace(
      [.json(#"{"token":"\#(token)"}"#), .json("{}")], workspace: "shared: { token: { cipher: machine } }\n",
      files: [
        "groups/g.yaml": """
        serial:
          - request: one
          - { local: pick, jq: '{ it: $steps.one.token } | .it' }
          - { local: wrap, jq: '{ deep: $steps.pick }' }
          - { request: two, with: { headers: { X-Pick: "{{steps.wrap.deep}}" } } }
        """,
        "requests/one.yaml": "url: /one\ncapture: { token: .token }\n", "requests/two.yaml": "url: /two\n",
      ])
  }

  @Test("What was captured and may not be seen stays a secret through filters, and in a replay", arguments: [1, 2])
  func handedOn(runs: Int) async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    let events = session.client.events.subscribe()
    let first = try session.groups.run("g")
    #expect(await first.result().succeeded)
    let run = runs == 1 ? first : try await session.groups.replay("g", from: "two", of: "last")
    #expect(await run.result().succeeded)
    #expect(workspace.server.requests.last?.value(of: "X-Pick") == token)
    #expect(workspace.server.requests.count == runs + 1)
    let exchange = try #require(run.recording.node(named: "two")?.exchange)
    let kept = try #require(try await session.store.history.exchange(exchange))
    #expect(kept.entry.isSecret && !kept.exchange.secrets.masking("sent \(token)").contains(token))
    let told = events.takeAvailable().map { "\($0)" }
    #expect(!told.isEmpty && !told.contains { $0.contains(token) })
    await session.close()
    let found = try await FinishedProcess.run("/bin/grep", ["-rlaF", token, workspace.folder.path("state")])
    #expect(found.status == 1, "\(found.outputText)")
  }
}
