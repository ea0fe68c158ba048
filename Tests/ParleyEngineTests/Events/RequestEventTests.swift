import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Events of requests", .timeLimit(.minutes(2)))
struct RequestEventTests {
  private struct Draft: Codable, Sendable {
    var title: String
  }

  private func told(
    _ request: Request, by transport: any Transport, clock: any Clock<Duration> = ContinuousClock()
  ) async -> [Event] {
    var configuration = ClientConfiguration(servers: Servers(["shop": "http://h"], default: "shop"))
    configuration.codec = JSONCodec()
    let client = Client(
      configuration, transport: transport, now: { Timestamp(microseconds: 7) }, clock: clock)
    let events = client.events.subscribe()
    _ = try? await client.send(request)
    return events.takeAvailable().compactMap {
      if case .event(let event) = $0 { event } else { nil }
    }
  }

  @Test("Load remote has codec, server, endpoint, both models, call and group id, status and headers")
  func loadRemote() async throws {
    let transport = RecordingTransport(status: 201, body: #"{"id":7}"#, contentType: "application/json")
    var request = Request.post("/items").callID("c1").groupID("g1")
    request.model = Draft(title: "new")
    let events = await told(request, by: transport)
    let last = try #require(events.last)
    guard case .loadRemote(let subject, let answer) = last.kind else {
      Issue.record("\(last)")
      return
    }
    #expect(subject.codec == "json" && subject.server == "shop" && subject.endpoint == "/items")
    #expect(subject.callID == "c1" && subject.groupID == "g1" && subject.method == "POST")
    #expect(subject.model?.value == ["title": "new"])
    #expect(answer.status == 201 && answer.headers?[.contentType] == "application/json")
    #expect(answer.model?.value == ["id": 7])
    #expect(last.time == Timestamp(microseconds: 7))
    #expect(events.map(\.sequence) == [1, 2])
  }

  @Test("Load skip, where the cache answers, has the same, and why")
  func loadSkip() async throws {
    let transport = RecordingTransport(body: "[1]", contentType: "application/json")
    let client = Client(.init(servers: Servers(["shop": "http://h"], default: "shop")), transport: transport)
    let request = Request.get("/items").caching(for: .seconds(60)).callID("c1").groupID("g1")
    _ = try await client.send(request)
    let events = client.events.subscribe()
    _ = try await client.send(request)
    let skips = events.takeAvailable().compactMap { delivery -> (Event.Subject, Event.Skip)? in
      guard case .event(let event) = delivery, case .loadSkip(let subject, let skip) = event.kind else { return nil }
      return (subject, skip)
    }
    let (subject, skip) = try #require(skips.first)
    #expect(skips.count == 1 && skip.code == "fresh.wish")
    #expect(subject.server == "shop" && subject.endpoint == "/items")
    #expect(subject.callID == "c1" && subject.groupID == "g1")
  }

  @Test(
    "A failure is of the network, unauthorized, unavailable or internal, and says the same",
    arguments: [
      (401, Event.Failure.Reason.unauthorized), (503, .serverUnavailable), (500, .internal), (404, .internal),
    ])
  func failures(_ status: Int, _ reason: Event.Failure.Reason) async throws {
    let request = Request.get("/items").validating(.status(in: 200..<300)).callID("c1")
    let last = try #require(await told(request, by: RecordingTransport(status: status)).last)
    guard case .failed(let subject, let failure) = last.kind else {
      Issue.record("\(last)")
      return
    }
    #expect(failure.reason == reason && failure.response?.status == status)
    #expect(subject.callID == "c1" && subject.endpoint == "/items" && subject.codec == "json")
  }

  @Test("No response is a failure of the network")
  func network() async throws {
    let transport = RecordingTransport { _ in .failure(TransportError(.refused, "No.")) }
    let last = try #require(await told(.get("/items"), by: transport).last)
    guard case .failed(_, let failure) = last.kind else {
      Issue.record("\(last)")
      return
    }
    #expect(failure.reason == .network && failure.response == nil)
  }

  @Test("Each attempt is told, and why another follows")
  func attempts() async {
    let transport = RecordingTransport(status: 503)
    let request = Request.get("/items").retrying(.attempts(1, delay: .seconds(2), statuses: [503...503]))
    let kinds = await told(request, by: transport, clock: ManualClock()).map(\.kind)
    guard kinds.count == 4, case .sent = kinds[0], case .retrying(_, let retry) = kinds[1], case .sent = kinds[2],
      case .loadRemote = kinds[3]
    else {
      Issue.record("\(kinds)")
      return
    }
    #expect(retry.attempt == 1 && retry.status == 503 && retry.wait == .seconds(2))
  }

  @Test("Secrets are masked in models and headers, and cookies always")
  func masked() async throws {
    let transport = RecordingTransport { request in
      let head = ResponseHead(
        url: request.url, status: .ok, headers: [.setCookie: "sid=1", .server: "correct horse"])
      return .success(TransportResponse(head: head, body: InMemoryBytes(#"{"echo":"correct horse"}"#)))
    }
    var request = Request.post("/items").keepingSecret("correct horse")
    request.model = Draft(title: "correct horse")
    let last = try #require(await told(request, by: transport).last)
    guard case .loadRemote(let subject, let answer) = last.kind else { return }
    let mask = Secrets.mask
    #expect(subject.model?.value == ["title": .string(mask)])
    #expect(answer.model?.value == ["echo": .string(mask)])
    #expect(answer.headers?[.setCookie] == "sid=\(mask)" && answer.headers?[.server] == mask)
  }
}
