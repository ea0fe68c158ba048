import ParleyEngine
import TestSupport
import Testing

@Suite("Debugger", .timeLimit(.minutes(2)))
struct DebuggerTests {
  private let shop = ToyShop()
  private let debugger = Debugger()

  private func start(_ group: RequestGroup) -> Run {
    let run = shop.client.run(group, RunOptions(gates: [debugger]))
    run.start()
    return run
  }

  private func stopped(at path: String) async {
    await eventually { debugger.focus?.node.path.description == path }
  }

  private let chain = RequestGroup.serial([
    .request(.get("/a")).named("a"),
    .group(.serial([.request(.get("/b")), .request(.get("/c"))])),
    .request("last") { input in .get("/last\(input.value?["path"]?.string ?? "")") },
  ])

  @Test("a breakpoint stops before its node, with the input and the request that will be sent")
  func before() async throws {
    debugger.add(.before(.root.node(2)))
    let run = start(chain)
    await stopped(at: "3")
    #expect(shop.paths == ["/a", "/b", "/c"])
    let stop = try #require(debugger.focus)
    #expect(stop.node.input.value == ["path": "/c"] && stop.reason == .breakpoint(.before(.root.node(2))))
    #expect(try await stop.node.request()?.endpoint == "/last/c")
    #expect(run.recording[.root.node(2)]?.state == .waiting)
    debugger.resume()
    #expect(await run.result().succeeded && shop.paths.last == "/last/c")
  }

  @Test("a breakpoint with a condition stops only when it holds")
  func condition() async {
    debugger.add(.before(.root.node(0)), if: { _ in false })
    debugger.add(.before(.root.node(2)), if: { $0.input.value?["path"] == "/c" })
    let run = start(chain)
    await stopped(at: "3")
    debugger.resume()
    #expect(await run.result().succeeded)
  }

  @Test("steps go over a group, into it, and out of it")
  func stepping() async {
    debugger.pause()
    let run = start(chain)
    await stopped(at: "1")
    debugger.step()
    await stopped(at: "2")
    #expect(shop.paths == ["/a"])
    debugger.stepInto()
    await stopped(at: "2.1")
    debugger.step()
    await stopped(at: "2.2")
    #expect(shop.paths == ["/a", "/b"])
    debugger.stepOut()
    await stopped(at: "3")
    #expect(shop.paths == ["/a", "/b", "/c"])
    debugger.step()
    #expect(await run.result().succeeded)
  }

  @Test("a step over a group runs all of it")
  func over() async {
    debugger.add(.before(.root.node(1)))
    let run = start(chain)
    await stopped(at: "2")
    debugger.step()
    await stopped(at: "3")
    #expect(shop.paths == ["/a", "/b", "/c"])
    debugger.resume()
    #expect(await run.result().succeeded)
  }

  @Test("another input is rendered again, another request is sent as it is")
  func replacing() async throws {
    debugger.pause()
    let run = start(chain)
    await stopped(at: "1")
    debugger.answer(.goWith(.request(.get("/mine"))), at: .root.node(0))
    await stopped(at: "2")
    debugger.step()
    await stopped(at: "3")
    let preview = try await debugger.focus?.node.request(for: ["path": "/x"])
    #expect(preview?.endpoint == "/last/x")
    debugger.answer(.goWith(.input(["path": "/x"])), at: .root.node(2))
    #expect(await run.result().succeeded)
    #expect(shop.paths == ["/mine", "/b", "/c", "/last/x"])
    #expect(run.recording[.root.node(0)]?.interventions == [.requestReplaced])
    #expect(run.recording[.root.node(2)]?.input == .value(["path": "/x"]))
  }

  @Test("a node is skipped with a result of your own, which the next one gets")
  func skipping() async {
    debugger.add(.before(.root.node(1)))
    let run = start(chain)
    await stopped(at: "2")
    debugger.answer(.skip(.value(["path": "/own"])), at: .root.node(1))
    await stopped(at: "3")
    debugger.resume()
    let result = await run.result()
    #expect(shop.paths == ["/a", "/last/own"] && result.values[1] == ["path": "/own"])
    #expect(run.recording[.root.node(1)]?.interventions == [.skipped])
  }

  @Test("after a node it can be run again, with another input too")
  func again() async {
    debugger.add(.after(.root.node(2)))
    let run = start(chain)
    await stopped(at: "3")
    #expect(debugger.focus?.result?.value == ["path": "/last/c"])
    debugger.answer(.goWith(.input(["path": "/y"])), at: .root.node(2))
    await eventually { debugger.focus?.result?.value == ["path": "/last/y"] }
    debugger.resume()
    #expect(await run.result().value == ["path": "/last/y"])
    #expect(run.recording[.root.node(2)]?.attempts.count == 2)
  }

  @Test("stop ends the run: nothing that is left begins")
  func stop() async {
    debugger.add(.before(.root.node(1)))
    let run = start(chain)
    await stopped(at: "2")
    debugger.answer(.stop, at: .root.node(1))
    let result = await run.result()
    #expect(result.states == [.succeeded, .neverRan, .neverRan] && result.stopped && shop.paths == ["/a"])
    #expect(run.recording.summary.state == .stopped)
  }

  @Test("a run that is stopped from outside lets go of who waits")
  func stoppedOutside() async {
    debugger.pause()
    let run = start(chain)
    await stopped(at: "1")
    run.stop()
    #expect(await run.result().states == [.neverRan, .neverRan, .neverRan])
    #expect(debugger.stops.isEmpty)
  }

  @Test("a breakpoint on failure stops after what failed by itself, once it is not tried again")
  func failure() async throws {
    debugger.add(.failure)
    let tries = Notes()
    let fails = Node.job("fails") { _ in
      tries.note("tried")
      if tries.texts.count < 4 { throw GroupError.neverHeld(attempts: 1) }
      return 1
    }.retrying(CountedRetry(maximum: 1))
    let run = start(.serial([.request(.get("/a")), .group(.serial([fails])), .request(.get("/b"))]))
    await stopped(at: "2.1")
    let stop = try #require(debugger.focus)
    #expect(stop.result?.failed == true && stop.reason == .breakpoint(.failure) && tries.texts.count == 2)
    debugger.answer(.again(after: .zero), at: stop.node.path)
    await eventually { tries.texts.count == 3 && debugger.focus?.result != nil }
    debugger.answer(.again(after: .zero), at: stop.node.path)
    await eventually { tries.texts.count == 4 }
    debugger.resume()
    #expect(await run.result().succeeded && shop.paths == ["/a", "/b"])
  }

  @Test("a breakpoint on a shared key stops at the next gate after it was written")
  func sharedKey() async {
    debugger.add(.shared("token"))
    let shared = SharedData()
    let group = RequestGroup.serial([
      .job("write") { input in
        try await input.shared?.set("token", "x", writer: "write")
        return nil
      },
      .request(.get("/next")),
    ])
    let run = shop.client.run(group, RunOptions(gates: [debugger], shared: shared))
    run.start()
    await stopped(at: "2")
    #expect(debugger.focus?.reason == .breakpoint(.shared("token")))
    debugger.resume()
    #expect(await run.result().succeeded)
  }
}
