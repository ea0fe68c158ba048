import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("What a session keeps of its requests", .timeLimit(.minutes(2)))
struct SessionHistoryTests {
  @Test("one without a response is kept with its wire, its attempts and its route")
  func failure() async throws {
    let workspace = try SendingWorkspace(
      [RawReply(Array("nonsense\r\n\r\n".utf8))], files: ["requests/r.yaml": "url: /x\nretry: { retries: 1 }\n"])
    let session = try await workspace.open()
    let call = session.sending.call(try await session.sending.render("r")) { $0.recordsWire = true }
    await #expect(throws: RequestError.self) { try await call.response() }
    let kept = try #require(try await session.store.history.exchange(call.id)).exchange
    let sent = kept.wire?.entries.first { $0.direction == .sentHead }.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(sent?.hasPrefix("GET /x HTTP/1.1\r\n") == true)
    #expect(kept.failedAttempts.map(\.code) == ["network.malformedAnswer"])
    #expect(kept.route == "r")
    await session.close()
  }
}
