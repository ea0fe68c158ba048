import ParleyEngine
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The time axis of a run, drawn", .timeLimit(.minutes(2)))
struct RunAxisTests {
  private static let start = BenchUnderTest.start

  private static func moment(_ milliseconds: Double) -> Timestamp {
    start.advanced(by: .microseconds(Int64(milliseconds * 1000)))
  }

  private static func record(
    _ path: String, _ name: String, _ spans: [(from: Double, to: Double)], phases: AttemptPhases? = nil,
    state: NodeRecord.State = .succeeded, kind: NodeRecord.Kind? = nil
  ) -> NodeRecord {
    var record = NodeRecord(
      path: NodePath(path) ?? .root, name: name, kind: kind ?? (phases == nil ? .job : .request), state: state,
      startedAt: moment(spans[0].from))
    record.attempts = spans.map {
      var attempt = NodeRecord.Attempt(startedAt: moment($0.from), endedAt: moment($0.to), state: state)
      attempt.phases = phases
      return attempt
    }
    record.endedAt = record.attempts.last?.endedAt
    return record
  }

  private static func run(_ nodes: [NodeRecord], id: String = "r", state: RunRecording.State = .succeeded) -> ShownRun {
    var summary = RunRecording.Summary(id: id, group: "checkout", startedAt: start)
    summary.state = state
    if state != .running { summary.endedAt = nodes.compactMap(\.endedAt).max() }
    return ShownRun(RunRecording(summary, nodes: nodes), number: 1)
  }

  private static func tree(_ run: ShownRun, width: Int = 100, height: Int = 6, at time: Double = 0) -> StepTree {
    var tree = StepTree()
    tree.group = "checkout"
    tree.resize(to: Size(width: width, height: height))
    tree.show(run)
    tree.tell(moment(time))
    tree.link()
    return tree
  }

  private static func frame(_ tree: StepTree, width: Int = 100, height: Int = 6) -> Frame {
    var frame = Frame(size: Size(width: width, height: height))
    tree.draw(
      into: &frame, in: frame.bounds, isFocused: false,
      context: ViewContext(now: start, workspace: WorkspaceSnapshot(name: "demo")))
    return frame
  }

  /// What stands from the axis on.
  private static func axis(_ tree: StepTree, width: Int = 100) -> [String] {
    let lines = frame(tree, width: width).lines
    let left =
      lines[0].firstRange(of: "0 ms").map { lines[0].distance(from: lines[0].startIndex, to: $0.lowerBound) } ?? 0
    return lines.map { String($0.dropFirst(left)) }
  }

  @Test("a bar is drawn to an eighth of a cell at both ends")
  func eighths() {
    #expect(AxisBar(span: 0..<19).cells.map(\.sign) == ["█", "█", "▍"])
    let inside = AxisBar(span: 5..<20).cells
    #expect(inside.map(\.sign) == ["▋", "█", "▌"] && inside.map(\.isReversed) == [true, false, false])
    #expect(AxisBar(span: 1..<2).cells == [AxisBar.Cell(column: 0, sign: "▎")])
    #expect(AxisBar(span: 14..<15).cells == [AxisBar.Cell(column: 1, sign: "▊", isReversed: true)])
  }

  @Test("phases stand in a bar in shades of their own, where it is wide enough for them")
  func phases() {
    let phases = AttemptPhases(
      queued: .milliseconds(10), connect: .milliseconds(10), waiting: .milliseconds(60), transfer: .milliseconds(20))
    let wide = Self.axis(Self.tree(Self.run([Self.record("1", "login", [(0, 100)], phases: phases)])))
    #expect(wide[1].hasPrefix("░░░░░░▒▒▒▒▒▒▓▓▓▓▓▓") && wide[1].contains("▓▓▓████████████"))
    let brief = AttemptPhases(queued: .milliseconds(1), waiting: .milliseconds(1))
    let short = Self.run([
      Self.record("1", "login", [(0, 2)], phases: brief), Self.record("2", "pay", [(2, 100)]),
    ])
    #expect(Self.axis(Self.tree(short))[1].hasPrefix("█"))
  }

