import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Progress events, and a hold that comes only when it takes too long", .timeLimit(.minutes(2)))
struct BlockingOverlayTests {
  private static let second: Int64 = 1_000_000

  @Test("Progress of request and response is told with route, done and expected")
  func progress() async throws {
    let transport = RecordingTransport(answering: nil)
    let route = Route("upload", endpoint: "/files", method: .put)
    let client = Client(.init(servers: Servers("http://h"), routes: [route]), transport: transport)
    let events = client.events.subscribe()
    let call = client.prepare(.route("upload"))
    call.start()
    while transport.requests.isEmpty { await Task.yield() }
    transport.tell(.progress(TransferProgress(sent: 5, expectedToSend: 10)))
    transport.tell(.progress(TransferProgress(sent: 10, expectedToSend: 10)))
    transport.tell(.progress(TransferProgress(sent: 10, expectedToSend: 10, received: 3)))
    transport.finish(
      .success(TransportResponse(head: ResponseHead(url: "http://h", status: .ok), body: InMemoryBytes(""))))
    _ = try await call.response()
    let told = events.takeAvailable().compactMap { delivery -> String? in
      guard case .event(let event) = delivery else { return nil }
      let route = event.subject?.route ?? "–"
      switch event.kind {
      case .requestProgress(_, let progress): return "\(route) up \(progress.done) \(progress.expected ?? -1)"
      case .responseProgress(_, let progress): return "\(route) down \(progress.done) \(progress.expected ?? -1)"
      default: return nil
      }
    }
    #expect(told == ["upload up 5 10", "upload up 10 10", "upload down 3 -1"])
  }

  @Test("A real upload and download tell their progress to the end")
  func overTheWire() async throws {
    let server = try RawServer.answering(.text(String(repeating: "x", count: 100_000)))
    defer { server.stop() }
    let client = Client()
    let events = client.events.subscribe()
    var request = Request.post(server.url).body(.text(String(repeating: "y", count: 200_000)))
    request.options.progressInterval = .zero
    _ = try await client.send(request)
    let kinds = events.takeAvailable().compactMap { if case .event(let event) = $0 { event.kind } else { nil } }
    let sent = kinds.compactMap { if case .requestProgress(_, let progress) = $0 { progress } else { nil } }
    #expect(sent.last?.expected == 200_000)
    #expect(zip(sent, sent.dropFirst()).allSatisfy { $0.done <= $1.done })
  }

  private func event(_ kind: Event.Kind, at seconds: Int64) -> Event {
    Event(sequence: 1, time: Timestamp(microseconds: seconds * Self.second), kind: kind)
  }

  private func subject(_ hold: Duration? = .seconds(4), _ id: String = "a") -> Event.Subject {
    Event.Subject(
      exchange: ExchangeID(rawValue: id), name: id, callID: nil, server: nil, method: "GET", url: "http://h",
      hold: hold)
  }

  private func at(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * Self.second) }

  @Test("A hold comes after four seconds unless told otherwise, and not before")
  func comes() {
    #expect(Request.get("/x").holdingUser().hold == .seconds(4))
    var hold = BlockingOverlay()
    hold.take(event(.sent(subject()), at: 10))
    #expect(hold.shown(at: at(13)) == nil)
    #expect(hold.nextChange(after: at(10)) == at(14))
    #expect(hold.shown(at: at(14))?.subject.name == "a")
    #expect(hold.nextChange(after: at(14)) == nil)
  }

  @Test("It goes at success, failure and cancel", arguments: [0, 1, 2])
  func goes(_ end: Int) {
    let answer = Event.ResponseSummary(status: 200, count: 0, total: .zero)
    let failure = Event.Failure(reason: .network, code: "x", summary: "x", advice: nil, response: nil)
    let ends: [Event.Kind] = [
      .loadRemote(subject(), answer), .failed(subject(), failure), .cancelled(subject()),
    ]
    var hold = BlockingOverlay()
    hold.take(event(.sent(subject()), at: 10))
    hold.take(event(.sent(subject(nil, "b")), at: 11))
    #expect(hold.shown(at: at(20)) != nil)
    hold.take(event(ends[end], at: 20))
    #expect(hold == BlockingOverlay())
  }

  @Test("A request that is sent again began when it was sent first, and one that does not ask never holds")
  func retried() {
    var hold = BlockingOverlay()
    hold.take(event(.sent(subject(.seconds(2))), at: 10))
    hold.take(event(.sent(subject(.seconds(2))), at: 11))
    #expect(hold.shown(at: at(12)) != nil)
    var other = BlockingOverlay()
    other.take(event(.sent(subject(nil)), at: 10))
    #expect(other.nextChange(after: at(10)) == nil && other.shown(at: at(99)) == nil)
  }
}
