import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Duplicates in groups, and of methods that change something", .timeLimit(.minutes(1)))
struct GroupDeduplicationTests {
  private let transport = RecordingTransport(answering: nil)
  private let client: Client

  init() {
    client = Client(ClientConfiguration(servers: Servers("http://h"), codec: JSONCodec()), transport: transport)
  }

  private func answer() {
    transport.finish(.success(TransportResponse(toyBody: #"{"id":1}"#)))
  }

  private func same(_ request: Request, _ count: Int) -> RequestGroup {
    .concurrent((1...count).map { .request(request).named("same\($0)") })
  }

  @Test(
    "Without a word, each request that changes something is sent",
    arguments: [HTTPRequest.Method.post, .put, .delete, .patch])
  func changing(_ method: HTTPRequest.Method) async {
    var request = Request.get("/cart")
    request.method = method
    let calls = (1...3).map { _ in client.prepare(request) }
    for call in calls { call.start() }
    await eventually { transport.requests.count == 3 }
    answer()
    for call in calls { #expect(await CallResult.of(call).isAccepted) }
  }

  @Test("Without a word, each step of a group is sent", arguments: [Request.get("/cart"), .post("/cart")])
  func steps(_ request: Request) async {
    let run = client.run(same(request, 3))
    run.start()
    await eventually { transport.requests.count == 3 }
    answer()
    #expect(await run.result().succeeded)
    #expect(run.recording.nodes.allSatisfy { $0.made.sharedTransfers.isEmpty })
  }

  @Test("A request outside of a group shares nothing with a step, nor a step with it")
  func outside() async {
    let call = client.prepare(.get("/cart"))
    call.start()
    await eventually { transport.requests.count == 1 }
    let run = client.run(same(.get("/cart"), 1))
    run.start()
    await eventually { transport.requests.count == 2 }
    answer()
    #expect(await run.result().succeeded)
    #expect(await CallResult.of(call).isAccepted)
  }

  @Test("Steps that share a transfer say whose")
  func sharing() async throws {
    let events = client.events.subscribe()
    let run = client.run(same(.get("/cart").duplicates(.keepAll), 3))
    run.start()
    var joined = 0
    for await delivery in events where delivery.isDuplicate {
      joined += 1
      if joined == 2 { break }
    }
    answer()
    #expect(await run.result().succeeded && transport.requests.count == 1)
    let nodes = run.recording.nodes
    let sender = try #require(nodes.first { $0.made.sharedTransfers.isEmpty })
    for node in nodes where node.path != sender.path {
      let transfer = try #require(node.made.sharedTransfers.first)
      #expect(transfer.step == sender.path && transfer.of == sender.exchange && transfer.exchange == node.exchange)
      #expect(transfer.summary == "shares the transfer of step \(sender.path)")
    }
  }

  @Test(
    "The losers of a group end as superseded by a step, and the run is a success",
    arguments: ["keepFirst", "keepLatest", "cancelFirst"])
  func superseded(_ rule: String) async throws {
    let control: DeduplicationPolicy =
      rule == "keepFirst" ? .keepFirst : rule == "keepLatest" ? .keepLatest : .cancelFirst
    let events = client.events.subscribe()
    let run = client.run(same(.post("/cart").duplicates(control), 2))
    run.start()
    for await delivery in events where delivery.isDuplicate { break }
    await eventually { run.recording.nodes.contains { $0.state == .skipped } }
    await eventually { transport.requests.count == (rule == "cancelFirst" ? 2 : 1) }
    answer()
    let result = await run.result()
    #expect(result.succeeded && run.recording.summary.state == .succeeded)
    let loser = try #require(run.recording.nodes.first { $0.state == .skipped })
    let winner = try #require(run.recording.nodes.first { $0.state == .succeeded })
    #expect(loser.error?.code == "group.superseded")
    #expect(loser.error?.summary == "superseded by step \(winner.path)")
  }

  @Test("A step that is superseded is neither tried again nor waited for, and no handler is asked about it")
  func notAgain() async {
    let asked = Notes()
    let node = Node.request(.get("/cart").duplicates(.keepFirst)).retrying(CountedRetry(maximum: 3))
      .until(attempts: 5) { _ in
        asked.note("until")
        return true
      }
      .completing { _ in
        asked.note("handler")
        return nil
      }
    let run = client.run(.concurrent([node.named("a"), node.named("b")]))
    run.start()
    await eventually { run.recording.nodes.contains { $0.state == .skipped } }
    answer()
    #expect(await run.result().succeeded && transport.requests.count == 1)
    #expect(asked.texts == ["handler", "until"])
  }

  @Test("A step that was superseded by a request outside of the run says so")
  func byAnother() async {
    let call = client.prepare(.get("/cart"))
    call.start()
    await eventually { transport.requests.count == 1 }
    let run = client.run(same(.get("/cart").duplicates(.keepFirst), 1))
    #expect(await run.result().states == [.skipped])
    #expect(run.recording.nodes[0].error?.summary == "superseded by the same request outside this run")
    answer()
    #expect(await CallResult.of(call).isAccepted)
  }
}

extension CallResult {
  fileprivate static func of(_ call: Call) async -> CallResult {
    do {
      return CallResult(try await call.response())
    } catch {
      return CallResult(error)
    }
  }
}

extension EventSubscription.Delivery {
  fileprivate var isDuplicate: Bool {
    guard case .event(let event) = self, case .duplicate = event.kind else { return false }
    return true
  }
}
