import ParleyEngine
import ParleyFiles
import ParleyStore
import TestSupport
import Testing

@testable import ParleyWorkspace

/// A run that worked, one change, and a run that does not: the change is found, and what follows from it is folded.
@Suite("What has changed since a run worked", .timeLimit(.minutes(1))) struct RunChangesTests {
  private static let files = [
    "environments/local.yaml": "vars: { tenant: a1 }\n", "environments/empty.yaml": "vars: { tenant: '' }\n",
    "requests/page.yaml": "url: /page\nquery: { tenant: '{{tenant}}' }\n", "requests/other.yaml": "url: /other\n",
    "requests/cart.yaml": "url: '/carts/{{shared.cart}}'\n",
    "groups/g.yaml": """
    serial:
      - request: other
      - request: cart
      - request: page
      - { local: total, jq: '[.items[].price] | add // 0' }
      - { local: check, assert: ['. == 13'] }
    """,
  ]

  /// - Parameter change: what is changed between both runs.
  private func changes(
    in environment: String = "local", _ change: (WhyWorkspace, Monitor<String>) async throws -> Void = { _, _ in }
  ) async throws -> RunChanges {
    let (count, prices) = (Monitor(0), Monitor(#"[{"price":5},{"price":8}]"#))
    let workspace = try WhyWorkspace(Self.files) { line, _ in
      if line == "GET /other" {
        let number = count.withLock { count in
          count += 1
          return count
        }
        return .json("{\"n\":\(number)}")
      }
      if line.hasPrefix("GET /carts/") { return .json("{}") }
      return .json(#"{"items":\#(line.contains("tenant=a1") ? prices.withLock { $0 } : "[]")}"#)
    }
    let first = try await workspace.open("local")
    try await first.shared.set("cart", .text("3"), writer: SharedKeys.byHand)
    #expect(try await workspace.run("g", in: first).summary.state == .succeeded)
    await first.close()
    try await change(workspace, prices)
    let second = try await workspace.open(environment)
    // Each environment has shared data of its own.
    try await second.shared.set("cart", .text("3"), writer: SharedKeys.byHand)
    let recording = try await workspace.run("g", in: second)
    let failed = try #require(recording.nodes.first { $0.state == .failed })
    let run = try await second.runs.kept("last")
    let question = WhyQuestion(failed.path)
    let chain = await second.why.chain(question, in: recording)
    let changes = try await second.why.changes(
      since: second.runs.green(before: run), in: recording, on: chain, asked: question)
    await second.close()
    return changes
  }

  @Test("Another environment, and with it a variable; what follows from it is folded")
  func environment() async throws {
    let changes = try await changes(in: "empty")
    #expect(changes.title == "Since run 1, which succeeded:")
    #expect(
      changes.onTheWay.map(\.sentence) == [
        #"query tenant of 3 page is ""; it was "a1" in run 1"#, "the environment is empty; it was local in run 1",
      ])
    #expect(changes.others.contains { $0.sentence.hasPrefix("the response of 1 other is different") })
    #expect(changes.rest.hasPrefix("Nothing else on this way has changed; "))
  }

  @Test("Another response to the same request")
  func response() async throws {
    let changes = try await changes { _, prices in prices.withLock { $0 = #"[{"price":5}]"# } }
    #expect(changes.onTheWay.map(\.sentence) == ["the response of 3 page is different"])
    #expect(changes.onTheWay[0].evidence?.contains(".items[1]") == true)
  }

  @Test("Another filter")
  func definition() async throws {
    let changes = try await changes { workspace, _ in
      let text = Self.files["groups/g.yaml"]?.replacing("add // 0", with: "first // 0") ?? ""
      try workspace.folder.write(text, to: "w/groups/g.yaml")
    }
    #expect(changes.onTheWay.map(\.sentence) == ["the definition of 4 total has changed"])
    #expect(changes.onTheWay[0].evidence?.contains("first // 0") == true)
  }

  @Test("The file of a request")
  func file() async throws {
    let changes = try await changes { workspace, _ in
      try workspace.folder.write("url: /page\nquery: { tenant: a2 }\n", to: "w/requests/page.yaml")
    }
    #expect(changes.onTheWay.map(\.kind) == [.file])
    #expect(changes.onTheWay[0].sentence == "`requests/page.yaml` was changed between both runs")
  }

  @Test("Without a run that succeeded there is nothing to compare with")
  func noGreenRun() async throws {
    let workspace = try WhyWorkspace([
      "requests/page.yaml": "url: /page\n", "groups/g.yaml": "serial:\n  - request: page\n",
    ]) { _, _ in .text("{}", status: "500 Error") }
    let session = try await workspace.open()
    _ = try await workspace.run("g", in: session)
    let run = try await session.runs.kept("last")
    await #expect(throws: WorkspaceError.self) { try await session.runs.green(before: run) }
    await session.close()
  }
}
