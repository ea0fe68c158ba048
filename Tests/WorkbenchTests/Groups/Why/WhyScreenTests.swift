import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchState

@Suite("Why?, on the screen", .timeLimit(.minutes(1)))
struct WhyScreenTests {
  private static let group = """
    serial:
      - request: item/list
      - { local: cheap, jq: '[.items[] | select(.total < 5)] | map(.total) | add // 0' }
      - { local: check, assert: ['. == 12'] }

    """

  /// The screen at the step that failed, two keys after the list.
  private func failed(_ width: Int = 120, _ height: Int = 36) async throws -> GroupScreen {
    let server = try RawServer.answering(
      .text(#"{"items":[{"total":99.5},{"total":12}]}"#, headers: ["Content-Type: application/json"]))
    let screen = try await GroupScreen(width, height, file: Self.group, server: server.url)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Enter", "n")
    await screen.bench.idle()
    withExtendedLifetime(server) {}
    return screen
  }

  @Test("a failed assertion shows its parts and their sources under its error")
  func parts() async throws {
    let screen = try await failed()
    let text = await screen.bench.idle()
    #expect(text.contains("it gave false"))
    #expect(text.contains("│ . = 0   ← 2 cheap"))
  }

  @Test("one key leads to the first cause, at any size", arguments: [(80, 24), (120, 36), (160, 48)])
  func chain(_ width: Int, _ height: Int) async throws {
    let screen = try await failed(width, height)
    try await screen.bench.press("W")
    let text = await screen.bench.idle()
    #expect(text.contains("Why did 3 check fail?"))
    #expect(text.contains("`select(.total < 5)` dropped 2 of 2"))
    #expect(text.contains("the default `0` is used"))
    #expect(text.contains("groups/shop.yaml:3"))
    #expect(text.contains("Backspace"))
  }

  @Test("Enter goes to what a line speaks of, and Backspace comes back to the same line")
  func jump() async throws {
    let screen = try await failed()
    let bench = screen.bench
    try await bench.press("W")
    #expect(await bench.idle().contains("Why did 3 check fail?"))
    try await bench.press("g", "j", "Enter")
    #expect(await bench.idle().contains("├ 2 cheap "))
    try await bench.press("Backspace")
    #expect(await bench.idle().contains("Why did 3 check fail?"))
    try await bench.press("k", "Enter")
    #expect(await bench.idle().contains("├ 3 check "))
  }

  @Test("a value is asked about where it stands")
  func value() async throws {
    let screen = try await failed()
    let bench = screen.bench
    try await bench.press("k")
    await bench.idle()
    for _ in 0..<8 where !bench.terminal.text.contains("[Output]") {
      try await bench.press("]")
      await bench.idle()
    }
    try await bench.press("Tab", "W")
    #expect(await bench.idle().contains("2 cheap gave 0"))
  }

  @Test("asking sends nothing")
  func nothingIsSent() async throws {
    let server = try RawServer.answering(.text("{}", headers: ["Content-Type: application/json"]))
    let screen = try await GroupScreen(file: Self.group, server: server.url)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    let sent = server.requests.count
    try await screen.bench.press("Enter", "n", "W")
    #expect(await screen.bench.idle().contains("Why did"))
    try await screen.bench.press("Enter")
    await screen.bench.idle()
    #expect(server.requests.count == sent)
  }
}
