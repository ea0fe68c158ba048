import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Completion handlers", .timeLimit(.minutes(2)))
struct CompletionHandlerTests {
  @Test("A node's handler may replace its result, and later nodes see the replaced one")
  func replaces() async {
    let shop = ToyShop()
    let group = RequestGroup.serial([
      .request(.get("/a")).named("a").completing { result in result.replacingValue("replaced") },
      .request(.post("/b")).chaining { $0.value },
      .job("c") { input in input.steps["a"]?.value },
    ])
    let result = await shop.client.run(group).result()
    #expect(shop.sentBodies[1] == #""replaced""# && result.value == "replaced")
    #expect(result.values[0] == "replaced")
  }

  @Test("Nothing returned keeps the result")
  func keeps() async {
    let shop = ToyShop()
    let notes = Notes()
    let node = Node.request(.get("/a")).completing { result in
      notes.note("saw \(result.value?["path"]?.string ?? "")")
      return nil
    }
    #expect(await shop.client.run(.serial([node])).result().value == ["path": "/a"])
    #expect(notes.texts == ["saw /a"])
  }

  @Test("A failure may become a success, and the chain goes on")
  func repairs() async {
    let shop = ToyShop(["/bad": (404, "{}")])
    let group = RequestGroup.serial([
      .request(.checked("/bad")).completing { $0.failed ? .value("none there") : nil }, .request(.get("/next")),
    ])
    let result = await shop.client.run(group).result()
    #expect(result.states == [.succeeded, .succeeded] && shop.paths == ["/bad", "/next"])
  }

  @Test("What a handler throws is its node's failure")
  func throwing() async {
    let shop = ToyShop()
    let node = Node.request(.get("/a")).completing { _ in throw GroupError.threw("no") }
    let result = await shop.client.run(.serial([node, .request(.get("/b"))])).result()
    #expect(result.states == [.failed, .neverRan])
  }

  @Test("A node runs again when it failed, waiting longer each time")
  func retry() async {
    let shop = ToyShop()
    let tries = Notes()
    let job = Node.job("flaky") { _ in
      tries.note("try")
      guard tries.texts.count == 3 else { throw GroupError.threw("not yet") }
      return "there"
    }
    let retry = CountedRetry(maximum: 5, delay: .seconds(1), backoff: .exponential)
    #expect(await shop.client.run(.serial([job.retrying(retry)])).result().value == "there")
    #expect(shop.clock.waits == [.seconds(1), .seconds(2)])
  }

  @Test(
    "A node that runs again waits as the response's Retry-After says, unless that is not wanted, or too long",
    arguments: [(true, "7", [Duration.seconds(7)], 2), (false, "7", [.milliseconds(60)], 2), (true, "4000", [], 1)])
  func retryAfter(honours: Bool, asked: String, waits: [Duration], sent: Int) async {
    let clock = ManualClock()
    let count = Lock(0)
    let transport = RecordingTransport { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let head = ResponseHead(
        url: request.url, status: number == 1 ? .serviceUnavailable : .ok, headers: [.retryAfter: asked])
      return .success(TransportResponse(head: head, body: InMemoryBytes("{}")))
    }
    let client = Client(ClientConfiguration(servers: Servers("http://h")), transport: transport, clock: clock)
    let retry = CountedRetry(maximum: 1, delay: .milliseconds(60), honoursRetryAfter: honours)
    let result = await client.run(.serial([.request(.checked("/busy")).retrying(retry)])).result()
    #expect(clock.waits == waits && transport.requests.count == sent)
    #expect(result.succeeded == (sent == 2))
  }

  @Test("A node is asked again until what is waited for is there")
  func until() async {
    let shop = ToyShop()
    let node = Node.request(.get("/order")).until(every: .milliseconds(500), attempts: 20) { _ in
      shop.paths.count == 4
    }
    #expect(await shop.client.run(.serial([node])).result().succeeded)
    #expect(shop.clock.waits == Array(repeating: .milliseconds(500), count: 3))
  }

  @Test("What is waited for and does not come fails the node, with its last result")
  func never() async {
    let shop = ToyShop()
    let node = Node.request(.get("/order")).until(every: .seconds(1), attempts: 3) { _ in false }
    let result = await shop.client.run(.serial([node])).result()
    #expect(shop.paths.count == 3 && result.states == [.failed])
    #expect(result.results[0].error?.code == "group.neverHeld" && result.value == ["path": "/order"])
  }
}
