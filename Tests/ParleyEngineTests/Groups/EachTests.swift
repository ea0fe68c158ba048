import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Nodes that run for each element of a list", .timeLimit(.minutes(1)))
struct EachTests {
  private let shop = ToyShop(["/500": (500, "{}")])
  private let debugger = Debugger()

  private func asked(_ statuses: [Int], onFailure: RequestGroup.OnFailure = .stop) -> Node {
    Node.request("ask") { .checked("/\($0.value?.int ?? 0)") }.each(onFailure: onFailure) { _ in
      statuses.map { .number(JSONNumber($0)) }
    }
  }

  @Test("an element that failed stops all behind it, and those are shown as never run")
  func stops() async {
    let run = shop.client.run(.serial([asked([200, 500, 200, 201, 202]), .request(.get("/next"))]))
    let result = await run.result()
    #expect(shop.paths == ["/200", "/500"])
    #expect(result.results[0].results.map(\.state) == [.succeeded, .failed, .neverRan, .neverRan, .neverRan])
    #expect(result.states == [.failed, .neverRan])
    #expect(run.recording.children(of: .root.node(0)).count == 5)
  }

  @Test("told to go on, all elements run, and the node has failed all the same")
  func goesOn() async {
    let result = await shop.client.run(.serial([asked([200, 500, 201, 500, 202], onFailure: .continue)])).result()
    #expect(shop.paths == ["/200", "/500", "/201", "/500", "/202"])
    #expect(result.results[0].results.map(\.state) == [.succeeded, .failed, .succeeded, .failed, .succeeded])
    #expect(result.states == [.failed])
  }

  private func stopped(at path: String) async {
    await eventually { debugger.focus?.node.path.description == path }
  }

  /// Asks for each of what came before.
  private var chain: RequestGroup {
    var each = Node.request("ask") { .checked("/\($0.value?.int ?? 0)") }
    each.elements = { $0.value ?? .null }
    return .serial([.job("list") { _ in [1, 2, 3] }, each, .request(.get("/last"))])
  }

  private func paused() async -> Run {
    debugger.add(.before(.root.node(1)))
    let run = shop.client.run(chain, RunOptions(gates: [debugger]))
    run.start()
    await stopped(at: "2")
    return run
  }

  @Test("a pause comes before the list is made: another input makes another list")
  func inputBeforeList() async throws {
    let run = await paused()
    let stop = try #require(debugger.focus)
    #expect(stop.node.isList && stop.node.input.value == [1, 2, 3])
    #expect(try await stop.node.request() == nil)
    #expect(try await stop.node.elements() == [1, 2, 3])
    #expect(try await stop.node.elements(for: [9]) == [9])
    debugger.remove(.before(.root.node(1)))
    debugger.answer(.goWith(.input([4, 5])), at: .root.node(1))
    debugger.resume()
    #expect(await run.result().succeeded && shop.paths == ["/4", "/5", "/last"])
    #expect(run.recording[.root.node(1)]?.input == .value([4, 5]))
  }

  @Test("the list itself can be another, and a replay from behind runs for that list")
  func listItself() async throws {
    let run = await paused()
    debugger.remove(.before(.root.node(1)))
    debugger.answer(.goWith(.elements([7])), at: .root.node(1))
    debugger.resume()
    #expect(await run.result().succeeded && shop.paths == ["/7", "/last"])
    let record = run.recording[.root.node(1)]
    #expect(record?.interventions == [.listReplaced] && record?.input == .result(of: .root.node(0)))
    #expect(record?.made.elements == 1)
    let results = run.recording.nodes.compactMap(\.exchange)
    #expect(results.count == 2)
    let again = try await Replay(of: run.recording, from: .root.node(2), in: chain) { _ in
      Response(TransportResponse(toyBody: "{}"), codec: JSONCodec())
    }
    #expect(await shop.client.run(chain, RunOptions(replay: again)).result().succeeded)
    #expect(shop.paths == ["/7", "/last", "/last"])
  }

  @Test("a list that is edited to be empty stays so in a replay from behind")
  func emptyList() async throws {
    let run = await paused()
    debugger.remove(.before(.root.node(1)))
    debugger.answer(.goWith(.elements([])), at: .root.node(1))
    debugger.resume()
    #expect(await run.result().succeeded && shop.paths == ["/last"])
    #expect(run.recording.listProgress[.root.node(1)]?.count == "0/0")
    let again = try await Replay(of: run.recording, from: .root.node(2), in: chain) { _ in nil }
    #expect(await shop.client.run(chain, RunOptions(replay: again)).result().succeeded)
    #expect(shop.paths == ["/last", "/last"])
  }

  @Test("a step over an edited list runs for all of it, and stops behind it", arguments: [true, false])
  func wholeList(isWhole: Bool) async throws {
    let run = await paused()
    debugger.remove(.before(.root.node(1)))
    debugger.answer(.goWith(.elements([7, 8])), at: .root.node(1), isWhole: isWhole)
    await stopped(at: isWhole ? "3" : "2[0]")
    #expect(shop.paths == (isWhole ? ["/7", "/8"] : []))
    debugger.resume()
    #expect(await run.result().succeeded && shop.paths == ["/7", "/8", "/last"])
  }

