import HTTPTypes
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: forks of runs", .timeLimit(.minutes(1)))
struct ForkTests {
  private static let file = """
    serial:
      - { local: one, jq: '1' }
      - request: item/list
      - { local: total, jq: '.items[0].total' }
      - { local: double, jq: '. * 2' }

    """

  private func ran() async throws -> GroupScreen {
    let screen = try await GroupScreen(file: Self.file)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Tab", "g")
    await screen.bench.idle()
    return screen
  }

  @Test("F begins a run at the step and waits there; with another input it goes on, and knows its parent")
  func input() async throws {
    let screen = try await ran()
    let bench = screen.bench
    try await bench.press("G", "F")
    await bench.shows("paused before double   fork of 1: edit, then continue")
    try await bench.press("i")
    await bench.shows("Input of double")
    try await bench.press("End", "Backspace", "Backspace", "Ctrl-S", "c")
    let text = await bench.idle()
    #expect(text.contains("fork of 1 from 4 double") && text.contains("✓ done") && text.contains("↳  2"))
    let recording = try await screen.newest()
    #expect(recording.summary.origin?.isFork == true)
    #expect(recording.node(named: "total")?.attempts.isEmpty == true)
    #expect(recording.node(named: "double")?.output == .value(198))
  }

  @Test("the request and an earlier value are edited in a fork, with the editors of a pause")
  func requestAndValue() async throws {
    let screen = try await ran()
    let bench = screen.bench
    try await bench.press("j", "F")
    await bench.shows("paused before list")
    try await screen.addNote("forked", toRequestOf: "list")
    await bench.shows("sent when the step runs   u undoes it", "+ X-Note: forked")
    try await bench.press("g", "A")
    await bench.shows("Value of one")
    try await bench.press("Backspace")
    await bench.type("7")
    try await bench.press("Ctrl-S", "c")
    await bench.idle()
    let recording = try await screen.newest()
    #expect(recording.node(named: "one")?.output == .value(7))
    #expect(recording.node(named: "list")?.interventions == [.requestReplaced])
  }

  @Test("a paused run is forked from a step that ran, and stays paused; a step that was not reached says why not")
  func pausedRun() async throws {
    let screen = try await GroupScreen(file: Self.file)
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "j", "b", "F5")
    await bench.shows("paused before total")
    try await bench.press("G", "F")
    #expect(await bench.shows("The step has not been reached yet.").contains("paused before total"))
    try await bench.press("g", "j", "F")
    await bench.shows("paused before list   fork")
    try await bench.press("c")
    await bench.shows("paused before total")
    let runs = try await screen.session.store.runs.recent(10)
    #expect(runs.map(\.summary.state) == [.running, .running])
  }

  @Test("R at a step whose request was edited sends it so again, with all else as the file has it now")
  func replayedRequest() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "j", "b", "F5")
    await bench.shows("paused before pay")
    try await screen.addNote("by hand", toRequestOf: "pay")
    try await bench.press("b", "c")
    await bench.idle()
    try screen.folder.write("method: POST\nurl: /pay\nheaders: { X-New: now }\n", to: "w/requests/cart/pay.yaml")
    try await bench.press("g", "j", "j", "R")
    await bench.idle()
    let pay = try #require(try await screen.newest().node(named: "pay"))
    #expect(pay.interventions == [.requestReplaced] && pay.made.edits.map(\.part) == [.request])
    let exchange = try #require(pay.exchange)
    let sent = try await screen.session.store.history.exchange(exchange)?.exchange.request
    let headers = sent?.headers.map { "\($0.name.rawName): \($0.value)" } ?? []
    #expect(headers.contains("X-Note: by hand") && headers.contains("X-New: now"), "\(headers)")
  }
}