  @Test("a request of which nobody knows what its time went to is drawn half as high, and not as a transfer")
  func unknownPhases() {
    let lines = Self.axis(
      Self.tree(
        Self.run([
          Self.record("1", "login", [(0, 100)], kind: .request), Self.record("2", "sign", [(0, 100)], kind: .job),
        ])))
    #expect(lines[1].contains("▄▄▄▄▄▄▄▄") && !lines[1].contains("█"))
    #expect(lines[2].contains("████████") && !lines[2].contains("▄"))
  }

  @Test("zooming in centres on the step under the cursor, the head line says how far, and panning goes on from there")
  func zoom() {
    let run = Self.run([
      Self.record("1", "login", [(0, 40)]), Self.record("2", "page", [(40, 60)]), Self.record("3", "pay", [(60, 80)]),
    ])
    var tree = Self.tree(run)
    tree.cursor.select(1)
    tree.zoom(.closer)
    #expect(tree.window == .milliseconds(30)..<(.milliseconds(70)))
    let lines = Self.frame(tree).lines
    #expect(lines[0].hasSuffix("×2") && lines[0].contains("30 ms"))
    tree.pan(1)
    #expect(tree.window == .milliseconds(40)..<(.milliseconds(80)))
    tree.pan(1)
    #expect(tree.window.upperBound == .milliseconds(80))
    tree.zoom(.closer)
    #expect(tree.window == .milliseconds(40)..<(.milliseconds(60)))
    let zoomed = Self.frame(tree).lines
    #expect(!zoomed[1].contains("█") && zoomed[2].contains("████████████████████"))
    tree.zoom(.wider)
    tree.zoom(.wider)
    #expect(tree.window == .zero..<(.milliseconds(80)))
    tree.zoom(.closer)
    tree.zoom(.all)
    #expect(!tree.time.zoom.isZoomed)
  }

  @Test("the critical path is marked without colour too, and the title says how much of the run it decided")
  func criticalPath() {
    var tree = Self.tree(
      Self.run([
        Self.record("1", "login", [(0, 40)]), Self.record("2", "page", [(40, 100)]),
      ]))
    tree.toggleCriticalPath()
    let lines = Self.frame(tree).lines
    #expect(lines[1].hasPrefix(" 1  ◆") && lines[2].hasPrefix(" 2  ◆"))
    let title = tree.title(in: ViewContext(now: Self.start, workspace: WorkspaceSnapshot(name: "demo")))
    #expect(title.right.plain.contains("◆ 2 steps decided 100 ms of 100 ms"))
    tree.toggleCriticalPath()
    #expect(!Self.frame(tree).lines[1].contains("◆"))
  }

  @Test("the title of a replay leaves out when it began, then its step, and its environment last")
  func titleOfReplay() {
    let rights = [100, 70, 52].map { width in
      var run = Self.run([Self.record("1", "login", [(0, 40)])])
      var summary = run.summary
      summary.environment = "local"
      summary.origin = .init(run: "q", from: .root.node(0), isFork: false)
      run = ShownRun(RunRecording(summary, nodes: [Self.record("1", "login", [(0, 40)])]), number: 2)
      let tree = Self.tree(run, width: width)
      return tree.title(in: ViewContext(now: Self.start, workspace: WorkspaceSnapshot(name: "demo"))).right.plain
    }
    #expect(rights[0].hasPrefix("replay from 1 login · local · "))
    #expect(rights[1] == "replay from 1 login · local")
    #expect(rights[2].hasSuffix("local") && !rights[2].contains("login"), "\(rights[2])")
  }

  @Test("the title leaves out whole what has no room behind the state of the run")
  func titleInLittleRoom() {
    let run = Self.run([Self.record("1", "login", [(0, 40)])])
    for width in 16...60 {
      let title = Self.tree(run, width: width).title(
        in: ViewContext(now: Self.start, workspace: WorkspaceSnapshot(name: "demo"))
      ).left.plain
      #expect(title.contains("done"), "\(title)")
      #expect(title.count <= width - 2 || !title.contains(" ms"), "\(width): \(title)")
      #expect(title.contains("40 ms") || width < 40, "\(width): \(title)")
    }
  }

