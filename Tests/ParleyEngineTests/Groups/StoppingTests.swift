import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Stopping runs that have something to clean up", .timeLimit(.minutes(1)))
struct StoppingTests {
  private let transport = HeldTransport()
  private let client: Client

  init() {
    client = Client(ClientConfiguration(servers: Servers("http://h")), transport: transport)
  }

  private let group = RequestGroup.serial([
    .request(.get("/work")), .request(.get("/more")), .request(.get("/logout")).always(),
    .request(.get("/last")),
  ])

  private func started(_ group: RequestGroup, _ options: RunOptions = RunOptions(), until path: String = "/work") async
    -> Run
  {
    let run = client.run(group, options)
    run.start()
    await eventually { transport.paths == [path] }
    return run
  }

  @Test("what runs always does so when the run is stopped, and nothing else begins")
  func always() async {
    let run = await started(group)
    run.stop()
    await eventually { transport.paths == ["/logout"] }
    #expect(run.isStopped)
    transport.finish("/logout")
    let result = await run.result()
    #expect(result.states == [.cancelled, .neverRan, .succeeded, .neverRan])
    #expect(run.recording.summary.state == .stopped)
  }

  @Test("a second stop ends that too")
  func twice() async {
    let run = await started(group)
    run.stop()
    await eventually { transport.paths == ["/logout"] }
    run.stop()
    #expect(await run.result().states == [.cancelled, .neverRan, .cancelled, .neverRan])
  }

  @Test("two stops at once leave nothing to run")
  func atOnce() async {
    let run = await started(group)
    run.stop()
    run.stop()
    let states = await run.result().states
    #expect(states[0] == .cancelled && states[2] != .succeeded)
  }

  @Test("what runs always and is in flight when the run is stopped goes on")
  func underWay() async {
    let run = await started(.serial([.request(.get("/logout")).always(), .request(.get("/last"))]), until: "/logout")
    run.stop()
    transport.finish("/logout")
    #expect(await run.result().states == [.succeeded, .neverRan])
  }

  @Test("it holds in lists inside, in groups that run always, for each element, and at the same time")
  func inside() async {
    let cleanup = RequestGroup.serial([.request(.get("/one")), .request(.get("/two"))])
    let run = await started(
      .serial([
        .group(.serial([.request(.get("/work")), .group(cleanup).always()])),
        .request("each") { .get("/\($0.value?.int ?? 0)") }.each { _ in [1, 2] }.always(),
        .group(.serial([.request(.get("/never")).always()])),
      ]))
    run.stop()
    for path in ["/one", "/two", "/1", "/2"] {
      await eventually { transport.paths == [path] }
      transport.finish(path)
    }
    let result = await run.result()
    #expect(result.states == [.cancelled, .succeeded, .neverRan])
  }

  @Test("a run that nothing has begun in has nothing to clean up")
  func nothingBegun() async {
    let debugger = Debugger(isPaused: true)
    let run = client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await eventually { debugger.focus != nil }
    run.stop()
    #expect(await run.result().states == [.neverRan, .neverRan, .neverRan, .neverRan])
  }

  @Test("a run that is stopped before it is started never sends anything, however fast its walk begins")
  func stoppedFirst() async {
    for _ in 0..<500 {
      let run = client.run(group)
      run.stop()
      #expect(await run.result().states == [.neverRan, .neverRan, .neverRan, .neverRan])
    }
  }

  @Test("a stop lets go of what runs always and waits at a pause, and no further pause holds it")
  func atPause() async {
    let debugger = Debugger()
    for index in [1, 2] { debugger.add(.before(.root.node(index))) }
    let run = await started(
      .serial([.request(.get("/work")), .request(.get("/logout")).always(), .request(.get("/bye")).always()]),
      RunOptions(gates: [debugger]))
    transport.finish("/work")
    await eventually { debugger.focus?.node.path == .root.node(1) }
    run.stop()
    for path in ["/logout", "/bye"] {
      await eventually { transport.paths == [path] }
      transport.finish(path)
    }
    #expect(await run.result().states == [.succeeded, .succeeded, .succeeded])
  }

  @Test("gates that say stop many times stop once")
  func byGates() async {
    let debugger = Debugger()
    debugger.add(.after(.root.node(0)))
    let run = await started(group, RunOptions(gates: [debugger, Stopping(after: "GET /work")]))
    transport.finish("/work")
    await eventually { debugger.focus != nil }
    debugger.answer(.stop, at: .root.node(0))
    await eventually { transport.paths == ["/logout"] }
    transport.finish("/logout")
    #expect(await run.result().states == [.succeeded, .neverRan, .succeeded, .neverRan])
  }

  /// Says stop at whatever comes behind a node.
  private struct Stopping: RunGate {
    let name: String
    init(after name: String) { self.name = name }
    func after(_ node: GateContext, _ result: NodeResult) async -> GateDecision { .stop }
  }
}
