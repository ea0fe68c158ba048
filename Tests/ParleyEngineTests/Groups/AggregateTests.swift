import ParleyEngine
import TestSupport
import Testing

@Suite("Aggregates", .timeLimit(.minutes(2)))
struct AggregateTests {
  private let transport = HeldTransport()

  private var client: Client {
    Client(ClientConfiguration(servers: Servers("http://h")), transport: transport)
  }

  private func started(_ paths: [String]) async -> Aggregate {
    let client = client
    let aggregate = Aggregate(paths.map { client.prepare(.checked($0)) })
    aggregate.start()
    await eventually { transport.paths == paths }
    return aggregate
  }

  @Test("Requests are joined by chaining, or taken from a list")
  func joined() async {
    let client = Client(
      ClientConfiguration(servers: Servers("http://h")), transport: RecordingTransport())
    let chained = client.prepare(.get("/a")).together(with: client.prepare(.get("/b")))
      .together(with: client.prepare(.get("/c")))
    #expect(chained.calls.map(\.request.endpoint) == ["/a", "/b", "/c"] && !chained.completed)
    let results = await chained.results()
    #expect(results.map { $0.response?.url } == ["http://h/a", "http://h/b", "http://h/c"])
    #expect(chained.completed && !chained.failed && chained.fraction == 1)
  }

  @Test("It has failed as soon as one has, which cancels no other")
  func failed() async throws {
    let aggregate = await started(["/a", "/b"])
    aggregate.calls[0].cancel()
    #expect(aggregate.failed && !aggregate.completed)
    #expect(aggregate.resultsSoFar.map { $0?.failed } == [true, nil])
    transport.finish("/b")
    let results = await aggregate.results()
    #expect(results.map(\.failed) == [true, false] && aggregate.completed)
  }

  @Test("Its fraction is the mean of all, as far as they are at that moment")
  func fraction() async throws {
    let rest = Gate()
    let server = try RawServer.start { connection in
      guard let request = try connection.readRequest(), request.target == "/half" else {
        return connection.waitForClose()
      }
      try connection.send(.truncated(String(repeating: "a", count: 50), promising: 100))
      try rest.wait()
      try connection.send(String(repeating: "b", count: 50))
    }
    let client = Client(ClientConfiguration(servers: Servers(Server(server.url))))
    let aggregate = Aggregate([client.prepare(.get("/never")), client.prepare(.get("/half"))])
    #expect(aggregate.fraction == 0)
    aggregate.start()
    await eventually { aggregate.fraction == 0.25 }
    aggregate.calls[0].cancel()
    #expect(aggregate.fraction == 0.75)
    rest.open()
    #expect(await aggregate.results().map(\.failed) == [true, false])
    #expect(aggregate.fraction == 1 && Aggregate([]).fraction == 1)
  }

  @Test("A closure is told all results in their order, once the last has ended, whether it comes before or after")
  func then() async {
    let aggregate = await started(["/a", "/b"])
    let told = Lock<[[Bool]]>([])
    aggregate.then(on: .immediate) { results in told.withLock { $0.append(results.map(\.failed)) } }
    transport.finish("/b")
    _ = try? await aggregate.calls[1].response()
    #expect(told.withLock { $0.isEmpty })
    aggregate.calls[0].cancel()
    await eventually { told.withLock { $0 == [[true, false]] } }
    aggregate.then(on: .immediate) { results in told.withLock { $0.append(results.map(\.failed)) } }
    #expect(told.withLock { $0.count } == 2)
    Aggregate([]).then(on: .immediate) { results in told.withLock { $0.append(results.map(\.failed)) } }
    #expect(told.withLock { $0.last } == [])
  }

  @Test("Cancelling it cancels all that have not ended")
  func cancel() async {
    let aggregate = await started(["/a", "/b", "/c"])
    aggregate.cancel()
    let results = await aggregate.results()
    #expect(results.allSatisfy { $0.error?.code == "request.cancelled" } && results.count == 3)
  }
}
