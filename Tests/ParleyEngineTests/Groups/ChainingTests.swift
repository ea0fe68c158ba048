import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Chaining", .timeLimit(.minutes(2)))
struct ChainingTests {
  private let shop = ToyShop(["/login": (200, #"{"id":9007199254740993}"#), "/bad": (500, #"{"why":"x"}"#)])

  @Test("A request's model is made from the whole result before it, its digits kept")
  func chained() async {
    let group = RequestGroup.serial([
      .request(.get("/login")),
      .request(.post("/next")).chaining { previous in
        #expect(previous.response?.status == .ok)
        return previous.value
      },
    ])
    #expect(await shop.client.run(group).result().succeeded)
    #expect(shop.sentBodies == ["", #"{"id":9007199254740993}"#])
  }

  @Test("Nothing returned makes no model, though the request had one")
  func nothing() async {
    let group = RequestGroup.serial([
      .request(.get("/login")), .request(.post("/next").model(["own": 1])).chaining { _ in nil },
    ])
    #expect(await shop.client.run(group).result().succeeded)
    #expect(shop.sentBodies == ["", ""])
  }

  @Test("The first node gets none, and is not asked")
  func first() async {
    let notes = Notes()
    let node = Node.request(.post("/next")).chaining { _ in
      notes.note("asked")
      return JSONValue("x")
    }
    #expect(await shop.client.run(.serial([node])).result().succeeded)
    #expect(notes.texts.isEmpty && shop.sentBodies == [""])
  }

  @Test("A failed result is chained too, where the group goes on")
  func failed() async {
    let group = RequestGroup.serial(
      onFailure: .continue,
      [
        .request(.checked("/bad")),
        .request(.post("/report")).chaining { ["failed": .bool($0.failed), "was": $0.value ?? .null] },
      ])
    _ = await shop.client.run(group).result()
    #expect(shop.sentBodies.last == #"{"failed":true,"was":{"why":"x"}}"#)
  }

  @Test("What cannot be made from it fails its node, and nothing is sent")
  func throwing() async {
    struct NoID: Error {}
    let next = Node.request(.post("/next")).chaining { previous -> (any Encodable & Sendable)? in
      guard let id = previous.value?["number"] else { throw NoID() }
      return id
    }
    let group = RequestGroup.serial([.request(.get("/login")), next])
    let result = await shop.client.run(group).result()
    #expect(result.states == [.succeeded, .failed] && shop.paths == ["/login"])
    #expect(result.results[1].error?.code == "group.threw")
  }

  @Test("Any earlier step is found by its name, from inside nested groups too")
  func steps() async {
    let inner = RequestGroup.concurrent([
      .request("item") { input in
        .get("/item/\(input.steps["login"]?.value?["id"].map(String.init(describing:)) ?? "?")")
      }
    ])
    let group = RequestGroup.serial([.request(.get("/login")).named("login"), .request(.get("/x")), .group(inner)])
    #expect(await shop.client.run(group).result().succeeded)
    #expect(shop.paths == ["/login", "/x", "/item/9007199254740993"])
  }

  @Test("The names of a group from another file are its own")
  func ownNames() async {
    var file = RequestGroup.serial([
      .request(.get("/inner")).named("login"),
      .request("seen") { input in
        .get("/seen\(input.steps["login"]?.value?["path"]?.string ?? "")")
      },
    ]).named("file")
    file.hasOwnNames = true
    let group = RequestGroup.serial([
      .request(.get("/login")).named("login"), .group(file),
      .request("last") { input in .get(input.steps["seen"] == nil && input.steps["file"] != nil ? "/hidden" : "/leaked")
      },
    ])
    #expect(await shop.client.run(group).result().succeeded)
    #expect(shop.paths == ["/login", "/inner", "/seen/inner", "/hidden"])
  }

  @Test("A skipped node leaves the result before it to the next")
  func skipped() async {
    let group = RequestGroup.serial([
      .request(.get("/login")), .request(.get("/x")).disabled(), .request(.post("/next")).chaining { $0.value },
    ])
    #expect(await shop.client.run(group).result().succeeded)
    #expect(shop.sentBodies.last == #"{"id":9007199254740993}"#)
  }
}
