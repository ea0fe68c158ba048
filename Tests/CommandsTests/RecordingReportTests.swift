import ParleyEngine
import ParleyModel
import Testing

@testable import Commands

@Suite("Reports of kept runs", .timeLimit(.minutes(2)))
struct RecordingReportTests {
  private let start = Timestamp(microseconds: 1_795_270_000_000_000)

  private var recording: RunRecording {
    var summary = RunRecording.Summary(id: "r", group: "check<out>", startedAt: start)
    (summary.endedAt, summary.state) = (start.advanced(by: .milliseconds(412)), .failed)
    return RunRecording(summary, nodes: [node(0, "login", .succeeded), failed, node(2, "never", .neverRan)])
  }

  private func node(_ index: Int, _ name: String, _ state: NodeRecord.State) -> NodeRecord {
    var node = NodeRecord(path: .root.node(index), name: name, kind: .request, state: state, startedAt: start)
    node.endedAt = start.advanced(by: .milliseconds(38))
    node.status = state == .neverRan ? nil : 200
    return node
  }

  private var failed: NodeRecord {
    var node = node(1, "pay \"now\" & \u{1B}", .failed)
    node.status = 503
    return node
  }

  @Test("One line says what became of a run, one of each step")
  func lines() {
    let report = RecordingReport(recording, number: 14)
    #expect(report.summaryLine == #"check<out>: 1 of 3 steps, pay "now" & \u{1B} failed, 412 ms, run 14"#)
    let good = RecordingReport.line(of: node(0, "login", .succeeded))
    #expect(good.split(separator: " ") == ["✓", "1", "login", "200", "38", "ms"])
    let left = RecordingReport.line(of: node(2, "never", .neverRan))
    #expect(left.split(separator: " ") == ["·", "3", "never", "not", "run"])
  }

  @Test("A step whose response was edited in the cache says so everywhere")
  func edited() throws {
    var step = node(0, "list", .succeeded)
    step.made.isEdited = true
    #expect(RecordingReport.lines(of: step).last == "    its response was edited in the cache")
    #expect(step.json()["edited"] == true && node(0, "list", .succeeded).json()["edited"] == nil)
    let notes = try JSONValue(encoding: step.made).decode(NodeTrace.Notes.self)
    #expect(notes == step.made)
    let recording = RunRecording(self.recording.summary, nodes: [step, node(1, "other", .succeeded)])
    let job = RunJob(group: "both", given: [:], row: nil, round: nil)
    let outcome = RunOutcome(job: job, report: RecordingReport(recording, number: 1))
    #expect(JUnitReport([outcome]).text.contains("<system-out>its response was edited in the cache</system-out>"))
    #expect(TAPReport([outcome]).text.split(separator: "\n").filter { $0.hasPrefix("#") }.count == 1)
  }

  @Test("A step that runs for each of a list has a bar and a count, and says that its list was edited")
  func list() {
    var list = node(0, "sums", .failed)
    (list.status, list.made.elements, list.interventions) = (nil, 8, [.listReplaced])
    let elements = (0..<4).map { index in
      NodeRecord(
        path: .root.node(0).element(index), name: "sums", kind: .request, state: index == 1 ? .failed : .succeeded,
        startedAt: start)
    }
    let recording = RunRecording(recording.summary, nodes: [list] + elements)
    let lines = RecordingReport.lines(of: list, recording.listProgress[list.path])
    #expect(lines[0].hasSuffix("failed    38 ms  █████░░░░░  4/8, 1 failed"))
    #expect(lines[1] == "    its list was edited by hand")
    let json = RecordingReport(recording, number: 14).json["steps"]
    #expect(json?[0]?["elements"] == ["ended": 4, "failed": 1, "total": 8])
    #expect(json?[0]?["interventions"] == ["listReplaced"] && json?[1]?["elements"] == nil)
  }

