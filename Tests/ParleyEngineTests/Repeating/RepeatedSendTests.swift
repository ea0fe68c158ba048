import TestSupport
import Testing

@testable import ParleyEngine

@Suite("A request sent many times", .timeLimit(.minutes(1)))
struct RepeatedSendTests {
  @Test("each is sent once, never more at once than wanted, and counted by its status")
  func counting() async throws {
    let server = try RawServer.answering(.text("hello"))
    let client = Client()
    let made = Lock(0)
    let sends = RepeatedSend(count: 50, atOnce: 4) {
      made.withLock { $0 += 1 }
      return client.prepare(.get(server.url))
    }
    let tally = try await sends.run()
    #expect(tally.statuses == [200: 50] && tally.count == 50 && tally.failures.isEmpty)
    #expect(made.withLock { $0 } == 50 && sends.isOver && !sends.isStopped)
    #expect(tally.durations.count == 50 && tally.elapsed > .zero)
  }

  @Test("what brings no response is counted by its reason")
  func failures() async throws {
    let client = Client()
    let sends = RepeatedSend(count: 3, atOnce: 8) { client.prepare(.get("http://127.0.0.1:1/")) }
    let tally = try await sends.run()
    #expect(tally.failures == ["127.0.0.1:1 refused the connection.": 3] && tally.responses == 0)
    #expect(tally.firstError?.code == "network.refused")
    #expect(sends.atOnce == 3)
  }

  @Test("a stop cancels what is in flight, counts it for nothing, and sends nothing further")
  func stopping() async throws {
    let transport = RecordingTransport(answering: nil)
    let client = Client(transport: transport)
    let sends = RepeatedSend(count: 100, atOnce: 2) {
      var request = Request.get("http://example.test/")
      request.duplicates = .sendAll
      return client.prepare(request)
    }
    async let tally = sends.run()
    while transport.requests.count < 2 { await Task.yield() }
    sends.stop()
    #expect(try await tally.count == 0)
    #expect(transport.requests.count == 2 && sends.isStopped)
  }

  @Test("a call that cannot be made ends all, and says why")
  func unmade() async throws {
    struct NoValue: Error {}
    let sends = RepeatedSend(count: 5, atOnce: 2) { throw NoValue() }
    await #expect(throws: NoValue.self) { try await sends.run() }
    await sends.news(after: 0)
    #expect(sends.isOver)
  }
}

@Suite("Durations and how they are spread", .timeLimit(.minutes(2)))
struct DurationSpreadTests {
  private static let hundred = DurationSpread((1...100).reversed().map { .milliseconds($0) })

  @Test(
    "a percentile is the nearest rank",
    arguments: [(0.0, 1), (1, 1), (50, 50), (90, 90), (95, 95), (99, 99), (99.5, 100), (100, 100)])
  func percentiles(percent: Double, milliseconds: Int) {
    #expect(Self.hundred?.percentile(percent) == .milliseconds(milliseconds))
  }

  @Test("bins are of one round width and hold everything, what is far out in the last one")
  func bins() throws {
    var durations = (1...99).map { Duration.milliseconds($0) }
    durations.append(.seconds(9))
    let bins = try #require(DurationSpread(durations)).bins(atMost: 12)
    #expect(bins.map(\.count).reduce(0, +) == 100)
    #expect(bins.first?.lower == .zero && bins.first?.upper == .milliseconds(10) && bins.first?.count == 9)
    #expect(bins.last?.upper == nil && bins.last?.count == 1 && bins.count <= 12)
  }

  @Test("one duration is one bin; none are no spread")
  func few() {
    #expect(DurationSpread([.milliseconds(7)])?.bins(atMost: 12).map(\.count) == [1])
    #expect(DurationSpread([]) == nil)
  }
}
