import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("What runs at the same time, and a failure among it", .timeLimit(.minutes(1)))
struct AtOnceTests {
  private let client = ToyShop([:]).client
  private let door = Door()
  private let notes = Notes()

  /// Waits until somebody opens the door, or is cancelled.
  private func waiting(_ name: String) -> Node {
    .job(name) { [door, notes] _ in
      notes.note("\(name) began")
      await door.pass()
      return nil
    }
  }

  /// Fails as soon as another one has begun.
  private func failing(after other: String) -> Node {
    .job("fails") { [notes] _ in
      await eventually { notes.texts.contains("\(other) began") }
      throw GroupError.neverHeld(attempts: 1)
    }
  }

  private func states(_ onFailure: RequestGroup.OnFailure, _ more: [Node] = []) async -> [NodeResult.State] {
    let nodes = [failing(after: "waits"), waiting("waits"), .job("queued") { _ in 1 }] + more
    let run = client.run(.serial([.group(.concurrent(limit: 2, onFailure: onFailure, nodes)).named("both")]))
    run.start()
    if onFailure != .cancel {
      await eventually { run.recording.nodes.contains { $0.name == "fails" && $0.state == .failed } }
      door.open()
    }
    let states = await run.result().results[0].results.map(\.state)
    door.open()
    return states
  }

  @Test("Told to cancel, what is in flight is cancelled, and what is queued never runs")
  func cancels() async {
    #expect(await states(.cancel) == [.failed, .cancelled, .neverRan])
  }

  @Test("Told to stop, what is queued never runs")
  func stops() async {
    let fails = Node.job("fails") { _ in throw GroupError.neverHeld(attempts: 1) }
    let group = RequestGroup.concurrent(limit: 1, onFailure: .stop, [fails, .job("queued") { _ in 1 }])
    #expect(await client.run(group).result().states == [.failed, .neverRan])
  }

  @Test("Told to stop, what is in flight completes")
  func completes() async {
    let group = RequestGroup.concurrent(onFailure: .stop, [failing(after: "waits"), waiting("waits")])
    let run = client.run(group)
    run.start()
    await eventually { run.recording.nodes.contains { $0.name == "fails" && $0.state == .failed } }
    door.open()
    #expect(await run.result().states == [.failed, .succeeded])
  }

  @Test("Told to continue, all run")
  func goesOn() async {
    #expect(await states(.continue) == [.failed, .succeeded, .succeeded])
  }

  @Test("What runs always is neither cancelled nor left out")
  func always() async {
    let clean = Node.job("clean") { _ in "done" }.always()
    #expect(await states(.cancel, [clean]) == [.failed, .cancelled, .neverRan, .succeeded])
  }

  /// Runs so many elements, and waits until as many are in flight as may be.
  private func elements(
    _ values: [JSONValue], limit: Int, onFailure: RequestGroup.OnFailure = .stop
  ) async -> (inFlight: Int, result: NodeResult) {
    let node = Node.job("element") { [door, notes] input in
      notes.note("\(input.value?.int ?? 0) began")
      if input.value == 0 {
        await eventually { notes.texts.contains("1 began") }
        throw GroupError.neverHeld(attempts: 1)
      }
      await door.pass()
      return input.value
    }.each(limit: limit, onFailure: onFailure) { _ in values }
    let run = client.run(.serial([node]))
    run.start()
    await eventually { notes.texts.count == limit }
    let inFlight = notes.texts.count
    if onFailure != .cancel { door.open() }
    let result = await run.result().results[0]
    door.open()
    return (inFlight, result)
  }

  @Test("So many elements run at once as may be, and their results are in the order of the list")
  func elementsAtOnce() async {
    let (inFlight, result) = await elements([5, 4, 3, 2, 1, 6], limit: 3)
    #expect(inFlight == 3 && notes.texts.count == 6)
    #expect(result.value == [5, 4, 3, 2, 1, 6])
  }

  @Test("An element that failed cancels those in flight, where that is said")
  func elementCancels() async {
    let (_, result) = await elements([0, 1, 2], limit: 2, onFailure: .cancel)
    #expect(result.results.map(\.state) == [.failed, .cancelled, .neverRan])
  }

  @Test("Steps inside of elements that run at once see the results of their own element")
  func names() async {
    let inside = RequestGroup.serial([
      .job("own") { [door, notes] input in
        notes.note("began")
        await door.pass()
        return input.element?.value
      },
      .job("reads") { $0.steps["own"]?.value },
    ])
    let node = Node.group(inside).each(limit: 4) { _ in [1, 2, 3, 4] }
    let run = client.run(.serial([node]))
    run.start()
    await eventually { notes.texts.count == 4 }
    door.open()
    #expect(await run.result().results[0].results.map { $0.results.last?.value } == [1, 2, 3, 4])
  }

  @Test("A condition to wait for sees responses that failed their expectation, where that is said")
  func failedResponses() async {
    let statuses = Lock([503, 404, 200])
    let transport = RecordingTransport { request in
      let status = statuses.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      let head = ResponseHead(url: request.url, status: .init(code: status), headers: [:])
      return .success(TransportResponse(head: head, body: InMemoryBytes("{}")))
    }
    let client = Client(ClientConfiguration(servers: Servers("http://h"), codec: JSONCodec()), transport: transport)
    var node = Node.request("poll") { _ in .checked("/job") }.until(attempts: 5) { $0.response?.status.code == 200 }
    let first = await client.run(.serial([node])).result()
    #expect(first.states == [.failed] && transport.requests.count == 1)
    node.until?.seesFailures = true
    let second = await client.run(.serial([node])).result()
    #expect(second.states == [.succeeded] && transport.requests.count == 3)
  }
}
