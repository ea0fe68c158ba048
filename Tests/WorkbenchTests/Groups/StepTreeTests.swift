import ParleyEngine
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The steps of a run, drawn", .timeLimit(.minutes(2)))
struct StepTreeTests {
  private static let start = BenchUnderTest.start

  private static let outline = GroupOutline(
    "checkout", file: "groups/checkout.yaml",
    steps: [
      StepOutline(NodePath([.node(0)]), "login", .request, method: "POST", request: "user/login"),
      StepOutline(NodePath([.node(1)]), "cheapest", .job, means: "jq"),
      StepOutline(NodePath([.node(2)]), "concurrent", .concurrent),
      StepOutline(NodePath([.node(2), .node(0)]), "cart", .request, method: "GET", request: "cart/read"),
      StepOutline(
        NodePath([.node(2), .node(1)]), "profile", .request, method: "GET", request: "user/profile",
        notes: ["when .fresh"]),
      StepOutline(NodePath([.node(3)]), "pay", .request, method: "POST", request: "cart/pay"),
    ])

  private static let names = [
    "1": "login", "2": "cheapest", "3": "concurrent", "3.1": "cart", "3.2": "profile", "4": "pay",
  ]

  private static func record(
    _ path: String, _ kind: NodeRecord.Kind, _ state: NodeRecord.State, from: Int64, to: Int64?, status: Int? = nil
  ) -> NodeRecord {
    var record = NodeRecord(
      path: NodePath(path) ?? .root, name: names["\((NodePath(path) ?? .root).withoutElements)"] ?? "", kind: kind,
      state: state,
      startedAt: start.advanced(by: .milliseconds(from)))
    record.status = status
    if state != .skipped {
      let end = to.map { start.advanced(by: .milliseconds($0)) }
      let attempt = NodeRecord.Attempt(
        startedAt: record.startedAt, endedAt: end, state: state)
      record.attempts = [attempt]
      record.endedAt = end
    }
    return record
  }

  private static func run() -> ShownRun {
    var summary = RunRecording.Summary(id: "r", group: "checkout", environment: "local", startedAt: start)
    summary.state = .failed
    summary.endedAt = start.advanced(by: .milliseconds(400))
    let nodes = [
      record("1", .request, .succeeded, from: 0, to: 38, status: 200),
      record("2", .job, .succeeded, from: 38, to: 39),
      record("3", .concurrent, .succeeded, from: 40, to: 160),
      record("3.1", .request, .succeeded, from: 40, to: 160, status: 200),
      record("3.2", .request, .skipped, from: 40, to: nil),
      record("4", .request, .failed, from: 160, to: 400, status: 503),
    ]
    return ShownRun(RunRecording(summary, nodes: nodes), number: 14)
  }

  /// Of a list of eight, of which three elements have ended, one of them badly, and one is in flight.
  private static func listed(_ state: RunRecording.State) -> ShownRun {
    var summary = RunRecording.Summary(id: "r", group: "checkout", startedAt: start)
    summary.state = state
    summary.endedAt = state == .running ? nil : start.advanced(by: .milliseconds(400))
    var list = NodeRecord(
      path: .root.node(0), name: "login", kind: .request, state: state == .running ? .waiting : .failed,
      startedAt: start)
    list.made.elements = 8
    var elements = [
      record("1[0]", .request, .succeeded, from: 0, to: 100, status: 200),
      record("1[1]", .request, .failed, from: 100, to: 200, status: 500),
      record("1[2]", .request, .succeeded, from: 200, to: 300, status: 200),
    ]
    if state == .running { elements.append(record("1[3]", .request, .running, from: 300, to: nil)) }
    return ShownRun(RunRecording(summary, nodes: [list] + elements), number: 1)
  }

