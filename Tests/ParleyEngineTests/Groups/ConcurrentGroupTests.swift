import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Concurrent groups", .timeLimit(.minutes(2)))
struct ConcurrentGroupTests {
  @Test("its nodes are sent in the order in which they are written", arguments: 0..<20)
  func order(turn: Int) async {
    let shop = ToyShop()
    _ = await shop.client.run(.concurrent((0..<12).map { .request(.get("/\($0)")) })).result()
    #expect(shop.paths == (0..<12).map { "/\($0)" })
  }

  private func requests(_ count: Int) -> [Node] {
    (0..<count).map { .request(.get("/\($0)")) }
  }

  @Test("All start before the first ends")
  func allAtOnce() async {
    let transport = RecordingTransport(answering: nil)
    let run = Client(ClientConfiguration(servers: Servers("http://h")), transport: transport)
      .run(.concurrent(requests(5)))
    run.start()
    await eventually { transport.requests.count == 5 }
    transport.finish(.success(TransportResponse(toyBody: "{}")))
    #expect(await run.result().states == Array(repeating: .succeeded, count: 5))
  }

  @Test("Results stand in the order of the nodes, whatever finished first")
  func order() async {
    let doors = (0..<3).map { _ in Door() }
    let nodes = doors.enumerated().map { index, door in
      Node.job("job\(index)") { _ in
        await door.pass()
        return JSONValue.number(JSONNumber(index))
      }
    }
    let run = ToyShop().client.run(.concurrent(nodes))
    run.start()
    for door in doors.reversed() {
      await eventually { door.waiting == 1 }
      door.open()
    }
    #expect(await run.result().values == [0, 1, 2])
  }

  @Test("A failure does not stop the others")
  func failure() async {
    let shop = ToyShop(["/1": (500, "{}")])
    let group = RequestGroup.concurrent(limit: 1, (0..<3).map { .request(.checked("/\($0)")) })
    let result = await shop.client.run(group).result()
    #expect(result.states == [.succeeded, .failed, .succeeded])
    #expect(result.failed && !result.stopped && shop.paths == ["/0", "/1", "/2"])
  }

  @Test("No more run at once than the limit allows")
  func limit() async {
    let transport = RecordingTransport(answering: nil)
    let client = Client(ClientConfiguration(servers: Servers("http://h")), transport: transport)
    let run = client.run(.concurrent(limit: 2, requests(5)))
    run.start()
    for sent in [2, 4, 5] {
      await eventually { transport.requests.count == sent }
      transport.finish(.success(TransportResponse(toyBody: "{}")))
    }
    #expect(await run.result().succeeded)
  }

  @Test("The value of a concurrent group is an object by the names of its nodes")
  func value() async {
    let shop = ToyShop(["/a": (200, "[1]"), "/b": (204, "")])
    let group = RequestGroup.concurrent([.request(.get("/a")).named("a"), .request(.get("/b")).named("b")])
    #expect(await shop.client.run(group).result().value == ["a": [1], "b": .null])
  }

  @Test("Nothing of an empty group is missing")
  func empty() async {
    let result = await ToyShop().client.run(.concurrent([])).result()
    #expect(result.succeeded && result.results.isEmpty && !result.stopped)
  }
}