  @Test("a long result of a local job leaves most of a short axis to the bars, and is not left out")
  func resultsBesideBars() {
    var job = Self.record("1", "sum", [(0, 40)])
    job.output = .value(.string("a value of some length"))
    let run = Self.run([job, Self.record("2", "wait", [(40, 400)])])
    let lines = [66, 120].map { width in Self.frame(Self.tree(run, width: width), width: width).lines[1] }
    #expect(lines[0].contains("→ \"a val…") && lines[1].contains("→ \"a value of some length\""), "\(lines)")
  }

  @Test("at any width that shows the state of a job, its result is shown, or at least that it has one")
  func resultsAtAnyWidth() {
    var job = Self.record("1", "sum", [(0, 40)])
    job.output = .value(.string("a value of some length"))
    let run = Self.run([job, Self.record("2", "wait", [(40, 400)])])
    for width in 40...130 {
      let line = Self.frame(Self.tree(run, width: width), width: width).lines[1]
      #expect(line.contains("→ "), "\(width): \(line)")
    }
  }

  @Test(
    "a retried step has its number, a bar for each attempt and the wait between them, and a countdown to the next one")
  func retries() {
    var record = Self.record("1", "state", [(0, 20), (60, 80)], state: .waiting)
    record.nextAttemptAt = Self.moment(1480)
    let tree = Self.tree(Self.run([record], state: .running), at: 80)
    let line = Self.frame(tree).lines[1]
    #expect(line.contains("state  ×2") && line.contains("↻ 1.4 s"))
    let bars = line.split(separator: " ").filter { $0.contains("█") }
    #expect(bars.count == 1 && bars[0].split(separator: "─").count == 2)
    let attempts = StepLines(.root.node(0), in: tree)?.lines(.attempts).map(\.text.plain) ?? []
    #expect(attempts.count == 3 && attempts[2].hasSuffix("↻ in 1.4 s"))
  }

  @Test("a step's time stands beside its usual one, at 80 columns too; what is as usual says nothing")
  func usual() {
    let earlier = Self.run([Self.record("1", "login", [(0, 72)]), Self.record("2", "page", [(72, 172)])], id: "e")
    let run = Self.run([Self.record("1", "login", [(0, 112)]), Self.record("2", "page", [(112, 213)])])
    for width in [56, 100] {
      var tree = Self.tree(run, width: width)
      tree.time.usual = UsualTimes(of: Array(repeating: UsualTimes.Run(of: earlier.recording), count: 3))
      let lines = Self.frame(tree, width: width).lines
      #expect(lines[1].contains("112 ms ▲ 40") && lines[2].contains("101 ms") && !lines[2].contains("▲"))
    }
    #expect(UsualDifference(.milliseconds(1200), .milliseconds(400))?.text.plain == "▲ 800 ms")
    #expect(UsualDifference(.milliseconds(400), .milliseconds(1200))?.text.plain == "▼ 800")
  }

  @Test("at 80 columns the time stands in a column of its own, without an axis")
  func narrow() {
    let lines = Self.frame(Self.tree(Self.run([Self.record("1", "login", [(0, 40)])]), width: 56), width: 56).lines
    #expect(lines[0].hasSuffix("time      ") || lines[0].hasSuffix("time"))
    #expect(lines[1].contains("40 ms") && !lines[1].contains("█"))
  }

  @Test("what is in flight, and what comes later in any order, makes the same axis as all at once")
  func busy() {
    let records = [
      Self.record("1", "a", [(0, 100)]), Self.record("2", "b", [(3000, 3100)]), Self.record("3", "c", [(50, 900)]),
      Self.record("4", "d", [(1800, 2500)]),
    ]
    var reversed = BusyTime()
    for record in records.reversed() { reversed.note(record) }
    #expect(reversed.spans == BusyTime(records).spans)
    #expect(reversed.spans == [Self.moment(0)..<Self.moment(3100)])
    let apart = BusyTime([records[0], records[1]])
    #expect(apart.spans.count == 2 && RunAxis(apart, until: Self.start).length == .milliseconds(200))
  }
}
