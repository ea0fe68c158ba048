import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive

@Suite("A filter that is given up", .timeLimit(.minutes(2)))
struct FilterUndoTests {
  private static let requests = [
    "cart/pay", "cart/read", "item/gone", "item/list", "tools/redirect", "tools/redirect-loop", "user/login",
  ]

  /// All of its lists have lines, and its clock stands still, so that no line changes by itself.
  private func bench(_ server: RawServer) async throws -> RunningBench<LiveServices> {
    let folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: undone\nservers: { api: \"\(server.url)\" }\n", to: "w/parley.yaml")
    for name in Self.requests { try folder.write("url: /\(name)\n", to: "w/requests/\(name).yaml") }
    for name in ["shop", "deep/other", "deep/pay"] {
      try folder.write("serial:\n  - request: item/list\n", to: "w/groups/\(name).yaml")
    }
    let (bus, state) = (EventBus(), StateFolder(path: folder.path("state")))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    for name in ["cart", "place", "page.one", "page.two", "token"] {
      try await session.shared.set(SharedKey(name), "1", writer: "cart/read")
    }
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    let now = Timestamp.now()
    let bench = try RunningBench(100, 30, running: services) { withExtendedLifetime(folder) { now } }
    await bench.idle()
    for _ in Self.requests {
      try await bench.press("F5")
      await bench.idle()
      try await bench.press("j")
    }
    return bench
  }

  /// The line under the cursor of the list that has the keys.
  private func selected(_ bench: RunningBench<LiveServices>) async -> String {
    let frame = await bench.idleFrame()
    let lines = (0..<frame.size.height).map { y -> String in
      let cells = (0..<frame.size.width).map { x in frame[Point(x: x, y: y)] }
      let chosen = cells.filter { $0.style.role == .selection || $0.style.ground == .selection }
      return String(chosen.map(\.grapheme))
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func filters(_ screen: String) -> [String] {
    var random = SeededGenerator(seed: UInt64(screen) ?? 0)
    let letters = Array("aeiopstr/:-")
    let typed = (0..<8).map { _ in
      String((0..<Int.random(in: 1...4, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    return ["nothing has this", "is:edited"] + typed
  }

  @Test("after a send Esc clears the filter, and the cursor stays with what was sent")
  func sent() async throws {
    let bench = try await bench(try RawServer.answering(.text("{}")))
    try await bench.press("1", "g", "/")
    await bench.type("redirect-loop")
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Esc")
    #expect(await selected(bench).contains("redirect-l…"), "\(bench.terminal.text)")
    #expect(bench.terminal.text.contains("gone"))
  }

  @Test(
    "whatever was typed, the cursor is where it was before: in every list", arguments: ["1", "2", "3", "4", "5", "6"])
  func undone(screen: String) async throws {
    let headers = ["Content-Type: application/json", "Cache-Control: max-age=600"]
    let bench = try await bench(try RawServer.answering(.text("{}", headers: headers)))
    try await bench.press(screen)
    await bench.idle()
    try await bench.press("g", "j", "j")
    let before = await selected(bench)
    #expect(!before.isEmpty, "\(bench.terminal.text)")
    for filter in Self.filters(screen) {
      try await bench.press("/")
      await bench.type(filter)
      await bench.idle()
      // The first one may only close the list of what the filter could go on with.
      try await bench.press("Esc", "Esc")
      #expect(await selected(bench) == before, "after /\(filter)\n\(bench.terminal.text)")
    }
  }
}
