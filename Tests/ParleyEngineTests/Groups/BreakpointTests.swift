import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Breakpoints")
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

@Suite("Values edited at a pause")
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
