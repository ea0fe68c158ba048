import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The result of a group", .timeLimit(.minutes(2)))
struct GroupResultTests {
  @Test("It has every node's result in order, empty for one that was not run")
  func results() async {
    let shop = ToyShop(["/b": (500, "{}")])
    let group = RequestGroup.serial(["/a", "/b", "/c"].map { .request(.checked($0)) }).named("three")
    let result = await shop.client.run(group).result()
    #expect(result.name == "three" && result.results.count == 3)
    #expect(result.results[0].value == ["path": "/a"] && result.results[1].response?.status.code == 500)
    #expect(result.results[2].value == nil && result.results[2].response == nil && result.results[2].error == nil)
    #expect(result.stopped)
  }

  @Test("Stopped looks into nested groups")
  func nested() async {
    let shop = ToyShop(["/bad": (500, "{}")])
    let inner = RequestGroup.serial([.request(.checked("/bad")), .request(.get("/never"))])
    let result = await shop.client.run(.serial(onFailure: .continue, [.group(inner), .request(.get("/last"))])).result()
    #expect(result.stopped && shop.paths == ["/bad", "/last"])
  }

  @Test("It has its caller's call identifier, and a group identifier that no other has")
  func identifiers() async {
    let shop = ToyShop()
    let group = RequestGroup.serial([.request(.get("/a"))])
    var results: [GroupResult] = []
    for callID in ["mine", nil, "mine", nil] { results.append(await shop.client.run(group, callID: callID).result()) }
    #expect(results.map(\.callID) == ["mine", nil, "mine", nil])
    #expect(Set(results.map(\.groupID)).count == 4 && results.allSatisfy { !$0.groupID.isEmpty })
  }

  @Test("The events of its requests carry both identifiers")
  func events() async {
    let shop = ToyShop()
    let events = shop.client.events.subscribe()
    let run = shop.client.run(.serial([.request(.get("/a"))]), callID: "mine")
    _ = await run.result()
    let subjects = events.takeAvailable().compactMap { if case .event(let event) = $0 { event.subject } else { nil } }
    #expect(subjects.count == 2)
    #expect(subjects.allSatisfy { $0.callID == "mine" && $0.groupID == run.groupID })
  }

  @Test("Over a real wire, an id keeps its digits from one response to the next request")
  func wire() async throws {
    let server = try RawServer.answering(.text(#"{"id":9007199254740993}"#))
    defer { server.stop() }
    let client = Client(ClientConfiguration(servers: Servers(Server(server.url)), codec: JSONCodec()))
    let group = RequestGroup.serial([
      .request(.get("/item")).named("item"),
      .request("pay") { input in
        Request.get("/pay").query("id", input.steps["item"]?.value?["id"].map { "\($0)" })
      },
    ])
    let result = await client.run(group).result()
    #expect(result.succeeded && result.results[1].response?.url == "\(server.url)/pay?id=9007199254740993")
  }
}