  @Test("its progress is known as soon as the list is made, and counts what has ended and failed")
  func progress() async throws {
    let group = RequestGroup.serial([asked([200, 500, 201, 202], onFailure: .continue)])
    debugger.add(.before(.root.node(0)))
    let run = shop.client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await stopped(at: "1")
    #expect(run.recording.listProgress.isEmpty)
    debugger.stepInto()
    await stopped(at: "1[0]")
    #expect(run.recording.listProgress[.root.node(0)]?.count == "0/4")
    debugger.step()
    await stopped(at: "1[1]")
    debugger.step()
    await stopped(at: "1[2]")
    let halfway = try #require(run.recording.listProgress[.root.node(0)])
    #expect(halfway.count == "2/4" && halfway.failed == 1 && !halfway.isRunning)
    debugger.remove(.before(.root.node(0)))
    debugger.resume()
    _ = await run.result()
    let end = try #require(run.recording.listProgress[.root.node(0)])
    #expect(end.count == "4/4" && end.failed == 1)
  }

  @Test("elements that were not run are no progress; a recording without the number of elements counts those it has")
  func oldRecording() async throws {
    let run = shop.client.run(.serial([asked([200, 500, 200, 201, 202])]))
    _ = await run.result()
    var recording = run.recording
    #expect(recording.listProgress[.root.node(0)]?.count == "2/5")
    for index in recording.nodes.indices { recording.nodes[index].made.elements = nil }
    #expect(recording.listProgress[.root.node(0)]?.count == "2/5")
    recording.nodes[0].state = .waiting
    #expect(recording.listProgress[.root.node(0)]?.count == "2")
  }

  @Test("the time of a list is that of its elements together, from the first to the last")
  func time() {
    var progress: [NodePath: ListProgress] = [:]
    let list = NodePath.root.node(0)
    let at = { (ms: Int64) in Timestamp(microseconds: ms * 1000) }
    var first = NodeRecord(path: list.element(0), name: "a", kind: .job, state: .running, startedAt: at(0))
    first.attempts = [.init(startedAt: at(10))]
    progress.note(first, after: nil)
    #expect(progress[list]?.time(until: at(40)) == .milliseconds(30) && progress[list]?.isRunning == true)
    let before = first
    (first.state, first.attempts[0].endedAt) = (.succeeded, at(50))
    progress.note(first, after: before)
    var second = NodeRecord(path: list.element(1), name: "a", kind: .job, state: .failed, startedAt: at(60))
    second.attempts = [.init(startedAt: at(1000), endedAt: at(1005))]
    progress.note(second, after: nil)
    #expect(progress[list]?.time(until: at(9000)) == .milliseconds(995))
    #expect(progress[list]?.average == .microseconds(22_500))
    #expect(progress[list]?.span(until: at(9000)) == at(10)..<at(1005))
  }

  @Test("a result of your own stands for the whole list, and nothing is run for it")
  func wholeResult() async {
    let run = await paused()
    debugger.answer(.skip(.value(["mine"])), at: .root.node(1))
    debugger.resume()
    let result = await run.result()
    #expect(result.values[1] == ["mine"] && shop.paths == ["/last"])
  }

  @Test("a list that cannot be made fails its node after the pause, with the same reason")
  func noList() async {
    let run = await paused()
    debugger.answer(.goWith(.input("no list")), at: .root.node(1))
    debugger.resume()
    let result = await run.result()
    #expect(result.states == [.succeeded, .failed, .neverRan])
    #expect(result.results[1].error?.code == "group.notAList")
  }

  @Test("a step goes over the whole list, into its first element, and out behind its last")
  func stepping() async {
    let run = await paused()
    debugger.remove(.before(.root.node(1)))
    debugger.stepInto()
    await stopped(at: "2[0]")
    debugger.step()
    await stopped(at: "2[1]")
    #expect(shop.paths == ["/1"])
    debugger.stepOut()
    await stopped(at: "3")
    #expect(shop.paths == ["/1", "/2", "/3"])
    debugger.resume()
    #expect(await run.result().succeeded)
    debugger.add(.before(.root.node(1)))
    let second = shop.client.run(chain, RunOptions(gates: [debugger]))
    second.start()
    await stopped(at: "2")
    debugger.remove(.before(.root.node(1)))
    debugger.step()
    await stopped(at: "3")
    #expect(shop.paths.suffix(3) == ["/1", "/2", "/3"])
    debugger.resume()
    #expect(await second.result().succeeded)
  }

  @Test("a replay begins at one element: those before it stay as they were, those behind it run again")
  func fromElement() async throws {
    let run = shop.client.run(chain)
    #expect(await run.result().succeeded)
    let lists = Notes()
    var today = chain
    let elements = today.nodes[1].elements
    today.nodes[1].elements = { input in
      lists.note("made")
      return try await elements?(input) ?? .null
    }
    let start = NodePath.root.node(1).element(1)
    let replay = try await Replay(of: run.recording, from: start, in: today) { _ in
      Response(TransportResponse(toyBody: "{}"), codec: JSONCodec())
    }
    let second = shop.client.run(today, RunOptions(replay: replay))
    #expect(await second.result().succeeded)
    #expect(shop.paths == ["/1", "/2", "/3", "/last", "/2", "/3", "/last"])
    #expect(lists.texts.isEmpty)
    await #expect(throws: RecordingError.unknownStep(.root.node(1).element(3))) {
      _ = try await Replay(of: run.recording, from: .root.node(1).element(3), in: today) { _ in nil }
    }
  }
}
