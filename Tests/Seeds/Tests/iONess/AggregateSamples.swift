import ParleyEngine
import Testing

// "Aggregate"
extension Ness {
  @Test("Several requests are one: chained, or from a list")
  func aggregate() async throws {
    let (backend, screen) = (try Backend { .status($0.path == "/2" ? 500 : 200) }, Screen())
    let client = Client()
    let (first, second, third) = ("\(backend.address)/1", "\(backend.address)/2", "\(backend.address)/3")
    // sample: ness-aggregate
    let requests = client.prepare(.get(first))
      .together(with: client.prepare(.get(second).validating(.status(200))))
      .together(with: client.prepare(.get(third)))
    for result in await requests.results() { screen.show(result.response?.status.code ?? 0) }
    if requests.failed { screen.show("at least one has failed") }
    if requests.completed { screen.show("all have ended") }
    // end
    #expect(screen.lines == ["200", "500", "200", "at least one has failed", "all have ended"])
  }

  @Test("They have a status together, and are dropped together")
  func aggregateStatus() async throws {
    let (gate, screen) = (Gate(), Screen())
    let backend = try Backend { asked in
      if asked.path != "/1" { gate.pass() }
      return .text(asked.path)
    }
    let (client, urls) = (Client(), ["1", "2", "3", "4"].map { "\(backend.address)/\($0)" })
    // sample: ness-aggregate-list
    let aggregate = Aggregate(urls.map { client.prepare(.get($0)) })
    aggregate.start()
    _ = try await aggregate.calls[0].response()
    screen.show("\(aggregate.fraction), \(aggregate.completed ? "done" : "in progress")")
    aggregate.cancel()
    // end
    let results = await aggregate.results()
    gate.open()
    #expect(screen.lines == ["0.25, in progress"])
    #expect(results.map(\.failed) == [false, true, true, true] && aggregate.completed)
  }
}
