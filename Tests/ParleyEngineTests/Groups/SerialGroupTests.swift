import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Serial groups", .timeLimit(.minutes(2)))
struct SerialGroupTests {
  private let shop = ToyShop(["/bad": (500, "{}")])

  private func group(onFailure: RequestGroup.OnFailure) -> RequestGroup {
    .serial(
      onFailure: onFailure,
      [.request(.checked("/first")), .request(.checked("/bad")), .request(.checked("/last"))])
  }

  @Test("When a node fails, later ones are not sent")
  func stops() async {
    let result = await shop.client.run(group(onFailure: .stop)).result()
    #expect(shop.paths == ["/first", "/bad"])
    #expect(result.states == [.succeeded, .failed, .neverRan])
    #expect(result.failed && result.stopped)
  }

  @Test("Without stopping they run")
  func goesOn() async {
    let result = await shop.client.run(group(onFailure: .continue)).result()
    #expect(shop.paths == ["/first", "/bad", "/last"])
    #expect(result.states == [.succeeded, .failed, .succeeded])
    #expect(result.failed && !result.stopped)
  }

  @Test("A node that always runs does so after a failure, and gets what failed")
  func always() async {
    let notes = Notes()
    let cleanup = Node.job("cleanup") { input in
      notes.note("after \(input.previous?.response?.status.code ?? 0)")
      return nil
    }
    let result = await shop.client.run(
      .serial([.request(.checked("/bad")), .request(.get("/never")), cleanup.always()])
    ).result()
    #expect(result.states == [.failed, .neverRan, .succeeded])
    #expect(notes.texts == ["after 500"])
  }

  @Test("A group that failed inside stops the one around it")
  func nested() async {
    let inner = RequestGroup.concurrent([.request(.checked("/bad")), .request(.get("/good"))])
    let result = await shop.client.run(.serial([.group(inner), .request(.get("/last"))])).result()
    #expect(result.states == [.failed, .neverRan])
    #expect(result.results[0].results.map(\.state) == [.failed, .succeeded])
    #expect(result.results[0].error?.summary == "The step GET /bad failed.")
  }

  @Test("What is disabled or not wanted is left out, and does not count as stopped")
  func leftOut() async {
    let group = RequestGroup.serial([
      .request(.get("/a")), .request(.get("/b")).disabled(), .request(.get("/c")).when { _ in false },
      .request(.get("/d")).when { $0.value?["path"]?.string == "/a" },
    ])
    let result = await shop.client.run(group).result()
    #expect(shop.paths == ["/a", "/d"])
    #expect(result.states == [.succeeded, .skipped, .skipped, .succeeded])
    #expect(result.succeeded && !result.stopped)
  }

  @Test("A condition that is neither true nor false fails its node")
  func condition() async {
    var node = Node.request(.get("/a"))
    node.condition = { _ in "yes" }
    let result = await shop.client.run(.serial([node])).result()
    #expect(shop.paths.isEmpty && result.states == [.failed])
    #expect(result.results[0].error?.code == "group.notBoolean")
  }

  @Test("A run that is stopped cancels what is in flight and says what never began")
  func stopping() async {
    let transport = RecordingTransport(answering: nil)
    let client = Client(ClientConfiguration(servers: Servers("http://h")), transport: transport)
    let run = client.run(.concurrent(limit: 1, [.request(.get("/a")), .request(.get("/b"))]))
    run.start()
    await eventually { transport.requests.count == 1 }
    run.stop()
    let result = await run.result()
    #expect(result.states == [.cancelled, .neverRan] && result.stopped)
    #expect(transport.commands == ["cancel"] && transport.requests.count == 1)
  }

  @Test("Nobody waits for a job that does not notice that it was stopped")
  func deafJob() async {
    let door = Door()
    let run = shop.client.run(
      .serial([
        .job("deaf") { _ in
          await door.pass()
          return nil
        }
      ]))
    run.start()
    await eventually { door.waiting == 1 }
    run.stop()
    #expect(await run.result().states == [.cancelled])
    door.open()
  }
}
