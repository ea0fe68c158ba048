import TestSupport
import Testing

@testable import ParleyEngine

@Suite("Moments of a run", .timeLimit(.minutes(2)))
struct MomentTests {
  private static let start = Timestamp(microseconds: 1_000_000)

  private static func at(_ milliseconds: Double) -> Timestamp {
    start.advanced(by: .microseconds(Int64(milliseconds * 1000)))
  }

  /// A request with two attempts after a pause, and a job that writes a key at the same time as its group ends.
  private var recording: RunRecording {
    var pay = NodeRecord(path: .root.node(0), name: "pay", kind: .request, state: .succeeded, startedAt: Self.at(0))
    let failed = ExchangeID()
    pay.attempts = [
      .init(startedAt: Self.at(10), endedAt: Self.at(20), exchange: failed, state: .failed),
      .init(startedAt: Self.at(30), endedAt: Self.at(40), exchange: ExchangeID(), state: .succeeded),
    ]
    (pay.attempts[0].status, pay.attempts[1].status, pay.status) = (503, 200, 200)
    (pay.endedAt, pay.exchange, pay.output) = (Self.at(40.2), pay.attempts[1].exchange, .answer(failed))
    var list = NodeRecord(path: .root.node(1), name: "list", kind: .serial, state: .succeeded, startedAt: Self.at(50))
    list.endedAt = Self.at(70)
    var set = NodeRecord(
      path: .root.node(1).node(0), name: "set", kind: .job, state: .succeeded, startedAt: Self.at(60))
    set.attempts = [.init(startedAt: Self.at(60.1), endedAt: Self.at(69), state: .succeeded)]
    set.made.sharedWrites = [SharedUse(key: "token", value: "t", isSecret: false)]
    (set.endedAt, set.output) = (Self.at(70), .value(1))
    var last = NodeRecord(path: .root.node(2), name: "last", kind: .job, state: .neverRan, startedAt: Self.at(70))
    last.endedAt = Self.at(70)
    var summary = RunRecording.Summary(id: "r", group: "g", startedAt: Self.start)
    (summary.state, summary.endedAt) = (.failed, Self.at(71))
    return RunRecording(summary, nodes: [pay, list, set, last])
  }

  @Test("what one step does in one go is one moment, a pause lies between two, and what comes at once belongs together")
  func moments() {
    let moments = RunMoment.all(of: recording)
    #expect(
      moments.map { "\($0.main.path) \(Self.start.duration(to: $0.time))" } == [
        "1 0.0 seconds", "1 0.01 seconds", "1 0.02 seconds", "1 0.03 seconds", "1 0.0402 seconds", "2 0.05 seconds",
        "2.1 0.0601 seconds", "2.1 0.069 seconds", "2.1 0.07 seconds",
      ])
    #expect(moments[0].main.kind == .turn && moments[3].main.kind == .began(attempt: 2))
    #expect(moments[2].main.kind == .attemptEnded(1, .failed))
    #expect(moments[8].main.kind == .ended(.succeeded, wrote: ["token"]) && moments[8].changes.count == 2)
  }

  @Test("at a moment a step is as it was: not begun, waiting, in flight with what it had, done")
  func past() throws {
    let run = recording
    #expect(run.asOf(Self.at(5))[.root.node(0)]?.state == .waiting && run.asOf(Self.at(5)).nodes.count == 1)
    let flying = try #require(run.asOf(Self.at(15))[.root.node(0)])
    #expect(flying.state == .running && flying.attempts.count == 1 && flying.status == nil && flying.output == .none)
    let between = try #require(run.asOf(Self.at(25))[.root.node(0)])
    #expect(between.state == .waiting && between.status == 503 && between.exchange == run.nodes[0].attempts[0].exchange)
    #expect(run.asOf(Self.at(45))[.root.node(0)] == run.nodes[0])
    #expect(run.asOf(Self.at(45)).summary.state == .running && run.asOf(Self.at(71)) == run)
  }

  @Test("a shared key holds at a moment what was written until then")
  func shared() {
    let run = recording
    #expect(run.sharedValues(asOf: Self.at(65)).isEmpty)
    #expect(run.asOf(Self.at(65)).nodes.flatMap(\.made.sharedWrites).isEmpty)
    let values = run.sharedValues(asOf: Self.at(70))
    #expect(values.map(\.use.key) == ["token"] && values.first?.isWritten == true)
  }
}
