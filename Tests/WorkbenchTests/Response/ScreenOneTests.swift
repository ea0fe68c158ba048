import ParleyModel
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Screen 1, from the key to the response", .timeLimit(.minutes(2))) struct ScreenOneTests {
  @Test("a request is opened, given a header, sent and read")
  func journey() async throws {
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    try await bench.press("j", "j", "j", "j", "Enter", "]", "a")
    await bench.type("X-Tag")
    try await bench.press("Enter")
    await bench.type("new")
    try await bench.press("Enter", "F5")
    let picture = await bench.idle()
    #expect(picture.contains("✓ X-Tag    new"))
    #expect(picture.contains("user/profile ✎"))
    #expect(picture.contains("2     \"ok\": true"))
    #expect(bench.services.snapshot.intents.last?.draft.headers == [DraftRow("X-Tag", "new")])
    #expect(bench.services.snapshot.drafts["user/profile"]?.headers == [DraftRow("X-Tag", "new")])
    try await bench.press("Tab", "j", "y", "p")
    #expect(await bench.idle().contains(".ok"))
    #expect(bench.terminal.record.copied == [".ok"])
  }

  @Test("every command of the two panes has a key of its own in its context")
  func keys() throws {
    let keymap = try CommandSet().table.keymap
    let composer: [KeyContext] = [.composer, .composerField, .composerText, .composerCompletion, .composerMenu]
    for context in composer + [.response, .responseBody, .responsePrompt] {
      #expect(keymap.conflicts(among: [context]).map(\.description) == [])
    }
    #expect(keymap.conflicts(among: [.responseBody, .response]).map(\.description) == [])
  }
}
