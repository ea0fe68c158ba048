import ParleyEngine
import TestSupport
import Testing

@testable import ParleyEngine

@Suite("One time of a step, without what waits for a person", .timeLimit(.minutes(2)))
struct OneTimeTests {
  private static let start = Timestamp(microseconds: 1_700_000_000_000_000)

  private static func at(_ milliseconds: Int) -> Timestamp { start.advanced(by: .milliseconds(milliseconds)) }

  private static func leaf(_ index: Int, _ from: Int, _ to: Int) -> NodeRecord {
    var record = NodeRecord(
      path: .root.node(0).node(index), name: "s\(index)", kind: .request, state: .succeeded, startedAt: at(from))
    record.attempts = [.init(startedAt: at(from), endedAt: at(to), state: .succeeded)]
    record.endedAt = at(to)
    return record
  }

  private static func group(_ children: [NodeRecord], _ holds: [RunHold]) -> NodeRecord {
    var record = NodeRecord(path: .root.node(0), name: "g", kind: .concurrent, state: .succeeded, startedAt: at(0))
    let end = children.compactMap(\.endedAt).max() ?? at(0)
    record.attempts = [.init(startedAt: children.map(\.startedAt).min() ?? at(0), endedAt: end, state: .succeeded)]
    record.endedAt = end
    record.made.held = record.held(by: holds, among: children, until: end)
    return record
  }

  @Test("a pause of one lane counts while another lane works, and not when all wait")
  func lanes() {
    let children = [Self.leaf(0, 0, 100), Self.leaf(1, 40, 60)]
    let lane = RunHold(path: children[1].path, span: Self.at(0)..<Self.at(40))
    #expect(Self.group(children, [lane]).duration == .milliseconds(100))
    let late = [Self.leaf(0, 0, 100), Self.leaf(1, 400, 420)]
    let all = RunHold(path: late[1].path, span: Self.at(50)..<Self.at(400))
    #expect(Self.group(late, [all]).duration == .milliseconds(120))
  }

  @Test("no group is shorter than a step in it, and none longer than its wall time", arguments: 0..<200)
  func bounds(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...5, using: &random)
    let children = (0..<count).map { index -> NodeRecord in
      let from = Int.random(in: 0...200, using: &random)
      return Self.leaf(index, from, from + Int.random(in: 0...200, using: &random))
    }
    let holds = (0..<Int.random(in: 0...6, using: &random)).map { _ -> RunHold in
      let from = Int.random(in: 0...300, using: &random)
      let path = children[Int.random(in: 0..<count, using: &random)].path
      return RunHold(path: path, span: Self.at(from)..<Self.at(from + Int.random(in: 1...100, using: &random)))
    }
    let timed = children.map { child -> NodeRecord in
      var child = child
      let own = holds.filter { $0.path == child.path }
      child.made.held = child.held(by: own, among: [], until: child.endedAt ?? child.startedAt)
      return child
    }
    let group = Self.group(children, holds)
    let whole = group.wholeSpan.map { $0.lowerBound.duration(to: $0.upperBound) } ?? .zero
    let time = group.duration ?? .zero
    #expect(time >= timed.compactMap(\.duration).max() ?? .zero && time <= whole)
  }

  @Test("a run that waited for a person took no longer for it")
  func run() {
    var summary = RunRecording.Summary(id: "r", group: nil, startedAt: Self.at(0))
    summary.endedAt = Self.at(1000)
    var first = NodeRecord(path: .root.node(0), name: "a", kind: .request, state: .succeeded, startedAt: Self.at(0))
    first.attempts = [.init(startedAt: Self.at(0), endedAt: Self.at(100), state: .succeeded)]
    first.endedAt = Self.at(100)
    var second = first
    second.path = .root.node(1)
    second.attempts = [.init(startedAt: Self.at(900), endedAt: Self.at(1000), state: .succeeded)]
    second.made.pauses = [Self.at(100)..<Self.at(900)]
    #expect(RunRecording(summary, nodes: [first, second]).duration == .milliseconds(200))
    #expect(RunRecording(summary, nodes: [first]).duration == .milliseconds(1000))
  }

  @Test("the list of runs knows how long a run took without its pauses")
  func summary() async throws {
    let debugger = Debugger()
    debugger.add(.before(.root.node(1)))
    let jobs = ["a", "b"].map { Node.job($0) { _ in nil } }
    let clock = Lock(Self.start)
    let now: @Sendable () -> Timestamp = { clock.withLock { $0 } }
    let client = Client(ClientConfiguration(servers: Servers("http://h")), transport: RecordingTransport(), now: now)
    let run = client.run(.serial(jobs), RunOptions(gates: [debugger]))
    run.start()
    for await _ in debugger.changes where debugger.focus != nil { break }
    clock.withLock { $0 = Self.at(5_000) }
    debugger.resume()
    _ = await run.result()
    let recording = run.recording
    #expect(recording.summary.waited == .seconds(5))
    #expect(recording.summary.duration == .zero && recording.duration == .zero)
    let unpaused = Client().run(.serial(jobs))
    _ = await unpaused.result()
    #expect(unpaused.recording.summary.waited == nil)
  }

  @Test("the pieces of a step's time are its attempts, the waits between them, and its pauses")
  func pieces() {
    var record = Self.leaf(0, 0, 10)
    record.attempts.append(.init(startedAt: Self.at(50), endedAt: Self.at(60), state: .succeeded))
    record.endedAt = Self.at(60)
    #expect(
      record.timePieces(until: Self.at(60)).map(\.span) == [
        Self.at(0)..<Self.at(10), Self.at(10)..<Self.at(50), Self.at(50)..<Self.at(60),
      ])
    record.made.pauses = [Self.at(20)..<Self.at(50)]
    let kinds = record.timePieces(until: Self.at(60)).map { piece in
      switch piece.kind {
      case .send: "send"
      case .retryWait: "wait"
      case .pause: "pause"
      }
    }
    #expect(kinds == ["send", "wait", "pause", "send"])
  }
}