  @Test("However often it is found that others ran beside a step, its line is told once", arguments: 1...4)
  func overlapping(_ count: Int) {
    var text = RunProgressText()
    let steps = (0...count).map { node($0, "s\($0)", .succeeded) }
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      var news = [step]
      if index > 0 {
        news[0].made.overlaps = [StepOverlap(step: .root.node(0), kind: .shared, name: "k")]
        var late = steps[0]
        late.made.overlaps = (1...index).map { StepOverlap(step: .root.node($0), kind: .shared, name: "k") }
        news.append(late)
      }
      lines += text.lines(for: news) { recording }
    }
    for step in steps { #expect(lines.count { $0.contains(" \(step.name) ") } == 1, "\(lines)") }
    #expect(lines.count { $0.contains("overlaps with 1:") } == count, "\(lines)")
  }

  @Test("In place of a list whose turn did not come stand the steps in it")
  func listNeverRun() {
    let list = NodeRecord(
      path: .root.node(3), name: "concurrent 4", kind: .concurrent, state: .neverRan, startedAt: start)
    let outline = [
      StepOutline(.root.node(3), "concurrent 4", .concurrent), StepOutline(.root.node(3).node(0), "cart", .request),
      StepOutline(.root.node(3).node(1), "page", .request),
    ]
    var text = RunProgressText(outline: outline)
    let lines = text.lines(for: [list]) { recording }.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines == ["· 4.1 cart not run", "· 4.2 page not run"])
    var unknown = RunProgressText()
    #expect(unknown.lines(for: [list]) { recording }.count == 1, "Nothing is known of what is in it.")
  }

  @Test("Comparing tells a step that did not run from one that the group did not have", arguments: [true, false])
  func comparing(isRecorded: Bool) async {
    let outline = ["login", "pay", "new"].enumerated().map { StepOutline(.root.node($0), $1, .request) }
    let neverRan = isRecorded ? [node(1, "pay", .neverRan)] : []
    let left = RunRecording(
      recording.summary, nodes: [node(0, "login", .succeeded)] + neverRan, outline: Array(outline.prefix(2)))
    let right = RunRecording(
      recording.summary, nodes: outline.indices.map { node($0, outline[$0].name, .succeeded) }, outline: outline)
    let report = ComparisonReport(await RunComparison(left, right) { _ in nil })
    let words = report.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(words.map { $0.hasPrefix("=") } == [true, false, false])
    #expect(words[1].hasPrefix("≠ 2 pay did not run → succeeded 200"))
    #expect(words[2].hasPrefix("≠ 3 new no such step → succeeded 200"))
  }

  @Test("Comparing tells a list from an empty one, and a group from one in which something differs")
  func comparingInside() async {
    func run(_ elements: Int, _ status: Int) -> RunRecording {
      var list = NodeRecord(path: .root.node(0), name: "list", kind: .request, state: .succeeded, startedAt: start)
      (list.output, list.made.elements) = (.nodes, elements)
      let inList = (0..<elements).map {
        NodeRecord(
          path: .root.node(0).element($0), name: "list", kind: .request, state: .succeeded, startedAt: start)
      }
      var group = NodeRecord(path: .root.node(1), name: "serial", kind: .serial, state: .succeeded, startedAt: start)
      group.output = .nodes
      var inGroup = group
      (inGroup.path, inGroup.name, inGroup.status) = (.root.node(1).node(0), "inner", status)
      return RunRecording(recording.summary, nodes: [list] + inList + [group, inGroup])
    }
    func words(_ left: RunRecording, _ right: RunRecording) async -> [String] {
      ComparisonReport(await RunComparison(left, right) { _ in nil }).lines.map {
        $0.split(separator: " ").joined(separator: " ")
      }
    }
    let differing = await words(run(5, 200), run(0, 404))
    #expect(differing[0] == "≠ 1 list succeeded 5 elements → succeeded 0 elements")
    #expect(differing.allSatisfy { $0.hasPrefix("≠") } && differing.count == 8)
    #expect(await words(run(0, 200), run(0, 200)).allSatisfy { $0.hasPrefix("=") })
    let one = await words(run(1, 200), run(1, 404))
    #expect(one.map { $0.hasPrefix("=") } == [true, true, false, false])
  }

  @Test("A request that was sent twice says so, in its line, below it and in JSON; a filter finds it")
  func sentTwice() throws {
    var step = node(0, "pay", .succeeded)
    let exchange = ExchangeID(rawValue: "e")
    (step.status, step.exchange) = (201, exchange)
    step.attempts = [
      .init(startedAt: start, endedAt: start.advanced(by: .milliseconds(300)), exchange: exchange, state: .succeeded)
    ]
    var first = RecordedSend(
      exchange: exchange, reason: .first, startedAt: start, duration: .milliseconds(99), method: "POST",
      url: "http://h/pay", status: 302)
    (first.location, first.droppedHeaders) = ("http://o/pay", ["Authorization"])
    let second = RecordedSend(
      exchange: exchange, reason: .redirect, hop: 2, startedAt: start.advanced(by: .milliseconds(100)),
      duration: .milliseconds(20), method: "POST", url: "http://o/pay", status: 503)
    var third = RecordedSend(
      exchange: exchange, reason: .retry, attempt: 2, startedAt: start.advanced(by: .milliseconds(220)),
      duration: .milliseconds(80), method: "POST", url: "http://h/pay", status: 201)
    third.wait = .milliseconds(100)
    step.made.sends = [first, second, third]
    let lines = RecordingReport.lines(of: step)
    #expect(lines[0].hasSuffix("201       300 ms  2 attempts"))
    #expect(
      lines[1].split(separator: " ").joined(separator: " ")
        == "attempt 1 hop 1 302 99 ms → http://o/pay Authorization dropped")
    #expect(lines[3].split(separator: " ").joined(separator: " ") == "attempt 2 201 80 ms after 100 ms")
    let json = step.json()
    #expect(json["attempts"] == 2 && json["marks"] == ["retried"] && json["sends"]?.array?.count == 3)
    #expect(json["sends"]?[0]?["droppedHeaders"] == ["Authorization"] && json["sends"]?[2]?["reason"] == "retry")
    #expect(json["sends"]?[2]?["waitMs"] == 100)
    var report = RecordingReport(
      RunRecording(recording.summary, nodes: [step, node(1, "other", .succeeded)]), number: 1)
    report.filter = try StepFilter(checked: "is:retried")
    #expect(report.json["steps"]?.array?.map { $0["name"] } == ["pay"])
    #expect(throws: UsageError.self) { try StepFilter(checked: "is:changed") }
    #expect(throws: UsageError.self) { try StepFilter(checked: "is:nothing") }
  }

  @Test("A response out of the cache, a mock's and the rows of a filter are told")
  func told() throws {
    var step = node(0, "list", .succeeded)
    step.made.isMock = true
    #expect(RecordingReport.line(of: step).hasSuffix("MOCK") && step.json()["mock"] == true)
    var job = NodeRecord(path: .root.node(1), name: "open", kind: .job, state: .succeeded, startedAt: start)
    var rows = RowAccount(list: ".items", into: 2, out: 1)
    rows.add(.kept(0))
    rows.add(.dropped(by: "select(.a)"))
    job.made.rows = rows
    #expect(RecordingReport.lines(of: job).last == "    2 in, 1 out: select(.a) dropped 1")
    #expect(job.json()["rows"]?["dropped"] == [["row": 1, "by": "select(.a)"]] && job.json()["rows"]?["in"] == 2)
  }

  @Test("What was cancelled says so, whatever its last attempt got")
  func cancelled() {
    var step = node(0, "polls", .succeeded)
    step.state = .cancelled
    #expect(RecordingReport.line(of: step).split(separator: " ") == ["■", "1", "polls", "cancelled", "38", "ms"])
  }

  @Test("Programs get the same as JSON, without what is secret")
  func json() {
    var secret = node(0, "job", .succeeded)
    (secret.output, secret.isSecret) = (.value("hidden"), true)
    let report = RecordingReport(RunRecording(recording.summary, nodes: [secret, failed]), number: 14)
    #expect(report.json["number"] == 14 && report.json["state"] == "failed" && report.json["ms"] == 412)
    #expect(report.json["steps"]?[0]?["output"] == nil && report.json["steps"]?[1]?["status"] == 503)
  }
}
