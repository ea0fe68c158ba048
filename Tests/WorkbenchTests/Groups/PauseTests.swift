import HTTPTypes
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: what one can do at a pause", .timeLimit(.minutes(1)))
struct PauseTests {
  @Test("the request is edited in the composer's rows, sent so, and the recording says what it was")
  func request() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "j", "b", "F5")
    await bench.shows("paused before pay")
    let edited = try await screen.addNote("by hand", toRequestOf: "pay")
    #expect(edited.opened.contains("POST") && edited.applied.contains("X-Note: by hand"))
    try await bench.press("c")
    #expect(await bench.idle().contains("✗ failed"))
    let pay = try #require(try await screen.newest().node(named: "pay"))
    #expect(pay.interventions == [.requestReplaced] && pay.made.edits.map(\.part) == [.request])
    #expect(pay.made.edits.first?.was?.object?["method"] == "POST")
    let exchange = try #require(pay.exchange)
    let sent = try await screen.session.store.history.exchange(exchange)?.exchange.request
    #expect(sent?.headers.contains { $0.name.rawName == "X-Note" && $0.value == "by hand" } == true)
  }

  @Test("edits of a request that is paused at are said to be left out: at once, at the pause, and when it goes on")
  func leftOut() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "j", "b", "F5")
    await bench.shows("paused before pay")
    try await bench.press("Enter")
    await bench.shows("F5 sends the request.", "i URL")
    try await bench.press("i", "End")
    await bench.type("?x=1")
    try await bench.press("Enter")
    let words = "cart/pay has unsaved edits: this run sends what its file said when it began."
    await bench.shows(words)
    try await bench.press("2")
    await bench.shows("✎ cart/pay has unsaved edits")
    try await bench.press("c")
    await bench.shows("✗ failed", words)
    let exchange = try #require(try await screen.newest().node(named: "pay")?.exchange)
    let sent = try await screen.session.store.history.exchange(exchange)?.exchange.request
    #expect(sent?.url.contains("x=1") == false)
  }

  @Test("a step that waits with nothing in its input is shown at its request")
  func emptyInput() async throws {
    let screen = try await GroupScreen()
    try await screen.bench.press("Enter", "g", "b", "F5")
    let shown = await screen.bench.shows("paused before", "GET")
    #expect(!shown.contains("No input."))
  }

  @Test("the result is edited before it is handed on, and an earlier value before a later step gets it")
  func results() async throws {
    let screen = try await GroupScreen(
      file: """
        serial:
          - { local: one, jq: '1' }
          - { local: two, jq: '. + 1' }
          - { local: three, jq: '[., $steps.one]' }

        """)
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "Alt-b", "F5")
    await bench.shows("paused after two")
    try await bench.press("O")
    await bench.shows("Output of two")
    try await bench.press("Backspace")
    await bench.type("20")
    try await bench.press("Ctrl-S")
    await bench.shows("handed on when the run goes on")
    try await bench.press("k", "A")
    await bench.shows("Value of one")
    try await bench.press("Backspace")
    await bench.type("10")
    try await bench.press("Ctrl-S", "c")
    #expect(await bench.idle().contains("✓ done"))
    let recording = try await screen.newest()
    #expect(recording.node(named: "three")?.output == .value([20, 10]))
    #expect(recording.node(named: "two")?.made.edits == [NodeEdit(.result, was: 2)])
    #expect(recording.node(named: "one")?.made.edits == [NodeEdit(.value, was: 1)])
  }

  @Test("a failed step goes on with what an earlier run recorded, and a replay hands that on")
  func recorded() async throws {
    let file = "serial:\n  - { local: maybe, jq: '41' }\n  - { local: after, jq: '. + 1' }\n"
    let screen = try await GroupScreen(file: file)
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try screen.folder.write(file.replacing("'41'", with: "'error(\"no\")'"), to: "w/groups/shop.yaml")
    try await bench.press("B", "f", "Esc", "F5")
    await bench.shows("paused after maybe")
    try await bench.press("Tab", "t")
    await bench.shows("as recorded in run 1")
    try await bench.press("Down", "Enter")
    await bench.shows("paused before after")
    try await bench.press("c")
    await bench.idle()
    let recording = try await screen.newest()
    #expect(recording.node(named: "after")?.output == .value(42))
    #expect(recording.node(named: "maybe")?.made.edits.first?.run == "1")
  }
}
