import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The filter of the log on screen", .timeLimit(.minutes(1)))
struct FilterJourneys {
  private func bench() async throws -> BenchUnderTest {
    let services = FakeServices()
    services.change {
      $0.vocabulary = LogVocabulary(
        kinds: ["failed: network", "response received", "sent"], names: ["cart/read", "user/login"],
        methods: ["GET", "POST"],
        statuses: [200, 404, 503])
      $0.log = [LogEntry(id: 1, time: BenchUnderTest.start, .missed(3))]
    }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("3", "/")
    return bench
  }

  @Test("fields are offered as you type, and then the values they have had")
  func completes() async throws {
    let bench = try await bench()
    await bench.type("ki")
    #expect(await bench.idle().contains("kind:  what happened"))
    try await bench.press("Tab")
    let offered = zip(bench.terminal.frame.lines[3...5], ["failed: network", "response received", "sent"])
    #expect(offered.allSatisfy { $0.contains($1) })
    try await bench.press("Down", "Tab")
    await bench.type("sta")
    try await bench.press("Tab")
    await bench.type("5")
    try await bench.press("Tab", "Enter")
    #expect(await bench.idle().contains("/ kind:\"response received\" status:5xx"))
  }

  @Test("what is taken back by Esc is first the list, then the filter")
  func leaves() async throws {
    let bench = try await bench()
    await bench.type("na")
    try await bench.press("Esc")
    #expect(await !bench.idle().contains("of the request") && bench.terminal.text.contains("/ na"))
    try await bench.press("Esc")
    #expect(await !bench.idle().contains("/ na"))
  }

  @Test("a word that is no field is found as it is")
  func words() async throws {
    let bench = try await bench()
    await bench.type("na")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("/ na ") && !bench.terminal.text.contains("of the request"))
  }

  @Test("a filter is kept under a name, chosen again, and forgotten")
  func keeps() async throws {
    let bench = try await bench()
    await bench.type("is:marked ")
    try await bench.press("Enter", "S")
    await bench.type("mine")
    try await bench.press("Enter", "Esc")
    #expect(bench.services.snapshot.filters == [SavedFilter("mine", "is:marked ")])
    try await bench.press("3", "f")
    #expect(await bench.idle().contains("mine   is:marked"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("/ is:marked") && bench.terminal.text.contains("mine"))
    try await bench.press("D", "f")
    #expect(await bench.idle().contains("No filter is saved yet: this line filters the log"))
    await bench.type("name:pay")
    #expect(await bench.idle().contains("/ name:pay"))
  }
}
