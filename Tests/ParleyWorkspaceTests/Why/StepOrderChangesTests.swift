import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyWorkspace

/// Steps that only stand elsewhere are no new ones.
@Suite("What has changed: the order of steps", .timeLimit(.minutes(1))) struct StepOrderChangesTests {
  private static let steps = [
    "{ local: first, set: { k: '1' } }", "{ local: second, set: { k: '2' } }", "{ local: third, set: { k: '3' } }",
  ]

  @Test(
    "A run with the same steps in another order says so", arguments: [[1, 0, 2], [2, 0, 1], [0, 2, 1], [2, 1, 0]])
  func order(_ order: [Int]) async throws {
    func group(_ order: [Int]) -> String {
      "serial:\n" + order.map { "  - \(Self.steps[$0])\n" }.joined()
        + "  - { local: check, assert: ['$shared.k == \"3\"'] }\n"
    }
    let workspace = try WhyWorkspace(["groups/g.yaml": group([0, 1, 2])]) { _, _ in .json("{}") }
    let first = try await workspace.open()
    _ = try await workspace.run("g", in: first)
    await first.close()
    try workspace.folder.write(group(order), to: "w/groups/g.yaml")
    let session = try await workspace.open()
    let recording = try await workspace.run("g", in: session)
    let earlier = try await session.runs.kept("1")
    let question = WhyQuestion(NodePath([.node(3)]))
    let chain = await session.why.chain(question, in: recording)
    let changes = try await session.why.changes(since: earlier, in: recording, on: chain, asked: question)
    await session.close()
    let all = changes.onTheWay + changes.others
    #expect(!all.contains { $0.sentence.contains("is new") }, "\(all.map(\.sentence))")
    // Where another one writes last, the order is what made the check fail.
    if order.last != 2 { #expect(changes.onTheWay.contains { $0.kind == .order }, "\(all.map(\.sentence))") }
  }
}