  /// A recording of steps with definitions, and the file as it is now.
  private static func tree(recorded: [String], now: [String]) -> StepTree {
    func steps(_ definitions: [String]) -> [StepOutline] {
      definitions.enumerated().map {
        StepOutline(.root.node($0), "step\($0)", .job, means: "jq", definition: DefinitionText($1))
      }
    }
    var summary = RunRecording.Summary(id: "r", group: "checkout", startedAt: start)
    summary.state = .failed
    let nodes = recorded.indices.map {
      NodeRecord(
        path: .root.node($0), name: "step\($0)", kind: .job, state: $0 == 1 ? .succeeded : .failed, startedAt: start)
    }
    var tree = StepTree()
    tree.group = "checkout"
    tree.show(file: GroupOutline("checkout", file: "groups/checkout.yaml", steps: steps(now)))
    tree.show(ShownRun(RunRecording(summary, nodes: nodes, outline: steps(recorded)), number: 1))
    return tree
  }

  @Test("a step whose definition has changed since is marked, and both are shown")
  func stale() {
    let tree = Self.tree(
      recorded: ["local: a\njq: .a", "jq: .b", "jq: .c"], now: ["local: a\njq: .a", "jq: .d", "jq: .e"])
    #expect(tree.firstStale == .root.node(1))
    #expect([0, 1, 2].map { tree.isStale(.root.node($0)) } == [false, true, true])
    #expect(StepDefinition.lines(of: .root.node(0), in: tree).map(\.plain) == ["local: a", "jq: .a"])
    #expect(
      StepDefinition.lines(of: .root.node(1), in: tree).map(\.plain) == ["jq: .b", "", "≠ now in the file:", "jq: .d"])
  }

  @Test("where no step took another time than usual, the steps have the room of that column")
  func roomOfTheSteps() {
    let row = Rect(x: 0, y: 0, width: 56, height: 1)
    let widths = [0, 4, 8].map { StepColumns(row, numbers: 1, steps: 40, hasRun: true, usual: $0).step.width }
    #expect(widths[0] == widths[2] + 9 && widths[1] == widths[2] + 4, "\(widths)")
  }

  @Test("a list without a name does not repeat the number that stands in front of it")
  func numberedOnce() {
    var tree = StepTree()
    tree.group = "checkout"
    let steps = [
      StepOutline(.root.node(0), "login", .request, method: "POST", request: "user/login"),
      StepOutline(.root.node(1), "concurrent 2", .concurrent),
      StepOutline(.root.node(2), "concurrent 2", .concurrent),
    ]
    tree.show(file: GroupOutline("checkout", file: "groups/checkout.yaml", steps: steps))
    let labels = tree.rows.map { tree.label(of: $0).text.plain }
    #expect(labels[1] == "∥ concurrent" && labels[2] == "∥ concurrent 2", "\(labels)")
    #expect(tree.name(of: .root.node(1)) == "2 concurrent")
  }

  @Test("the cursor stands at the step that a replay began with")
  func replayed() {
    var summary = RunRecording.Summary(id: "s", group: "checkout", startedAt: Self.start)
    summary.state = .succeeded
    summary.origin = RunRecording.Origin(run: "r", from: .root.node(1), isFork: false)
    let outline = (0..<3).map { StepOutline(.root.node($0), "step\($0)", .job, means: "jq", definition: "jq: .") }
    var tree = StepTree()
    tree.group = "checkout"
    tree.show(ShownRun(RunRecording(summary, nodes: [], outline: outline), number: 2))
    #expect(tree.selected?.path == .root.node(1))
  }

  @Test("what was edited and not saved is not said to be in the file")
  func staleDraft() {
    var tree = Self.tree(recorded: ["jq: .b"], now: ["jq: .d"])
    let group = LoadedGroup("checkout", file: "groups/checkout.yaml", saved: "jq: .b", draft: "jq: .d")
    tree.signs = DraftSigns(GroupDraft(group, GroupReading(outline: nil)))
    let lines = StepDefinition.lines(of: .root.node(0), in: tree).map(\.plain)
    #expect(lines == ["jq: .b", "", "≠ now, edited and not saved:", "jq: .d"])
  }

  @Test("what no file knows any more, or a recording never knew, is not called changed")
  func notStale() {
    #expect(Self.tree(recorded: ["jq: .a", "jq: .b"], now: ["jq: .a"]).firstStale == nil)
    var shown = StepTree()
    shown.show(file: Self.outline)
    shown.show(Self.run())
    #expect(shown.firstStale == nil)
  }

  @Test("the next failure is behind the cursor and then from the top, the previous one the other way round")
  func nextFailure() {
    var tree = Self.tree(recorded: ["jq: .a", "jq: .b", "jq: .c"], now: [])
    tree.cursor.select(0)
    #expect(tree.failure(1) == .root.node(2) && tree.failure(-1) == .root.node(2))
    tree.cursor.select(2)
    #expect(tree.failure(1) == .root.node(0) && tree.failure(-1) == .root.node(0))
  }

  @Test("a list has its count, its time and a line over its elements, while it runs and afterwards")
  func list() {
    let live = lines(100, Self.listed(.running), at: .milliseconds(350))
    #expect(live[1].contains("POST user/login  3/8 ✗1") && live[1].contains("▶") && live[1].contains("350 ms"))
    #expect(live[1].contains("━━━━━━━━━━") && live[1].contains("slowest [0] 100 ms") && live[5].contains("[3]"))
    let ended = lines(100, Self.listed(.failed))
    #expect(ended[1].contains("POST user/login  3/8 ✗1") && ended[1].contains("✗   ") && ended[1].contains("300 ms"))
    #expect(ended[1].contains("━━━━━━━━━━"))
  }

  @Test("where a list has little room its name is cut, and its count is not")
  func narrowList() {
    let drawn = lines(40, Self.listed(.failed))
    #expect(drawn[1].contains("…") && drawn[1].contains("3/8 ✗1"))
  }

  @Test("after a run the cursor is at the element that failed, not at its list")
  func followsElement() {
    var tree = StepTree()
    tree.group = "checkout"
    tree.resize(to: Size(width: 80, height: 12))
    tree.show(Self.listed(.failed))
    #expect(tree.selected?.path == NodePath("1[1]"))
  }

  private func lines(
    _ width: Int, _ run: ShownRun?, breakpoint: String? = nil, at time: Duration = .zero
  ) -> [String] {
    var tree = StepTree()
    tree.group = "checkout"
    tree.resize(to: Size(width: width, height: 7))
    tree.show(file: Self.outline)
    tree.show(run)
    tree.tell(Self.start.advanced(by: time))
    if let path = breakpoint.flatMap({ NodePath($0) }) {
      tree.show([StepBreakpoint(.before, at: StepName(of: path, in: Self.outline.steps))])
    }
    var frame = Frame(size: Size(width: width, height: 7))
    tree.draw(
      into: &frame, in: frame.bounds, isFocused: true,
      context: ViewContext(now: Self.start, workspace: WorkspaceSnapshot(name: "demo")))
    return frame.lines
  }

  @Test("where there is room, beside an axis of time; without colour, signs tell all")
  func wide() {
    let drawn = lines(100, Self.run(), breakpoint: "4")
    #expect(drawn[1].hasPrefix(" 1   POST user/login"))
    #expect(drawn[3].contains("∥ concurrent") && drawn[3].contains("────"))
    #expect(drawn[5].contains("└ GET user/profile") && drawn[5].contains("skip") && drawn[5].contains("when .fresh"))
    #expect(drawn[6].hasPrefix("●4   POST cart/pay") && drawn[6].contains("✗ 503") && drawn[6].contains("▄▄▄▄"))
  }

  @Test("steps that used the same at the same time are marked with the one under the cursor, and their bars are lit")
  func overlaps() throws {
    let (first, second) = (try #require(NodePath("3.1")), try #require(NodePath("3.2")))
    var nodes = [
      Self.record("1", .request, .succeeded, from: 0, to: 38, status: 200),
      Self.record("3", .concurrent, .succeeded, from: 40, to: 160),
      Self.record("3.1", .request, .succeeded, from: 40, to: 160, status: 200),
      Self.record("3.2", .request, .succeeded, from: 50, to: 150, status: 200),
    ]
    nodes[2].made.overlaps = [StepOverlap(step: second, kind: .shared, name: "cart")]
    nodes[3].made.overlaps = [StepOverlap(step: first, kind: .shared, name: "cart")]
    var summary = RunRecording.Summary(id: "r", group: "checkout", startedAt: Self.start)
    (summary.state, summary.endedAt) = (.succeeded, Self.start.advanced(by: .milliseconds(160)))
    var tree = StepTree()
    tree.group = "checkout"
    tree.resize(to: Size(width: 100, height: 7))
    tree.show(file: Self.outline)
    tree.show(ShownRun(RunRecording(summary, nodes: nodes), number: 1))
    #expect(marked(&tree, at: first) == [first, second])
    #expect(marked(&tree, at: second) == [first, second])
    #expect(marked(&tree, at: .root.node(0)) == [])
  }

  /// The steps with a sign and a lit bar while the cursor is on one.
  private func marked(_ tree: inout StepTree, at path: NodePath) -> [NodePath] {
    tree.select(path)
    tree.tell(Self.start)
    tree.link()
    var frame = Frame(size: Size(width: 100, height: 7))
    tree.draw(
      into: &frame, in: frame.bounds, isFocused: false,
      context: ViewContext(now: Self.start, workspace: WorkspaceSnapshot(name: "demo")))
    return tree.rows.indices.filter { line in
      let runs = frame.runs(line + 1)
      return runs.contains { $0.text.contains("⇄") }
        && runs.contains { $0.style.role == .warning && !$0.text.contains("⇄") }
    }.map { tree.rows[$0].path }
  }

  @Test("where there is none, the time stands in figures alone")
  func narrow() {
    #expect(
      lines(54, Self.run()) == [
        "     step                           state   time",
        " 1   POST user/login                200        38 ms",
        " 2   ƒ cheapest                     ok        1.0 ms",
        " 3   ∥ concurrent                   ok        120 ms",
        " 3.1 ├ GET cart/read as cart        200       120 ms",
        " 3.2 └ GET user/profile             skip",
        " 4   POST cart/pay                  ✗ 503     240 ms",
      ])
  }

  @Test("before any run there is the file alone, with what it says of its steps")
  func file() {
    let drawn = lines(54, nil)
    #expect(
      drawn.prefix(5) == [
        "      step                     when / each / retry", "  1   POST user/login",
        "  2   ƒ cheapest               jq",
        "  3   ∥ concurrent", "  3.1 ├ GET cart/read as cart",
      ])
    #expect(drawn[5].hasPrefix("  3.2 └ GET user/profile  ") && drawn[5].hasSuffix(" when .fresh"))
  }

  @Test("the axis of a run that was cut off ends where it ended, however late one looks at it")
  func interrupted() {
    var summary = RunRecording.Summary(id: "r", group: "checkout", startedAt: Self.start)
    summary.state = .interrupted
    let nodes = [
      Self.record("1", .request, .succeeded, from: 0, to: 38, status: 200),
      Self.record("2", .job, .running, from: 38, to: nil),
    ]
    for end in [nil, Self.start.advanced(by: .milliseconds(50))] {
      summary.endedAt = end
      var tree = StepTree()
      tree.show(ShownRun(RunRecording(summary, nodes: nodes), number: 1))
      tree.tell(Self.start.advanced(by: .seconds(3600)))
      #expect(tree.axis.length == (end == nil ? .milliseconds(38) : .milliseconds(50)))
    }
  }

  @Test(
    "a step that shares a transfer, that was superseded, or sent null says so in its row, its attempts and its request")
  func notices() throws {
    var shares = Self.record("1", .request, .succeeded, from: 0, to: 38, status: 200)
    shares.attempts[0].exchange = ExchangeID(rawValue: "a")
    shares.made.sharedTransfers = [
      .init(exchange: ExchangeID(rawValue: "a"), of: ExchangeID(rawValue: "b"), step: NodePath("4"))
    ]
    shares.made.warnings = ["{{x}} is null."]
    var edited = Self.record("1", .request, .succeeded, from: 0, to: 38, status: 200)
    edited.made.isEdited = true
    let superseded = try supersededRecord()
    let run = ShownRun(
      RunRecording(.init(id: "r", group: "g", startedAt: Self.start), nodes: [shares, superseded]), number: 1)
    var tree = StepTree()
    tree.show(run)
    let reasons = [shares, superseded, edited].map {
      StepVerdict($0, nil, in: run, isWaiting: false, change: nil, at: Self.start).reason
    }
    #expect(
      reasons == ["shares the transfer of step 4  ⚠ {{x}} is null.", "superseded by step 1", "✎ edited in the cache"])
    let attempts = [shares, superseded].map { StepLines($0.path, in: tree)?.lines(.attempts).first?.text.plain ?? "" }
    #expect(attempts[0].hasSuffix("shares the transfer of step 4") && attempts[1].hasSuffix("superseded by step 1"))
    #expect(above(shares) == ["⇄ shares the transfer of step 4: shared another transfer", "⚠ {{x}} is null."])
    #expect(above(superseded) == ["↷ superseded by step 1"])
  }

  private func above(_ record: NodeRecord) -> [String] {
    var pane = StepPane()
    pane.resize(to: Size(width: 80, height: 10))
    pane.tab = .request
    _ = pane.turn(
      to: StepSubject(run: "r", path: record.path, tab: .request, record: record, isWaiting: false), record.name)
    return pane.above.map(\.plain)
  }

  /// As the engine records it.
  private func supersededRecord() throws -> NodeRecord {
    var record = Self.record("4", .request, .skipped, from: 0, to: nil)
    record.attempts = [NodeRecord.Attempt(startedAt: record.startedAt, endedAt: record.startedAt, state: .skipped)]
    let json: JSONValue = ["code": "group.superseded", "summary": "superseded by step 1"]
    record.error = try json.decode(RecordedError.self)
    return record
  }

  @Test("what a person waited for takes no room on the axis")
  func cuts() {
    let records = [
      Self.record("1", .request, .succeeded, from: 0, to: 100, status: 200),
      Self.record("2", .request, .succeeded, from: 60_000, to: 60_100, status: 200),
    ]
    let axis = RunAxis(records, until: Self.start)
    #expect(axis.length == .milliseconds(200) && axis.cuts.map(\.length) == [.milliseconds(59_900)])
    #expect(axis.offset(of: Self.start.advanced(by: .milliseconds(60_050))) == .milliseconds(150))
    #expect(axis.scale(columns: 40).ticks().map(\.label) == ["0 ms", "50", "100", "150"])
  }

  @Test("what stands in a node that runs for each of a list stands in each of its runs")
  func elements() {
    let outlined = ["1", "2", "2.1", "3"].compactMap { NodePath($0) }
    let recorded = ["1", "2", "2[0]", "2[0].1", "2[1]", "2[1].1"].compactMap { NodePath($0) }
    let rows = StepForest(outlined, recorded).rows(folded: [])
    #expect(
      rows.map { "\($0.branch)\($0.path)" } == [
        "1", "2", "├ 2[0]", "│ └ 2[0].1", "└ 2[1]", "  └ 2[1].1", "3",
      ])
    let folded = StepForest(outlined, recorded).rows(folded: [NodePath([.node(1)])])
    #expect(folded.map { "\($0.path)" } == ["1", "2", "3"])
    var growing = StepForest(outlined, [])
    for path in recorded.reversed() { growing.add(path) }
    #expect(growing.rows(folded: []) == rows)
  }
}
