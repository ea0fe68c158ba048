import ParleyEngine
import TestSupport
import Testing

@Suite("Debugger in concurrent groups", .timeLimit(.minutes(2)))
struct DebuggerConcurrencyTests {
  private let transport = RecordingTransport(answering: nil)
  private let debugger = Debugger()
  private let clock = ManualClock(passes: false)

  private var client: Client {
    Client(ClientConfiguration(servers: Servers("http://h")), transport: transport, clock: clock)
  }

  private func answer() {
    transport.finish(.success(TransportResponse(toyBody: "{}")))
  }

  @Test("a pause holds all: no new node begins, those in flight finish")
  func holdsAll() async {
    let group = RequestGroup.concurrent(limit: 2, (0..<4).map { .request(.get("/\($0)")) })
    let run = client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await eventually { transport.requests.count == 2 }
    debugger.pause()
    answer()
    await eventually { debugger.stops.count == 2 }
    #expect(transport.requests.count == 2)
    #expect(run.recording.nodes.map(\.state) == [.succeeded, .succeeded, .waiting, .waiting])
    // Nobody has waited by the clock: no timeout can have run while it was paused.
    #expect(clock.waits.isEmpty)
    debugger.resume()
    await eventually { transport.requests.count == 4 }
    answer()
    #expect(await run.result().succeeded)
  }

  @Test("a step lets one node go, and the others wait on")
  func oneStep() async {
    debugger.pause()
    let group = RequestGroup.concurrent((0..<3).map { .request(.get("/\($0)")) })
    let run = client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await eventually { debugger.stops.count == 3 }
    debugger.answer(.go, at: .root.node(1))
    await eventually { transport.requests.count == 1 }
    #expect(transport.requests.map(\.path) == ["/1"])
    #expect(debugger.stops.map(\.node.path.description) == ["1", "3"])
    debugger.resume()
    await eventually { transport.requests.count == 3 }
    answer()
    #expect(await run.result().succeeded)
  }
}
