import HTTPTypes
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchState

@Suite("Sending many times, and again and again", .timeLimit(.minutes(1)))
struct RepeatingJourneys {
  /// Counts its replies in their bodies.
  private static func counting() -> RecordingTransport {
    let count = Lock(0)
    return RecordingTransport { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let body = InMemoryBytes(#"{"same": true, "number": \#(number)}"#)
      return .success(
        TransportResponse(
          head: ResponseHead(url: request.url, status: 200, headers: [.contentType: "application/json"]), body: body))
    }
  }

  @Test("F6 asks how often, and shows statuses, percentiles and a histogram")
  func several() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "F6")
    #expect(bench.terminal.text.contains("several times"))
    await bench.type("20")
    try await bench.press("Tab")
    await bench.type("4")
    try await bench.press("Enter")
    let screen = await bench.shows("done")
    #expect(screen.contains("20 of 20") && screen.contains("20  200"))
    #expect(screen.contains("median") && screen.contains("p99") && screen.contains("█"))
    try await bench.press("Esc")
    #expect(!bench.terminal.text.contains("median"))
  }

  @Test("Esc stops what is still to be sent, and what has come stays on the screen")
  func stopped() async throws {
    let transport = RecordingTransport(answering: nil)
    let bench = try BenchUnderTest(services: FakeServices(transport: transport))
    await bench.idle()
    try await bench.press("Enter", "F6")
    await bench.type("20")
    try await bench.press("Tab")
    await bench.type("1")
    // Nothing comes to rest while they are sent.
    try bench.terminal.press("Enter")
    _ = await bench.terminal.frame { $0.text.contains("0 of 20") }
    while transport.requests.count < 1 { await Task.yield() }
    transport.finish(
      .success(TransportResponse(head: ResponseHead(url: "http://h/", status: .ok), body: InMemoryBytes("x"))))
    _ = await bench.terminal.frame { $0.text.contains("1 of 20") }
    while transport.requests.count < 2 { await Task.yield() }
    try bench.terminal.press("Esc")
    let screen = await bench.terminal.frame { $0.text.contains("stopped") }.text
    #expect(screen.contains("1  200") && screen.contains("median"))
    #expect(transport.requests.count == 2)
    try await bench.press("Esc")
    #expect(!bench.terminal.text.contains("median"))
  }

  @Test("a number that makes no sense is refused in its form")
  func nonsense() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "F6")
    await bench.type("0")
    try await bench.press("Enter", "Enter")
    #expect(bench.terminal.text.contains("from 1 to"))
  }

  @Test("F7 sends again after each interval, marks the lines that changed, and stops by the same key")
  func again() async throws {
    let bench = try BenchUnderTest(services: FakeServices(transport: Self.counting()))
    await bench.idle()
    try await bench.press("Enter", "F7")
    await bench.type("30s")
    try await bench.press("Enter")
    await bench.shows("\"number\": 1")
    #expect(bench.terminal.text.contains("↻"))
    bench.pass(.seconds(31))
    await bench.shows("\"number\": 2")
    let lines = await bench.shows("▎").split(separator: "\n")
    #expect(lines.contains { $0.contains("▎") && $0.contains("number") })
    #expect(!lines.contains { $0.contains("▎") && $0.contains("same") })
    try await bench.press("F7")
    #expect(bench.terminal.text.contains("Stopped sending again."))
    bench.pass(.seconds(60))
    #expect(await bench.idle().contains("\"number\": 2"))
  }

  @Test("an interval that makes no sense is refused in its form")
  func badInterval() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "F7")
    await bench.type("soon")
    try await bench.press("Enter")
    #expect(bench.terminal.text.contains("such as 200ms"))
  }
}
