import ParleyEngine
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The gist of a local job", .timeLimit(.minutes(1)))
struct StepGistTests {
  @Test(
    "is a line of what its file says, without quotes and breaks",
    arguments: [
      ("local: a\njq: .items[0]", "jq .items[0]"), ("local: a\njq: '.a | \"x\"'\nwhen: .b", "jq .a | \"x\""),
      ("jq: |\n  .a\n  | .b\neach: .", "jq .a | .b"), ("jq: \"{ a: \\\"b\\\" }\"", "jq { a: \"b\" }"),
      (
        "assert: [.total > 0, \"$steps.a.b != null\", '.c == ''d''']",
        "assert .total > 0 and $steps.a.b != null and .c == 'd'"
      ),
      ("assert: .total > 0", "assert .total > 0"),
      ("set:\n  token: '{{input.token}}'\n  n: 1", "set token = {{input.token}}, n = 1"),
      ("local: w\nwait: 2s", "wait 2s"), ("run: [./tools/sign.sh, \"a, b\"]\ntimeout: 10s", "./tools/sign.sh a, b"),
    ])
  func text(definition: String, gist: String) {
    #expect(StepGist(of: definition)?.text == gist)
  }

  @Test("there is none of a request, nor of a list")
  func none() {
    #expect(StepGist(of: "request: item/page\nwith:\n  body: { json: \"jq: .\" }") == nil)
    #expect(StepGist(of: "concurrent: # 2 steps\nlimit: 4") == nil)
  }

  private static let steps = [
    ("sum", "jq: .items | map(.price) | add"), ("enough", "assert: ['.total > 0', '.n < 9']"), ("pause", "wait: 2s"),
  ].enumerated().map { index, step in
    StepOutline(
      .root.node(index), step.0, .job, means: String(step.1.prefix { $0 != ":" }),
      notes: index == 2 ? ["when .slow"] : [], definition: DefinitionText(step.1))
  }

  private func lines(_ width: Int, _ run: ShownRun? = nil) -> [String] {
    var tree = StepTree()
    tree.group = "checkout"
    tree.resize(to: Size(width: width, height: 5))
    tree.show(file: GroupOutline("checkout", file: "groups/checkout.yaml", steps: Self.steps))
    tree.show(run)
    tree.tell(BenchUnderTest.start)
    var frame = Frame(size: Size(width: width, height: 5))
    tree.draw(
      into: &frame, in: frame.bounds, isFocused: true,
      context: ViewContext(now: BenchUnderTest.start, workspace: WorkspaceSnapshot(name: "demo")))
    return frame.lines
  }

  /// The first two have run; the assertion's output is its input.
  private var run: ShownRun {
    let start = BenchUnderTest.start
    var summary = RunRecording.Summary(id: "r", group: "checkout", startedAt: start)
    (summary.state, summary.endedAt) = (.succeeded, start.advanced(by: .milliseconds(20)))
    // The last one takes so long that the axis has room beside the others.
    let nodes = zip(Self.steps, [0..<1, 1..<2, 2..<20]).map { step, time in
      let (began, ended) = (
        start.advanced(by: .milliseconds(time.lowerBound)), start.advanced(by: .milliseconds(time.upperBound))
      )
      var node = NodeRecord(path: step.path, name: step.name, kind: .job, state: .succeeded, startedAt: began)
      node.attempts = [.init(startedAt: began, endedAt: ended, state: .succeeded)]
      node.endedAt = ended
      node.output = .value(.string("everything"))
      return node
    }
    return ShownRun(RunRecording(summary, nodes: nodes, outline: Self.steps), number: 1)
  }

  @Test("stands beside each step of a file, before when and how often it runs", arguments: [54, 90])
  func inFile(width: Int) {
    let lines = lines(width)
    #expect(lines[1].contains("jq .items"), "\(lines)")
    #expect(lines[2].contains("assert .total > 0"), "\(lines)")
    #expect(lines[3].contains("wait 2s  when .slow"), "\(lines)")
  }

  @Test("stands in a run too: an assertion in place of its input, a filter beside its result where there is room")
  func inRun() {
    for width in [54, 90, 140] {
      let lines = lines(width, run)
      #expect(lines[1].contains("→ \"every"), "\(lines)")
      #expect(lines[2].contains("assert .t") && !lines[2].contains("every"), "\(lines)")
    }
    #expect(lines(140, run)[1].contains("jq .items | map(.price)"), "\(lines(140, run))")
  }

  @Test("the output of an assert step says first what it checked")
  func output() async throws {
    let screen = try await GroupScreen(
      file: """
        serial:
          - request: item/list
          - { local: enough, assert: ['.items != null', '.items[0].id == 42'] }

        """)
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "g", "j", "d")
    for _ in 0..<StepTab.output.rawValue { try await bench.press("]") }
    let text = await bench.idle()
    #expect(text.contains("✓ .items != null") && text.contains("✓ .items[0].id == 42"), "\(text)")
    #expect(text.contains("It passes on its input:") && text.contains("\"id\": 42"), "\(text)")
  }
}
