import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("G5 completion handlers")
struct G5 {
  @Test("G5 a node's handler may replace its result, and later nodes see the replaced one")
  func replaces() async {
    let shop = ToyShop()
    let group = Group.serial([
      .request(.get("/a")).named("a").completing { result in result.replacingValue("replaced") },
      .request(.post("/b")).chaining { $0.value },
      .job("c") { input in input.steps["a"]?.value },
    ])
    let result = await shop.client.run(group).result()
    #expect(shop.sentBodies[1] == #""replaced""# && result.value == "replaced")
    #expect(result.values[0] == "replaced")
  }

  @Test("G5 nothing returned keeps the result")
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

  @Test("G5 a failure may become a success, and the chain goes on")
  func repairs() async {
    let shop = ToyShop(["/bad": (404, "{}")])
    let group = Group.serial([
      .request(.checked("/bad")).completing { $0.failed ? .value("none there") : nil }, .request(.get("/next")),
    ])
    let result = await shop.client.run(group).result()
    #expect(result.states == [.succeeded, .succeeded] && shop.paths == ["/bad", "/next"])
  }

  @Test("G5 what a handler throws is its node's failure")
  func throwing() async {
    let shop = ToyShop()
    let node = Node.request(.get("/a")).completing { _ in throw GroupError.threw("no") }
    let result = await shop.client.run(.serial([node, .request(.get("/b"))])).result()
    #expect(result.states == [.failed, .neverRan])
  }

  @Test("G5 a node runs again when it failed, waiting longer each time")
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

  @Test("G5 a node is asked again until what is waited for is there")
  func until() async {
    let shop = ToyShop()
    let node = Node.request(.get("/order")).until(every: .milliseconds(500), attempts: 20) { _ in
      shop.paths.count == 4
    }
    #expect(await shop.client.run(.serial([node])).result().succeeded)
    #expect(shop.clock.waits == Array(repeating: .milliseconds(500), count: 3))
  }

  @Test("G5 what is waited for and does not come fails the node, with its last result")
  func never() async {
    let shop = ToyShop()
    let node = Node.request(.get("/order")).until(every: .seconds(1), attempts: 3) { _ in false }
    let result = await shop.client.run(.serial([node])).result()
    #expect(shop.paths.count == 3 && result.states == [.failed])
    #expect(result.results[0].error?.code == "group.neverHeld" && result.value == ["path": "/order"])
  }
}
