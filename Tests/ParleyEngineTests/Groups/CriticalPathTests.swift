import ParleyEngine
import Testing

@Suite("The critical path of a run, and what its steps usually take", .timeLimit(.minutes(2)))
struct CriticalPathTests {
  private static let start = Timestamp(microseconds: 1_700_000_000_000_000)

  private static func record(
    _ path: String, _ spans: [ClosedRange<Int>], _ kind: NodeRecord.Kind = .request, name: String = "step",
    state: NodeRecord.State = .succeeded
  ) -> NodeRecord {
    var record = NodeRecord(
      path: NodePath(path) ?? .root, name: name, kind: kind, state: state,
      startedAt: start.advanced(by: .milliseconds(spans.first?.lowerBound ?? 0)))
    record.attempts = spans.map {
      NodeRecord.Attempt(
        startedAt: start.advanced(by: .milliseconds($0.lowerBound)),
        endedAt: start.advanced(by: .milliseconds($0.upperBound)), state: state)
    }
    return record
  }

  private static func words(_ records: [NodeRecord]) -> [String] {
    let path = CriticalPath(of: records, until: start)
    return path.steps.map { "\($0.path) \(Int($0.length / .milliseconds(1)))" }
      + ["= \(Int(path.total / .milliseconds(1)))"]
  }

  @Test("one after another, all steps decide; at the same time only the one that ends last")
  func concurrent() {
    let records = [
      Self.record("1", [0...10]), Self.record("2", [10...60], .concurrent), Self.record("2.1", [10...60]),
      Self.record("2.2", [10...40]), Self.record("3", [60...65]),
    ]
    #expect(Self.words(records) == ["1 10", "2.1 50", "3 5", "= 65"])
  }

  @Test("where few may run at once, a step waited for the one before it in its lane")
  func lanes() {
    let records = [
      Self.record("1", [0...90], .concurrent), Self.record("1.1", [0...30]), Self.record("1.2", [0...50]),
      Self.record("1.3", [30...45]), Self.record("1.4", [50...90]),
    ]
    #expect(Self.words(records) == ["1.2 50", "1.4 40", "= 90"])
  }

  @Test("of a list the elements decide; of retries the whole time from the first to the last")
  func elements() {
    var list = Self.record("1", [])
    list.made.elements = 2
    let records = [
      list, Self.record("1[0]", [0...20]), Self.record("1[1]", [20...25]), Self.record("2", [25...30, 130...140]),
    ]
    #expect(Self.words(records) == ["1[0] 20", "1[1] 5", "2 115", "= 140"])
  }

  @Test("what is in flight lasts until now, and what took no time decides nothing")
  func unfinished() {
    var running = Self.record("2", [10...10], state: .running)
    running.attempts[0].endedAt = nil
    let records = [Self.record("1", [0...10]), Self.record("1.1", [10...10], .job), running]
    let path = CriticalPath(of: records, until: Self.start.advanced(by: .milliseconds(50)))
    #expect(path.steps.last?.path == .root.node(1) && path.steps.last?.length == .milliseconds(40))
    #expect(CriticalPath(of: [], until: Self.start).steps.isEmpty)
  }

  private static func recording(_ run: String, _ times: [String: Int], path: String = "1") -> RunRecording {
    var summary = RunRecording.Summary(id: run, group: "g", startedAt: start)
    summary.state = .succeeded
    let nodes = times.sorted { $0.key < $1.key }.enumerated().map { index, step in
      record("\(index + 1)", [0...step.value], name: step.key)
    }
    return RunRecording(summary, nodes: nodes)
  }

  @Test("the usual time is the median of three runs at least, found by the step's name wherever it stands")
  func usual() {
    let runs = [
      Self.recording("a", ["login": 10, "last": 5]), Self.recording("b", ["first": 1, "login": 30, "last": 5]),
      Self.recording("c", ["login": 1000]), Self.recording("d", ["login": 50]),
    ].map(UsualTimes.Run.init)
    #expect(UsualTimes(of: runs).time(of: .init("login")) == .milliseconds(40))
    #expect(UsualTimes(of: runs.prefix(3)).time(of: .init("login")) == .milliseconds(30))
    #expect(UsualTimes(of: runs.prefix(2)).time(of: .init("login")) == nil)
    #expect(UsualTimes(of: runs).time(of: .init("last")) == nil)
    #expect(UsualTimes(of: runs).time(of: .init("login", number: 1)) == nil)
  }

  @Test("only what succeeded counts, without the time in which it waited for a person")
  func counted() {
    let times = ["a", "b", "c"].map { Self.recording($0, ["login": 1000]) }
    let held = times.map { recording in
      var copy = recording
      copy.nodes[0].made.held = .milliseconds(900)
      return copy
    }
    #expect(UsualTimes(of: held.map(UsualTimes.Run.init)).time(of: .init("login")) == .milliseconds(100))
    let failed = times.map { recording in
      var copy = recording
      copy.nodes[0].state = .failed
      return copy
    }
    #expect(UsualTimes(of: failed.map(UsualTimes.Run.init)).time(of: .init("login")) == nil)
  }
}
