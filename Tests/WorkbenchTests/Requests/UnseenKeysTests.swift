import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchState

@Suite("No key sends what is not shown", .timeLimit(.minutes(1)))
struct UnseenKeysTests {
  private func bench(_ width: Int = 100, _ height: Int = 30) async throws -> BenchUnderTest {
    let bench = try BenchUnderTest(width, height)
    await bench.idle()
    return bench
  }

  @Test(
    "On a screen without a request the keys that send say what is not shown, and where it is",
    arguments: ["3", "5"], ["F5", "Alt-Enter", "Shift-F5", "F6", "F7"])
  func others(screen: String, key: String) async throws {
    let bench = try await bench()
    try await bench.press(screen, key)
    let text = await bench.idle()
    #expect(text.contains("Nothing is sent: POST cart/pay is not shown here. 1 shows it."), "\(text)")
    #expect(bench.services.snapshot.intents.isEmpty)
    #expect(!(text.split(separator: "\n").last ?? "").contains("send cart/pay"))
  }

  @Test("On the cache's screen nothing of screen 1 is sent either")
  func cache() async throws {
    let bench = try await bench()
    for key in ["F5", "Alt-Enter", "Shift-F5", "F6", "F7"] {
      try await bench.press("4", key)
      await bench.idle()
      #expect(bench.services.snapshot.intents.isEmpty, "\(key)")
    }
  }

  @Test("A pane that has the screen for itself hides the request; where it is seen, the key sends")
  func zoomed() async throws {
    let bench = try await bench()
    try await bench.press("Enter", "F5")
    await bench.idle()
    #expect(bench.services.snapshot.intents.count == 1)
    try await bench.press("Tab", "Tab", "Z", "F5")
    let text = await bench.idle()
    #expect(text.contains("is not shown here. Tab shows it."), "\(text)")
    #expect(bench.services.snapshot.intents.count == 1)
  }

  @Test("With the cursor of the list on a folder nothing is sent: the request beside it is not meant")
  func folder() async throws {
    let bench = try await bench()
    try await bench.press("k", "F5")
    let text = await bench.idle()
    #expect(text.contains("The cursor is on the folder cart. Nothing is sent; Tab goes to cart/pay."), "\(text)")
    #expect(bench.services.snapshot.intents.isEmpty)
    try await bench.press("j", "F5")
    await bench.idle()
    #expect(bench.services.snapshot.intents.count == 1)
  }

  @Test("A filter that finds no request sends none, and says so")
  func nothingFound() async throws {
    let bench = try await bench()
    try await bench.press("/")
    #expect(await bench.idle().contains("name, URL"))
    await bench.type("zzz")
    try await bench.press("Enter", "F5")
    let text = await bench.idle()
    #expect(text.contains("Nothing matches.") && text.contains("The filter finds no request."), "\(text)")
    #expect(bench.services.snapshot.intents.isEmpty)
    #expect(!(text.split(separator: "\n").last ?? "").contains("send cart/pay"))
  }

  @Test("While a filter is typed on another screen the key says so too", arguments: ["3", "5"])
  func typing(screen: String) async throws {
    let bench = try await bench()
    try await bench.press(screen, "/", "F5")
    #expect(await bench.idle().contains("is not shown here"))
    #expect(bench.services.snapshot.intents.isEmpty)
  }
}
