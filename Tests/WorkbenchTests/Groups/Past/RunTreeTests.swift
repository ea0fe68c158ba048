import ParleyEngine
import ParleyModel
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchState

@Suite("The runs of a group as a tree and as a chart", .timeLimit(.minutes(2)))
struct RunTreeTests {
  private func run(
    _ number: Int64, of parent: Int64? = nil, took milliseconds: Int? = 10, _ state: RunRecording.State = .succeeded
  ) -> KeptRun {
    let start = Timestamp(microseconds: number * 1_000_000)
    let origin = parent.map { RunRecording.Origin(run: "\($0)", from: .root.node(3), isFork: true) }
    var summary = RunRecording.Summary(id: "\(number)", group: "g", startedAt: start, origin: origin)
    summary.state = state
    summary.endedAt = milliseconds.map { start.advanced(by: .milliseconds($0)) }
    return KeptRun(sequence: number, summary: summary, isPinned: false, from: "pay")
  }

  @Test("a run that replays or forks another stands below it; one whose parent is gone stands alone")
  func tree() {
    let tree = RunTree([run(6), run(5, of: 3), run(4, of: 99), run(3, of: 2), run(2), run(1)])
    #expect(
      tree.rows.map { "\($0.run.sequence) \($0.depth) \($0.parent ?? 0)" } == [
        "6 0 0", "4 0 0", "2 0 0", "3 1 2", "5 2 3", "1 0 0",
      ])
  }

  @Test("a branch has its sign, and from which step where there is room")
  func branch() {
    let branch = RunBranch(run(14, of: 13), depth: 1)
    #expect(branch.sign + branch.number == "↳ 14")
    #expect(branch.origin(in: 9) == " from pay" && branch.origin(in: 6) == " pay" && branch.origin(in: 3).isEmpty)
    #expect(RunBranch(run(14), depth: 0).sign == "  " && RunBranch(run(14), depth: 0).origin(in: 20).isEmpty)
  }

  @Test("the chart has a bar for each run that has ended, the newest at the right, as tall as its time")
  func chart() {
    let chart = RunChart([run(4, took: nil, .running), run(3, took: 80), run(2, took: 40, .failed), run(1, took: 1)])
    #expect(chart.text(columns: 12).plain == "▁▄█" && chart.text(columns: 2).plain == "▄█")
    #expect(chart.text(columns: 12).spans[1].style == Style(.failure))
    #expect(RunChart([run(1)]).text(columns: 12).isEmpty)
  }
}
