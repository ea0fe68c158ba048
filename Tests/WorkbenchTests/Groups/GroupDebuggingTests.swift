import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: stepping through a run", .timeLimit(.minutes(1)))
struct GroupDebuggingTests {
  @Test("a step whose condition or list fails has a line of its own in the log", arguments: ["when", "each"])
  func failedFilters(key: String) async throws {
    let screen = try await GroupScreen(file: "serial:\n  - { local: odd, \(key): 'error(\"x\")', jq: '.' }\n")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("3")
    #expect(await screen.bench.idle().contains("⚠ odd: "))
  }

  @Test("a breakpoint stops the run; the input is edited, goes with the step, and the run goes on")
  func edits() async throws {
    // High enough for the body below all its headers.
    let screen = try await GroupScreen(120, 48)
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "j", "b")
    #expect(await bench.idle().contains("● 3   POST cart/pay"))
    try await bench.press("F5")
    await bench.shows("paused before pay", "breakpoint")
    await bench.shows("\"total\": 99.5")
    try await bench.press("w")
    await bench.shows("body")
    try await bench.press("[", "[", "[", "[", "[", "[", "i")
    await bench.shows("editing json")
    try await bench.press("Ctrl-Home")
    try await bench.press("Delete")
    bench.terminal.send(.paste("{ \"total\": 7, \"was\": {"))
    await bench.quiet()
    try await bench.press("Ctrl-S")
    await bench.shows("✗ Line")
    #expect(bench.terminal.text.contains("editing json"))
    try await bench.press("Ctrl-End")
    await bench.type("}")
    try await bench.press("Ctrl-S")
    await bench.shows("✎ edited")
    try await bench.press("]")
    await bench.shows("\"total\": 7", "paused before pay")
    try await bench.press("c")
    #expect(await bench.idle().contains("✗ failed"))
    let pay = try #require(try await screen.newest().node(named: "pay"))
    #expect(pay.interventions == [.inputReplaced] && pay.status == 202)
    let exchange = try #require(pay.exchange)
    let sent = try await screen.session.store.history.exchange(exchange)?.exchange.request.body
    #expect(String(decoding: sent ?? [], as: UTF8.self).contains("\"total\": 7"))
  }

  @Test("what a paused step will send has the headers that are added on the way, as a sent exchange has")
  func added() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("S")
    await bench.shows("paused before list")
    try await bench.press("Enter")
    for _ in 0..<9 where !bench.terminal.text.contains("added when it is sent") { try await bench.press("]") }
    let frame = bench.terminal.frame
    for name in ["Host: ", "Accept-Encoding: "] {
      let y = try #require(frame.lines.firstIndex { $0.contains(name) }, "\(frame.text)")
      let x = try #require((0..<frame.size.width).first { frame.line(y).dropFirst($0).hasPrefix(name) })
      #expect(frame[x, y].style.role == .muted)
    }
    try await bench.press("c")
    await bench.idle()
  }

  @Test("after c the cursor is on the step that waits next, and stays on the one that went on where none does")
  func cursorAfterContinuing() async throws {
    let steps = ["one", "two", "three", "four"].map { "  - { local: \($0), wait: 20ms }\n" }.joined()
    let screen = try await GroupScreen(file: "serial:\n\(steps)")
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "j", "b", "S")
    await bench.shows("paused before one")
    try await bench.press("c")
    #expect(await bench.shows("paused before three").contains("├ 3 three"))
    try await bench.press("c")
    await bench.shows("✓ done")
    #expect(await bench.idle().contains("├ 3 three"))
  }

  @Test("S stops at the first step; . steps, > goes in, < comes out, t gives a result in its place")
  func steps() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("S")
    await bench.shows("paused before list")
    try await bench.press(".")
    await bench.shows("paused before first")
    try await bench.press(".")
    await bench.shows("paused before pay")
    try await bench.press("Enter", "t")
    await bench.shows("Result for pay")
    try await bench.press("Ctrl-S")
    await bench.shows("paused before concurrent")
    try await bench.press(">")
    await bench.shows("paused before again")
    try await bench.press("<")
    await bench.shows("paused before ids")
    try await bench.press("c")
    #expect(await bench.idle().contains("✗ failed"))
    let recording = try await screen.newest()
    #expect(recording.node(named: "pay")?.interventions == [.skipped])
    #expect(recording.node(named: "pay")?.exchange == nil)
  }

  @Test(
    "f in the list of breakpoints stops after a step that failed: it is run again, gets a result of one's own, and the run goes on"
  )
  func onFailure() async throws {
    // The first leaves room on the axis for what is said of the second.
    let screen = try await GroupScreen(
      file:
        "serial:\n  - { local: waits, wait: 200ms }\n  - { local: breaks, jq: 'error(\"no\")' }\n  - { local: after, jq: '. + 1' }\n"
    )
    let bench = screen.bench
    try await bench.press("B", "f", "Esc")
    #expect(await bench.idle().contains("◐ on failure"))
    try await bench.press("F5")
    await bench.shows("paused after breaks", "it failed")
    try await bench.press("Enter", "r")
    await bench.shows("×2", "paused after breaks")
    try await bench.press("t")
    await bench.shows("Result for breaks")
    await bench.type("41")
    try await bench.press("Ctrl-S")
    await bench.shows("paused before after")
    try await bench.press("c")
    await bench.idle()
    let recording = try await screen.newest()
    let breaks = try #require(recording.node(named: "breaks"))
    #expect(breaks.interventions == [.resultReplaced] && breaks.attempts.count == 2)
    #expect(recording.summary.state == .succeeded)
    #expect(recording.node(named: "after")?.output == .value(42))
  }

  @Test("a run goes on while another screen is shown, is counted above, and is stopped by Ctrl-C where it is shown")
  func leaves() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("S")
    await bench.shows("paused before list")
    try await bench.press("1")
    await bench.shows("▮▮ 1 run paused")
    try await bench.press("2")
    await bench.shows("paused before list", "▮▮ now")
    try await bench.press("Ctrl-C")
    #expect(await bench.idle().contains("■ stopped"))
    #expect(try await screen.newest().summary.state == .stopped)
  }

  @Test("Ctrl-C lets what runs always run, and says so while it does; a second one stops that too", arguments: [1, 2])
  func always(times: Int) async throws {
    let cleanup = times == 1 ? "request: cart/pay" : "local: long, wait: 10m"
    let screen = try await GroupScreen(
      file: "serial:\n  - { local: nap, wait: 10m }\n  - { \(cleanup), as: cleanup, always: true }\n")
    let bench = screen.bench
    try await bench.press("F5")
    await bench.shows("▶")
    try await bench.press("Ctrl-C")
    if times == 2 {
      await bench.shows("stopping: steps with `always` still run")
      try await bench.press("Ctrl-C")
    }
    #expect(await bench.idle().contains("■ stopped"))
    let nodes = try await screen.newest().nodes
    #expect(nodes.map(\.state) == [.cancelled, times == 1 ? .succeeded : .cancelled])
  }

  @Test("a breakpoint at a step with each stops before its list is made; R on an element begins there")
  func elements() async throws {
    let screen = try await GroupScreen(
      file: """
        serial:
          - { local: list, jq: '[1, 2]' }
          - { local: twice, each: '.', jq: '. * 2' }

        """)
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "b", "F5")
    await bench.shows("paused before twice")
    #expect(try await !screen.newest().nodes.contains { $0.path.description == "2[0]" })
    try await bench.press("b", "c")
    #expect(await bench.idle().contains("✓ done"))
    try await bench.press("G", "R")
    await bench.idle()
    let again = try await screen.newest()
    #expect(again.summary.origin?.from.description == "2[1]" && again.summary.state == .succeeded)
    #expect(again.nodes.map { "\($0.path) \($0.attempts.count)" } == ["1 0", "2 0", "2[0] 0", "2[1] 1"])
  }

  @Test("quitting asks while a run is in progress")
  func quits() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("S")
    await bench.shows("paused before list")
    try await bench.press("q")
    #expect(await bench.quiet().contains("1 run is in progress and would be stopped."))
    try await bench.press("q")
    await bench.ended()
  }

  @Test("quitting lets what runs always run, and nobody is asked anything any more")
  func quitsWithAlways() async throws {
    let screen = try await GroupScreen(
      file: """
        serial:
          - { local: nap, wait: 10m }
          - { request: item/list, as: asks, with: { headers: { X-Key: '{{key}}' } }, always: true }
          - { request: cart/pay, always: true }

        """, environment: "vars: { key: { secret: prompt } }\n")
    let bench = screen.bench
    try await bench.press("F5")
    await bench.shows("▶")
    try await bench.press("1", "q", "q")
    await bench.ended()
    let nodes = try await screen.newest().nodes
    #expect(nodes.map(\.state) == [.cancelled, .failed, .succeeded])
  }

  @Test("what a run needs to know it asks in a form; who does not answer fails the step")
  func asks() async throws {
    let screen = try await GroupScreen(
      file: "serial:\n  - { request: item/list, with: { headers: { X-Key: '{{key}}' } } }\n",
      environment: "vars: { key: { secret: prompt } }\n")
    let bench = screen.bench
    try await bench.press("F5")
    await bench.shows("shop asks")
    await bench.type("hunter2hunter2")
    #expect(await !bench.quiet().contains("hunter2"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("✓ done"))
    try await bench.press("Enter", "]")
    #expect(await bench.idle().contains("X-Key: ••••••••") && !bench.terminal.text.contains("hunter2"))
    try await bench.press("F5")
    #expect(await bench.idle().contains("✓ done"), "the answer holds for the session")
    try await bench.press(":")
    await bench.type("forget stored")
    try await bench.press("Enter", "F5")
    await bench.shows("shop asks")
    try await bench.press("Esc")
    #expect(await bench.idle().contains("✗ failed"))
  }

  @Test("programs that were not allowed are asked for before the run begins")
  func trust() async throws {
    let screen = try await GroupScreen(file: "serial:\n  - { local: echo, run: [/bin/cat] }\n")
    let bench = screen.bench
    await bench.idle()
    #expect(!bench.terminal.text.contains("Trust this workspace?"))
    try await bench.press("2", "F5")
    let asked = await bench.idle()
    #expect(asked.contains("run /bin/cat") && asked.contains("Without permission the group is not run."))
    #expect(asked.contains("do not run"))
    #expect(try await screen.session.store.runs.recent(1).isEmpty)
    try await bench.confirm()
    #expect(await bench.idle().contains("run 1"))
    #expect(screen.session.permissions.missing().isEmpty)
  }

  @Test("an environment that wants to be asked is asked for before the run begins")
  func confirms() async throws {
    let screen = try await GroupScreen(environment: "vars: { a: b }\nconfirm: true\n")
    let bench = screen.bench
    try await bench.press("F5")
    #expect(await bench.idle().contains("Run shop?"))
    bench.pass(.seconds(1))
    try await bench.press("n")
    #expect(try await screen.session.store.runs.recent(1).isEmpty)
    try await bench.press("F5")
    try await bench.confirm()
    #expect(await bench.idle().contains("✗ failed"))
  }
}
