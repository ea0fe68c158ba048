import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench

@Suite("The loop", .timeLimit(.minutes(1)))
struct RuntimeTests {
  @Test("it is idle once the workspace is read and drawn")
  func start() async throws {
    let bench = try BenchUnderTest()
    #expect(await bench.idle().contains("login"))
  }

  @Test("a request that is sent is in flight until the transport answers")
  func send() async throws {
    let transport = RecordingTransport(answering: nil)
    let bench = try BenchUnderTest(services: FakeServices(transport: transport))
    await bench.idle()
    try await bench.press("Enter", "F5")
    #expect(transport.requests.count == 1)
    transport.finish(.failure(TransportError(.refused, "Nobody listens on 127.0.0.1:8080.")))
    #expect(await bench.idle().contains("Nobody listens"))
  }

  @Test("what is being kept is on disk when the program has ended")
  func lasting() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try bench.terminal.press("q")
    await bench.ended()
    #expect(!bench.terminal.isStarted)
  }
}
