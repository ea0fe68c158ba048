import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: looking sends nothing", .timeLimit(.minutes(3)))
struct NothingIsSentTests {
  @Test(
    "no key but run, step, continue, retry, replay and fork reaches the server: at a pause, of a finished run, in a comparison"
  )
  func nothingIsSent() async throws {
    let server = try RawServer.answering(.text(#"{ "items": [ { "id": 42, "total": 99.5 } ] }"#))
    let screen = try await GroupScreen(server: server.url)
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "j", "b", "F5")
    await bench.shows("paused before pay")
    let atPause = server.requests.count
    #expect(atPause > 0)
    try await pressKeys(on: bench)
    #expect(server.requests.count == atPause)
    try await bench.press("2")
    // The run is shown again if the keys led to the file of its group.
    if bench.terminal.text.contains("as defined in its file") { try await bench.press("Enter", "s") }
    try await bench.press("c")
    await bench.idle()
    let atEnd = server.requests.count
    #expect(atEnd > atPause)
    try await pressKeys(on: bench)
    #expect(server.requests.count == atEnd)
    try await bench.press("2", "Tab", "=")
    await bench.idle()
    try await pressKeys(on: bench)
    await bench.idle()
    #expect(server.requests.count == atEnd)
  }

  /// What runs, steps, continues, retries, replays or forks.
  private static let sending: Set<CommandID> = [
    "groups.start", "groups.again", "groups.againFromChange", "groups.runAgain", "groups.resume", "groups.step",
    "groups.into", "groups.out", "groups.fork", "groups.hold", "groups.resumeLane", "groups.runToCursor",
    "groups.result",
  ]

  /// Keys of the screen's table, each followed by a way out of whatever it opened.
  private func pressKeys(on bench: RunningBench<LiveServices>) async throws {
    let rows = GroupsScreen.commands.map(\.command).filter { row in
      !Self.sending.contains(row.id) && !row.contexts.contains(.groupEditor) && !row.contexts.contains(.breakpoints)
    }
    for key in Sample.of(rows.flatMap(\.keys).filter { !$0.contains(" ") }, 40) {
      try await bench.press(key, "Esc", "Esc")
      if bench.terminal.text.contains("Discard what you typed?") { try await bench.press("d") }
    }
  }
}
