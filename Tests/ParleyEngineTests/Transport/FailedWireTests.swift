import ParleyEngine
import TestSupport
import Testing

@Suite("The wire log of a transfer that fails", .timeLimit(.minutes(2)))
struct FailedWireTests {
  @Test("What was sent and received before a failure is told in front of the end, when it was to be recorded")
  func kept() async throws {
    let server = try RawServer.answering(RawReply(Array("nonsense\r\n\r\n".utf8)))
    let call = Client().prepare(.get(server.url + "/x").options(TransferOptions(recordsWire: true)))
    let error = await #expect(throws: RequestError.self) { try await call.response() }
    #expect(error?.code == "network.malformedAnswer")
    let sent = call.wire?.entries.first { $0.direction == .sentHead }.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(sent?.hasPrefix("GET /x HTTP/1.1\r\n") == true)
  }

  @Test("Without the wish nothing is recorded")
  func notWanted() async throws {
    let refusing = try RefusingPort()
    let told = await CurlTransport().get(refusing.url)
    #expect(told.words == ["finished"])
  }

  @Test("Absurd durations end where the clock does")
  func absurd() {
    #expect(Duration.seconds(Int64.max).inMicroseconds == .max)
    #expect(Duration.seconds(Int64.min).inMicroseconds == .min)
    #expect(Duration.seconds(-3).inMicroseconds == -3_000_000)
  }
}
