import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Breakpoints", .timeLimit(.minutes(2)))
struct BreakpointTests {
  private let shop = ToyShop(["/b": (500, #"{"total":12}"#)])
  private let debugger = Debugger()

  private func start(_ group: RequestGroup) -> Run {
    let run = shop.client.run(group, RunOptions(gates: [debugger]))
    run.start()
    return run
  }

  private func stopped(at path: String) async {
    await eventually { debugger.focus?.node.path.description == path }
  }

  private let chain = RequestGroup.serial(
    onFailure: .continue,
    [
      .request(.checked("/a")).named("a"), .request(.checked("/b")).named("b"),
      .job("last") { input in input.steps["a"]?.value },
    ])

  @Test("at every step, a condition sees what each gave")
  func everyStep() async {
    debugger.add(.after(nil), if: { $0.result?.response?.status == .internalServerError })
    let run = start(chain)
    await stopped(at: "2")
    #expect(debugger.focus?.reason == .breakpoint(.after(nil)))
    debugger.resume()
    _ = await run.result()
  }

  @Test("after a failure of one step, and of no other")
  func failureOfOne() async {
    debugger.add(.init(.failure, at: .root.node(0)))
    #expect(await start(chain).result().results.contains { $0.failed })
    debugger.add(.init(.failure, at: .root.node(1)))
    let run = start(chain)
    await stopped(at: "2")
    debugger.resume()
    _ = await run.result()
  }

  @Test("at one element of a list")
  func element() async {
    var node = Node.job("each") { $0.value }
    node.elements = { _ in [10, 20, 30] }
    debugger.add(.init(.before, at: .root.node(0), element: 1))
    let run = start(.serial([node]))
    await stopped(at: "1[1]")
    #expect(debugger.focus?.node.input.value == 20)
    debugger.resume()
    #expect(await run.result().values == [[10, 20, 30]])
  }

  @Test("a condition that throws stops the run, and says why")
  func throwing() async {
    debugger.add(.before(.root.node(1)), if: { _ in throw GroupError.threw("no such thing") })
    let run = start(chain)
    await stopped(at: "2")
    guard case .mistake(let breakpoint, let why)? = debugger.focus?.reason else {
      Issue.record("stopped for another reason")
      return
    }
    #expect(breakpoint == .before(.root.node(1)) && why.contains("no such thing"))
    debugger.resume()
    _ = await run.result()
  }

  @Test("a condition is asked once for each of 2,000 elements, and stops at the one it holds for")
  func manyElements() async {
    var node = Node.job("each") { $0.value }
    node.elements = { _ in .array((0..<2000).map { .number(JSONNumber($0)) }) }
    let asked = Notes()
    debugger.add(
      .before(.root.node(0)),
      if: { node in
        if node.isList { return false }
        asked.note("")
        return node.input.value == 1999
      })
    let run = start(.serial([node]))
    await stopped(at: "1[1999]")
    #expect(asked.texts.count == 2000)
    debugger.resume()
    #expect(await run.result().succeeded)
  }

  @Test("a run goes on until a step, and stops there once")
  func until() async {
    debugger.pause()
    let run = start(chain)
    await stopped(at: "1")
    debugger.resume(until: .root.node(2))
    await stopped(at: "3")
    #expect(debugger.focus?.reason == .target && shop.paths == ["/a", "/b"])
    debugger.resume()
    _ = await run.result()
  }

  @Test("one lane goes on, with all that is in it, and the others wait")
  func lane() async {
    debugger.pause()
    let lanes = (1...2).map { lane in
      Node.group(.serial([.request(.get("/\(lane)/x")), .request(.get("/\(lane)/y"))]).named("lane \(lane)"))
    }
    let run = start(.concurrent(lanes))
    await eventually { debugger.stops.count == 2 }
    debugger.resume(inside: .root.node(1))
    await eventually { shop.paths == ["/2/x", "/2/y"] }
    #expect(debugger.stops.map(\.node.path.description) == ["1"] && debugger.isPaused)
    debugger.resume()
    #expect(await run.result().succeeded)
  }
}

@Suite("Values edited at a pause", .timeLimit(.minutes(2)))
struct EditedValueTests {
  private let shop = ToyShop()
  private let debugger = Debugger()

  @Test("what an earlier step gave is replaced for those that follow, and the recording keeps what it was")
  func earlierValue() async throws {
    debugger.add(.before(.root.node(2)))
    let group = RequestGroup.serial([
      .job("bill") { _ in ["total": 3] },
      .group(.serial([.job("inner") { $0.value }])).named("outer"),
      .request("pay") { input in
        .get("/pay/\(input.value?["total"] ?? .null)/\(input.steps["bill"]?.value?["total"] ?? .null)")
      },
    ])
    let run = shop.client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await eventually { debugger.focus?.node.path.description == "3" }
    #expect(try await debugger.focus?.node.request()?.endpoint.hasPrefix("/pay/3/") == true)
    let number = debugger.focus?.number
    run.replaceValue(of: .root.node(0), with: ["total": 30])
    run.replaceValue(of: .root.node(1).node(0), with: ["total": 31])
    debugger.renew()
    await eventually { debugger.focus.map { $0.number != number } == true }
    #expect(try await debugger.focus?.node.request()?.endpoint == "/pay/31/30")
    debugger.resume()
    #expect(await run.result().succeeded)
    let bill = try #require(run.recording[.root.node(0)])
    #expect(bill.output == .value(["total": 30]) && bill.interventions == [.valueReplaced])
    #expect(bill.made.edits == [NodeEdit(.value, was: ["total": 3])])
  }

  @Test("the list of a concurrent group's values, and of elements, has the edited one")
  func insideOthers() async throws {
    debugger.add(.before(.root.node(2)))
    var each = Node.job("each") { $0.value }
    each.elements = { _ in [1, 2] }
    let group = RequestGroup.serial([
      .group(.concurrent([.job("left") { _ in 1 }, .job("right") { _ in 2 }])).named("both"), each,
      .job("sum") { input in [input.steps["both"]?.value ?? .null, input.value ?? .null] },
    ])
    let run = shop.client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await eventually { debugger.focus?.node.path.description == "3" }
    run.replaceValue(of: .root.node(0).node(1), with: 20)
    run.replaceValue(of: .root.node(1).element(0), with: 10)
    debugger.resume()
    #expect(await run.result().values.last == [["left": 1, "right": 20], [10, 2]])
  }

  @Test("a replay that begins at an edited step works on the edited input and list again, and its recording says so")
  func replayedInput() async throws {
    var each = Node.job("each") { $0.value }
    each.elements = { _ in [1, 2] }
    let group = RequestGroup.serial([.job("one") { _ in 1 }, .job("two") { $0.value }, each, .job("last") { $0.value }])
    debugger.add(.before(.root.node(1)))
    let run = shop.client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await eventually { debugger.focus?.node.path.description == "2" }
    debugger.answer(.goWith(.input(20)), at: .root.node(1), isWhole: true, noting: NodeEdit(.input, was: 1))
    await eventually { debugger.focus?.node.path.description == "3" }
    debugger.answer(
      .goWith(.elements([7, 8, 9])), at: .root.node(2), isWhole: true, noting: NodeEdit(.list, was: [1, 2]))
    await eventually { debugger.focus?.node.path.description == "4" }
    debugger.resume()
    _ = await run.result()
    let input = try await replayed(run.recording, from: .root.node(1), in: group)
    #expect(input[.root.node(1)]?.output == .value(20) && input[.root.node(1)]?.interventions == [.inputReplaced])
    #expect(input[.root.node(1)]?.made.edits == [NodeEdit(.input, was: 1)])
    let list = try await replayed(run.recording, from: .root.node(2), in: group)
    #expect(list.children(of: .root.node(2)).map(\.output) == [.value(7), .value(8), .value(9)])
    #expect(list[.root.node(2)]?.interventions == [.listReplaced])
    // What comes after the step where it begins runs by itself.
    #expect(input.children(of: .root.node(2)).map(\.output) == [.value(1), .value(2)])
    let fork = try await Replay(of: run.recording, from: .root.node(1), in: group, isFork: true, editing: nil) { _ in
      nil
    }
    let forked = shop.client.run(group, RunOptions(replay: fork))
    _ = await forked.result()
    #expect(forked.recording[.root.node(1)]?.output == .value(1) && forked.recording.summary.origin?.isFork == true)
  }

  @Test(
    "a result that was given is given again without running the step; one that was edited is handed on once it has run")
  func replayedResult() async throws {
    let group = RequestGroup.serial([
      .request(.get("/a")).named("a"), .request(.get("/b")).named("b"), .job("last") { $0.value },
    ])
    debugger.add(.before(.root.node(0)))
    debugger.add(.after(.root.node(1)))
    let run = shop.client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await eventually { debugger.focus?.node.path.description == "1" }
    debugger.answer(.skip(.value(10)), at: .root.node(0), isWhole: false, noting: NodeEdit(.result))
    await eventually { debugger.focus?.node.path.description == "2" }
    debugger.resume()
    await eventually { debugger.focus?.result != nil }
    debugger.answer(.skip(.value(30)), at: .root.node(1), isWhole: false, noting: NodeEdit(.result, was: 2))
    debugger.resume()
    _ = await run.result()
    #expect(shop.paths == ["/b"])
    let first = try await replayed(run.recording, from: .root.node(0), in: group)
    #expect(first[.root.node(0)]?.output == .value(10) && first[.root.node(0)]?.made.edits == [NodeEdit(.result)])
    #expect(shop.paths == ["/b", "/b"])
    let second = try await replayed(run.recording, from: .root.node(1), in: group)
    #expect(shop.paths == ["/b", "/b", "/b"] && second[.root.node(2)]?.output == .value(30))
    #expect(second[.root.node(1)]?.interventions == [.resultReplaced])
  }

  @Test("what was edited of a request is put over the one that is made now, and a breakpoint still stops there")
  func replayedRequest() async throws {
    let group = RequestGroup.serial([.request(.get("/a")).named("a")])
    debugger.add(.before(.root.node(0)))
    let run = shop.client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await eventually { debugger.focus != nil }
    debugger.answer(
      .goWith(.request(.get("/edited"))), at: .root.node(0), isWhole: false,
      noting: NodeEdit(.request, became: "edited"))
    _ = await run.result()
    let replay = try await Replay(
      of: run.recording, from: .root.node(0), in: group, isFork: false,
      editing: { edit, request in .get("\(request.endpoint)/\(edit.became?.string ?? "")") }, responses: { _ in nil })
    let again = Debugger()
    again.add(.before(.root.node(0)))
    let second = shop.client.run(group, RunOptions(gates: [again], replay: replay))
    second.start()
    await eventually { again.focus != nil }
    #expect(try await again.focus?.node.request()?.endpoint == "/a/edited")
    again.resume()
    _ = await second.result()
    #expect(shop.paths == ["/edited", "/a/edited"])
    #expect(second.recording[.root.node(0)]?.interventions == [.requestReplaced])
  }

  private func replayed(
    _ recording: RunRecording, from path: NodePath, in group: RequestGroup
  ) async throws -> RunRecording {
    let replay = try await Replay(of: recording, from: path, in: group) { _ in nil }
    let run = shop.client.run(group, RunOptions(replay: replay))
    _ = await run.result()
    return run.recording
  }

  @Test("a mask that is still there stands for the secret it stood for")
  func masks() {
    let text = MaskedText("a=first&b=second&page=1", by: Secrets(["first", "second"]))
    let mask = Secrets.mask
    #expect(text.shown == "a=\(mask)&b=\(mask)&page=1")
    #expect(text.restored(in: "a=\(mask)&b=\(mask)&page=2") == "a=first&b=second&page=2")
    #expect(text.restored(in: "b=\(mask)&page=1") == "b=second&page=1")
    #expect(text.restored(in: "a=mine&b=\(mask)") == "a=mine&b=second")
    #expect(text.restored(in: "nothing") == "nothing")
  }
}
