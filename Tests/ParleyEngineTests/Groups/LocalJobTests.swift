import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Local jobs", .timeLimit(.minutes(2)))
struct LocalJobTests {
  private let shop = ToyShop()

  private func customEvents(_ subscription: EventSubscription) -> [Event.Custom] {
    subscription.takeAvailable().compactMap {
      if case .event(let event) = $0, case .custom(let custom) = event.kind { custom } else { nil }
    }
  }

  @Test("A job alone gets no input, and is told as a custom event with its name")
  func alone() async {
    let events = shop.client.events.subscribe()
    let job = LocalJob("clean", parameters: ["deep": true]) { input in
      #expect(input.value == nil && input.previous == nil)
      return "done"
    }
    let result = await shop.client.run(job, RunOptions(callID: "c1"))
    #expect(result.value == "done" && result.succeeded)
    #expect(customEvents(events) == [Event.Custom(identifier: "clean", callID: "c1", parameters: ["deep": true])])
  }

  @Test("First, between and last, its result is the next one's input")
  func serial() async {
    let group = RequestGroup.serial([
      .job("first") { input in
        #expect(input.value == nil)
        return "a"
      },
      .job("second") { input in input.value },
      .request("sent") { input in .get("/\(input.value?.string ?? "")") },
      .job("last") { input in input.value?["path"] },
    ])
    let result = await shop.client.run(group).result()
    #expect(result.values == ["a", "a", ["path": "/a"], "/a"] && result.value == "/a")
  }

  @Test("In a concurrent group its input is none, even behind a result")
  func concurrent() async {
    let group = RequestGroup.serial([
      .job("before") { _ in "a" },
      .group(.concurrent([.job("inside") { input in input.value ?? "none" }])),
    ])
    #expect(await shop.client.run(group).result().value == ["inside": "none"])
  }

  @Test("A job that throws is told of, once")
  func failing() async {
    let events = shop.client.events.subscribe()
    let group = RequestGroup.serial([.group(.serial([.job("one") { _ in throw GroupError.threw("No.") }]))])
    #expect(await shop.client.run(group).result().failed)
    let warnings = customEvents(events).compactMap(\.warning)
    #expect(warnings.map(\.name) == ["one"] && warnings.map(\.sentence) == ["The step threw an error."])
  }

  @Test("Jobs of a group are told with its call and group identifiers")
  func told() async {
    let events = shop.client.events.subscribe()
    let run = shop.client.run(.serial([.job("one") { _ in nil }, .job("two") { _ in nil }]), callID: "c2")
    _ = await run.result()
    #expect(customEvents(events).map(\.identifier) == ["one", "two"])
    #expect(customEvents(events).allSatisfy { $0.callID == "c2" && $0.groupID == run.groupID })
  }

  @Test("A job that throws has failed, and says why")
  func throwing() async {
    let result = await shop.client.run(
      .serial([.job("bad") { _ in throw GroupError.notAList(found: .bool) }, .request(.get("/never"))])
    ).result()
    #expect(result.states == [.failed, .neverRan] && result.results[0].error?.code == "group.notAList")
  }

  @Test("A node runs once for each element of a list, in order, and gives the list of results")
  func each() async {
    let node = Node.request("item") { input in .get("/\(input.element?.index ?? -1)/\(input.value?.string ?? "")") }
      .each { $0.value?.array ?? [] }
    let result = await shop.client.run(.serial([.job("list") { _ in ["a", "b"] }, node])).result()
    #expect(shop.paths == ["/0/a", "/1/b"])
    #expect(result.value == [["path": "/0/a"], ["path": "/1/b"]])
  }

  @Test("What is no list cannot be run for each of")
  func noList() async {
    var node = Node.request(.get("/a"))
    node.elements = { _ in ["a": 1] }
    let result = await shop.client.run(.serial([node])).result()
    #expect(result.results[0].error?.code == "group.notAList" && shop.paths.isEmpty)
  }
}
