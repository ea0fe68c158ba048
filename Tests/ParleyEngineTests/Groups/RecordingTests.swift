import ParleyEngine
import TestSupport
import Testing

@Suite("Recording of runs", .timeLimit(.minutes(2)))
struct RecordingTests {
  private final class Book: RunRepository {
    private let steps = Lock<[RunStep]>([])
    var all: [RunStep] { steps.withLock { $0 } }
    func note(_ step: RunStep) { steps.withLock { $0.append(step) } }
  }

  private let shop = ToyShop(["/login": (200, #"{"id":9007199254740993}"#)])

  private var group: RequestGroup {
    .serial([
      .request(.get("/login")).named("login"),
      .job("pick") { input in input.steps["login"]?.value?["id"] },
      .group(
        .concurrent([.request("pay") { input in .get("/pay/\(input.steps["pick"]?.value.map { "\($0)" } ?? "")") }])
          .named("both")),
      .request(.get("/never")).when { _ in false },
    ])
  }

  @Test("it has each node's input, attempts, output and the steps it was made from")
  func nodes() async throws {
    let run = shop.client.run(group.named("checkout"), callID: "c1")
    _ = await run.result()
    let recording = run.recording
    #expect(recording.summary.group == "checkout" && recording.summary.state == .succeeded)
    #expect(recording.nodes.map(\.path.description) == ["1", "2", "3", "3.1", "4"])
    let login = try #require(recording.node(named: "login"))
    #expect(login.input == .none && login.status == 200 && login.attempts.count == 1 && login.exchange != nil)
    #expect(login.output == login.exchange.map(NodeRecord.Output.answer))
    let pick = try #require(recording.node(named: "pick"))
    #expect(pick.input == .result(of: .root.node(0)) && pick.kind == .job)
    #expect(pick.output == .value(.number(try #require(JSONNumber("9007199254740993")))))
    #expect(pick.made.steps == [.root.node(0)])
    #expect(recording[.root.node(2).node(0)]?.made.steps == [.root.node(1)])
    #expect(recording[.root.node(2)]?.output == .nodes && recording[.root.node(3)]?.state == .skipped)
  }

  @Test("where a value comes from and where it goes, and where an equal one stood")
  func whereFrom() async throws {
    let run = shop.client.run(group)
    let result = await run.result()
    let recording = run.recording
    let pay = NodePath.root.node(2).node(0)
    #expect(recording.origins(of: pay) == [.root.node(1)] && recording.uses(of: .root.node(0)) == [.root.node(1)])
    let id = try #require(result.results[1].value)
    let found = await recording.sightings(of: id, before: pay) { record in
      record.path == .root.node(0) ? result.results[0].value : nil
    }
    #expect(found == [.init(node: .root.node(0), path: try ValuePath(parsing: ".id"))])
  }

  @Test("a repository is told of everything in order, while it runs")
  func told() async {
    let book = Book()
    let run = shop.client.run(.serial([.request(.get("/a"))]), RunOptions(repository: book))
    _ = await run.result()
    let words = book.all.map { step in
      switch step {
      case .began: "began"
      case .nodeBegan(let record, let id): "at first \(record.state.rawValue) \(id == run.groupID)"
      case .node(let record, let id): "\(record.state.rawValue) \(id == run.groupID)"
      case .ended(let summary): "ended \(summary.state.rawValue)"
      @unknown default: "other"
      }
    }
    #expect(words == ["began", "at first running true", "succeeded true", "ended succeeded"])
  }

  @Test("it survives being written as JSON, digits and all")
  func coded() async throws {
    let run = shop.client.run(group)
    _ = await run.result()
    let text = JSONPrinter.compact.bytes(of: try JSONValue(encoding: run.recording))
    #expect(try JSONValue(parsing: text).decode(RunRecording.self) == run.recording)
  }

  @Test("who observes is told at least once of every change, and reads only what changed")
  func observed() async {
    let run = shop.client.run(group)
    var (seen, states) = (0, [NodePath: NodeRecord.State]())
    let changes = run.changes
    run.start()
    for await _ in changes {
      let news = run.records(changedSince: seen)
      seen = news.revision
      for record in news.records { states[record.path] = record.state }
    }
    #expect(states.count == 5 && states.values.allSatisfy(\.isFinal))
    #expect(run.records(changedSince: seen).records.isEmpty)
  }

  @Test("what is secret marks all that was made from it")
  func secrets() async {
    let group = RequestGroup.serial([
      .request(.get("/a").keepingSecret("correct horse")), .job("made") { $0.value },
      .job("free") { _ in "x" }, .job("freed") { $0.value },
    ])
    let run = shop.client.run(group)
    _ = await run.result()
    #expect(run.recording.nodes.map(\.isSecret) == [true, true, true, true])
    let alone = shop.client.run(.concurrent(group.nodes))
    _ = await alone.result()
    #expect(alone.recording.nodes.map(\.isSecret) == [true, false, false, false])
  }

  @Test("shared data read and written is recorded, whoever does it")
  func sharedData() async {
    let shared = SharedData()
    let group = RequestGroup.serial([
      .job("write") { input in
        try await input.shared?.set("cart", "7", writer: "write")
        return nil
      },
      .job("read") { input in try await input.shared?.get("cart")?.json },
    ])
    let run = shop.client.run(group, RunOptions(shared: shared))
    #expect(await run.result().value == "7")
    let use = SharedUse(key: "cart", value: "7", isSecret: false)
    #expect(run.recording.nodes[0].made.sharedWrites == [use] && run.recording.nodes[1].made.sharedReads == [use])
  }
}
