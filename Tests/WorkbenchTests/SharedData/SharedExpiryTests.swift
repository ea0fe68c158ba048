import ParleyEngine
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchScreens
@testable import WorkbenchState

@Suite("Screen 5: keys expire", .timeLimit(.minutes(1)))
struct SharedExpiryTests {
  @Test(
    "what is left is short, and louder the less it is",
    arguments: [
      (-5, "expired"), (0, "expired"), (42, "42s"), (60, "1m 00s"), (3552, "59m 12s"), (3600, "1h 00m"),
      (7199, "2h 00m"), (43_170, "12h 00m"), (86_369, "23h 59m"), (86_370, "1d 00h"), (100_000, "1d 04h"),
      (259_199, "3d 00h"), (200_000_000, "2315d"),
    ])
  func left(seconds: Int64, text: String) {
    let now = Timestamp(microseconds: 1_700_000_000_000_000)
    let left = TimeLeft(until: now.advanced(by: .seconds(seconds)), now: now)
    #expect(left.text == text && left.text.count <= TimeLeft.columns)
  }

  @Test("the list and the value say what is left, and an expired key stays in view")
  func shown() async throws {
    let screen = try await SharedScreen(110, 30) { session in
      try await session.shared.set("long", "a", lifetime: .until(Timestamp.now().advanced(by: .seconds(100_000))))
      try await session.shared.set("over", "b", lifetime: .until(Timestamp(microseconds: 1)))
    }
    let text = await screen.bench.shows("expires in 1d 04h")
    #expect(text.contains("expired") && text.contains("over"))
  }

  @Test("X says when a key expires, u takes it back, and never clears it")
  func changes() async throws {
    let screen = try await SharedScreen(110, 30) { try await $0.shared.set("k", "a") }
    let bench = screen.bench
    try await bench.press("X")
    await bench.shows("12:00:00Z")
    await bench.type("soon")
    try await bench.press("Enter")
    #expect(await bench.shows("Write a duration").contains("Expiry of k"))
    try await bench.press("Ctrl-U")
    await bench.type("2h")
    try await bench.press("Enter")
    #expect(await bench.shows("expires in").contains("2h 00m"))
    #expect(try await screen.session.shared.entry("k")?.value == "a")
    try await bench.press("u")
    await bench.idle()
    #expect(try await screen.session.shared.entry("k")?.expires == nil)
  }

  @Test("R says which key no request captures")
  func renews() async throws {
    let screen = try await SharedScreen(110, 30) { try await $0.shared.set("k", "a") }
    try await screen.bench.press("R")
    #expect(await screen.bench.shows("No request captures").contains("k"))
  }
}
