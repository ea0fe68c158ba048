import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("From a response to the files", .timeLimit(.minutes(1)))
struct ResponseJourneys {
  private func sent(_ services: FakeServices) async throws -> BenchUnderTest {
    let bench = try BenchUnderTest(120, 36, services: services)
    await bench.idle()
    try await bench.press("F5", "Tab", "Tab")
    await bench.idle()
    return bench
  }

  private var answering: FakeServices {
    FakeServices(
      transport: RecordingTransport(body: #"{"result": {"total": 55.86, "id": 7}}"#, contentType: "application/json"))
  }

  @Test("a search says what it searches, before anything is typed and when nothing is found")
  func searches() async throws {
    let bench = try await sent(answering)
    try await bench.press("/")
    #expect(await bench.idle().contains("searches this body"))
    await bench.type("item/")
    #expect(await bench.idle().contains("not found in this body"))
    try await bench.press("Esc", "]", "/")
    #expect(await bench.idle().contains("searches these lines"))
  }

  @Test("the way to the other tabs is among the first hints, at 80 columns too")
  func tabsHint() async throws {
    let body = #"[{"id": 7}, {"id": 8}]"#
    let services = FakeServices(transport: RecordingTransport(body: body, contentType: "application/json"))
    let bench = try BenchUnderTest(80, 24, services: services)
    await bench.idle()
    try await bench.press("F5", "Tab", "Tab")
    #expect(await bench.idle().split(separator: "\n").last?.contains("] tabs") == true)
  }

  @Test("a on a value adds a filter to the draft and shows it in the tab Expect; once is enough")
  func expects() async throws {
    let bench = try await sent(answering)
    try await bench.press("j", "j", "a")
    #expect(await bench.idle().contains("Expects this value from now on; u in the composer takes it back."))
    try await bench.press("a")
    let text = await bench.idle()
    #expect(text.contains("[Expect•]") && text.contains("jq") && text.contains(".result.total == 55.86"))
    #expect(bench.services.snapshot.drafts["cart/pay"]?.expectedFilters == [".result.total == 55.86"])
  }

  @Test("Esc in the answer gives up a filter before it leaves the pane")
  func filterThenPane() async throws {
    let bench = try await sent(answering)
    try await bench.press("f")
    await bench.type(".result.id")
    try await bench.press("Enter")
    #expect(await !bench.idle().contains("55.86"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("55.86"))
  }

  @Test("y b copies a body that is too long for the terminal's clipboard by a program; without one it says what to do")
  func copiesLongBody() async throws {
    let body = String(repeating: "x", count: 100_000)
    let services = FakeServices(transport: RecordingTransport(body: body, contentType: "text/plain"))
    let bench = try await sent(services)
    bench.terminal.clipboardLimit = 75_000
    try await bench.press("y", "b")
    await bench.idle()
    #expect(services.snapshot.copied == [body] && bench.terminal.record.copied.isEmpty)
    services.change { $0.failures["copy"] = Problem(code: "copy.tooLong", "It is too long.", advice: "Install xclip.") }
    try await bench.press("y", "b")
    #expect(await bench.idle().contains("Install xclip."))
  }

  @Test(
    "inside tmux, which ignores what programs copy by escape sequence, a short body is copied by tmux, and the notice says so"
  )
  func copiesInTmux() async throws {
    let services = answering
    services.change { $0.copiesByProgram = true }
    let bench = try await sent(services)
    try await bench.press("y", "b")
    #expect(await bench.idle().contains(", by tmux."))
    #expect(services.snapshot.copied.count == 1 && bench.terminal.record.copied.isEmpty)
  }

  @Test("K makes a mock of the response, says in which file, and can switch mocks on")
  func mock() async throws {
    let services = answering
    services.change { $0.workspace.mocks = 1 }
    let bench = try await sent(services)
    try await bench.press("K")
    let text = await bench.idle()
    #expect(text.contains("A mock of cart/pay") && text.contains("mocks/recorded.yaml"))
    #expect(services.snapshot.mocks == ["cart/pay"])
    try await bench.press("m")
    #expect(await bench.idle().contains("MOCK"))
  }
}
