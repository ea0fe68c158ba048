import ParleyEngine
import TestSupport
import Testing

/// A wall clock that goes on only when somebody says so.
private final class WallClock: Sendable {
  private let time = Lock(Timestamp(microseconds: 1_700_000_000_000_000))

  var now: Timestamp { time.withLock { $0 } }
  func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
}

/// A person who takes their time at some places.
private struct SlowGate: RunGate {
  let clock: WallClock
  let before: [String]
  let after: [String]
  /// Run again once after that.
  var repeats = false

  func before(_ node: GateContext) async -> GateDecision {
    if node.attempt == 1, before.contains("\(node.path)") { clock.advance(by: .seconds(30)) }
    return .go
  }

  func after(_ node: GateContext, _ result: NodeResult) async -> GateDecision {
    guard after.contains("\(node.path)"), node.attempt == 1 else { return .go }
    clock.advance(by: .seconds(30))
    return repeats ? .again(after: .zero) : .go
  }
}

@Suite("The time of a run and its steps, without what waits for a person", .timeLimit(.minutes(2)))
struct RunTimeTests {
  private let clock = WallClock()

  private func client(taking time: Duration = .milliseconds(100)) -> Client {
    let transport = RecordingTransport { [clock] request in
      clock.advance(by: time)
      return .success(TransportResponse(toyBody: "{}", url: request.url))
    }
    let now: @Sendable () -> Timestamp = { [clock] in clock.now }
    return Client(
      ClientConfiguration(servers: Servers("http://h"), codec: JSONCodec()), transport: transport, now: now)
  }

  private func recording(of group: RequestGroup, _ gate: SlowGate) async -> RunRecording {
    let run = client().run(group, RunOptions(gates: [gate]))
    _ = await run.result()
    return run.recording
  }

  @Test("the time of a run begins with its first step, and not when the person began to type what that needs")
  func begin() async throws {
    let group = RequestGroup.serial([
      .request("login") { [clock] _ in
        await PersonWait.waiting { clock.advance(by: .seconds(30)) }
        return .get("/login")
      },
      .request(.get("/b")),
    ])
    let recording = await recording(of: group, SlowGate(clock: clock, before: ["1"], after: []))
    #expect(recording.summary.duration == .milliseconds(200))
    #expect(recording.summary.startedAt == recording.firstAttempt)
    #expect(RunMoment.all(of: recording).allSatisfy { $0.time <= recording.lastMoment })
  }

  @Test("a request that takes long to make does not wait for a person")
  func slowRendering() async throws {
    let group = RequestGroup.serial([
      .request(.get("/a")),
      .request("slow") { [clock] _ in
        clock.advance(by: .seconds(30))
        return .get("/slow")
      },
      .request("asks") { [clock] _ in
        await PersonWait.waiting { clock.advance(by: .seconds(5)) }
        return .get("/asks")
      },
    ])
    let recording = await recording(of: group, SlowGate(clock: clock, before: [], after: []))
    #expect(recording[.root.node(1)]?.made.pauses == [])
    #expect(recording[.root.node(2)]?.made.pauses.map { $0.lowerBound.duration(to: $0.upperBound) } == [.seconds(5)])
    #expect(recording.duration == .milliseconds(30_300))
  }

  @Test("a debugger that holds nothing waits for nobody, however slow the machine is")
  func busyMachine() async {
    let transport = RecordingTransport { .success(TransportResponse(toyBody: "{}", url: $0.url)) }
    let now: @Sendable () -> Timestamp = { [clock] in
      clock.advance(by: .milliseconds(30))
      return clock.now
    }
    let client = Client(
      ClientConfiguration(servers: Servers("http://h"), codec: JSONCodec()), transport: transport, now: now)
    let run = client.run(.serial([.request(.get("/a"))]), RunOptions(gates: [Debugger()]))
    _ = await run.result()
    #expect(run.recording[.root.node(0)]?.made.pauses == [])
  }

  @Test("a group's time, and that of an element, is without the pauses of the steps in it")
  func groups() async throws {
    let inner = RequestGroup.serial([.request(.get("/a")), .request(.get("/b"))])
    let list = Node.group(inner).each { _ in [1, 2] }
    let group = RequestGroup.serial([.group(inner), list])
    let gate = SlowGate(clock: clock, before: ["1.2", "2[0].2"], after: ["1.1"])
    let recording = await recording(of: group, gate)
    #expect(recording[.root.node(0)]?.made.held == .seconds(60))
    #expect(recording[.root.node(0)]?.timeTaken == .milliseconds(200))
    #expect(recording[.root.node(0).node(1)]?.timeTaken == .milliseconds(100))
    #expect(recording.listProgress[.root.node(1)]?.time(until: recording.lastMoment) == .milliseconds(400))
    #expect(recording[.root.node(1)]?.duration == .milliseconds(400))
    #expect(recording.duration == .milliseconds(600) && recording.summary.duration == .milliseconds(600))
  }

  @Test("the time of a step that is run again at a pause is without the pause")
  func again() async throws {
    let gate = SlowGate(clock: clock, before: [], after: ["1"], repeats: true)
    let recording = await recording(of: .serial([.request(.get("/a"))]), gate)
    let record = try #require(recording[.root.node(0)])
    #expect(record.attempts.count == 2 && record.timeTaken == .milliseconds(200))
  }
}
