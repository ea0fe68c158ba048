import ParleyEngine
import TestSupport
import Testing

@Suite("The phases of an attempt, and the wait for the next", .timeLimit(.minutes(2)))
struct AttemptPhasesTests {
  private static var timings: Timings {
    var timings = Timings()
    (timings.dns, timings.connect, timings.tls) = (.milliseconds(1), .milliseconds(2), .milliseconds(3))
    (timings.firstByte, timings.transfer, timings.total) = (.milliseconds(20), .milliseconds(10), .milliseconds(40))
    return timings
  }

  @Test("what was neither the connection nor the response was spent in the queue")
  func queued() {
    let phases = AttemptPhases(Self.timings, took: .milliseconds(41))
    #expect(phases[.queued] == .milliseconds(5) && phases[.connect] == .milliseconds(6))
    #expect(phases.spans.map(\.phase) == [.queued, .connect, .waiting, .transfer])
    #expect(phases.spans.map(\.span.lowerBound.inMilliseconds) == [0, 5, 11, 31])
    #expect(phases.total == .milliseconds(41))
  }

  @Test("an attempt that joined a transfer in flight has only the end of its phases")
  func joined() {
    let phases = AttemptPhases(Self.timings, took: .milliseconds(15))
    #expect(phases.spans.map(\.phase) == [.waiting, .transfer] && phases[.waiting] == .milliseconds(5))
  }

  @Test("they are recorded with the attempt, in four numbers, and old recordings have none")
  func recorded() async throws {
    let timings = Self.timings
    let transport = RecordingTransport { request in
      var response = TransportResponse(toyBody: "{}", url: request.url)
      response.timings = timings
      return .success(response)
    }
    let client = Client(ClientConfiguration(servers: Servers("http://h"), codec: JSONCodec()), transport: transport)
    let run = client.run(.serial([.request(.get("/a"))]))
    _ = await run.result()
    let attempt = try #require(run.recording.nodes.first?.attempts.first)
    let end = try #require(attempt.endedAt)
    #expect(attempt.phases?.total == attempt.startedAt.duration(to: end))
    let json = try JSONValue(encoding: attempt)
    #expect(json["phases"]?.array?.count == 4)
    #expect(try json.decode(NodeRecord.Attempt.self) == attempt)
    let old: JSONValue = ["startedAt": ["microseconds": 1], "state": "running"]
    #expect(try old.decode(NodeRecord.Attempt.self).phases == nil)
  }

  @Test("while a step waits for its next attempt, the recording says when that comes; afterwards not any more")
  func nextAttempt() async throws {
    let clock = ManualClock(passes: false)
    let transport = RecordingTransport { .success(TransportResponse(toyBody: "{}", status: 503, url: $0.url)) }
    let client = Client(
      ClientConfiguration(servers: Servers("http://h"), codec: JSONCodec()), transport: transport, clock: clock)
    let step = Node.request(.checked("/a")).retrying(CountedRetry(maximum: 3, delay: .seconds(60)))
    let run = client.run(.serial([step]))
    run.start()
    await eventually { run.recording.nodes.first?.nextAttemptAt != nil }
    let record = try #require(run.recording.nodes.first)
    let (next, end) = (try #require(record.nextAttemptAt), try #require(record.attempts.last?.endedAt))
    #expect(end.duration(to: next) >= .seconds(60) && record.state == .waiting)
    run.stop()
    _ = await run.result()
    #expect(run.recording.nodes.first?.nextAttemptAt == nil)
  }
}
