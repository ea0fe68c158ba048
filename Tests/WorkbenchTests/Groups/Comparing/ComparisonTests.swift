import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: comparing runs", .timeLimit(.minutes(1)))
struct ComparisonTests {
  private static let file = """
    serial:
      - { local: one, jq: '1' }
      - request: item/list
      - { local: old, jq: '2' }

    """

  /// Two runs: in the second one the response of `list` is another, `old` is gone, and `new` is there.
  private func ranTwice(_ width: Int = 120, _ height: Int = 36) async throws -> GroupScreen {
    let screen = try await GroupScreen(width, height, file: Self.file)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try screen.folder.write(GroupScreen.mocks.replacing("99.5", with: "80"), to: "w/mocks/all.yaml")
    try screen.folder.write(
      Self.file.replacing("local: old", with: "local: new, wait: 1ms").replacing(", jq: '2'", with: ""),
      to: "w/groups/shop.yaml")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    return screen
  }

  @Test("= compares a run with the one before: steps only here, only there and different, with signs besides colours")
  func tree() async throws {
    let screen = try await ranTwice()
    let bench = screen.bench
    try await bench.press("Tab", "=")
    let text = await bench.idle()
    #expect(text.contains("- run 1   + run 2"))
    #expect(text.contains("~ 2 GET item/list") && text.contains(".items[0].total"))
    #expect(text.contains("[Response~]") && text.contains("\"total\": 99.5 → 80"), "\(text)")
    #expect(text.contains("- 3") && text.contains("+ 4"))
    try await bench.press("f")
    #expect(await bench.idle().contains("ƒ one") == false)
    try await bench.press("Esc")
    #expect(await bench.idle().contains("run 2   ✓ done"))
  }

  @Test(
    "n and N go through differences; i ignores a path for the group, which is kept across a restart, and I edits them")
  func ignoring() async throws {
    let screen = try await ranTwice()
    let bench = screen.bench
    try await bench.press("Tab", "=")
    await bench.idle()
    try await bench.press("g", "n", "Tab", "i")
    let text = await bench.idle()
    #expect(text.contains("≈") && text.contains("ignored") && text.contains("2 paths ignored"))
    #expect(try screen.session.runs.ignoredPaths.lines(of: "shop") == [".headers.date", ".items[*].total"])
    let again = try await screen.restarted()
    await again.idle()
    try await again.press("j", "=")
    #expect(await again.idle().contains("2 paths ignored"))
    try await again.press("I")
    await again.idle()
    try await again.press("Ctrl-U")
    await again.type("nonsense")
    try await again.press("Enter")
    #expect(await again.idle().contains("is not a path"))
  }

  @Test(
    "two runs that are marked with m are compared, whichever is shown; keys that continue a run do nothing meanwhile")
  func marked() async throws {
    let screen = try await ranTwice()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("g", "j", "m", "j", "m", "=")
    #expect(await bench.idle().contains("- run 1   + run 3"))
    let context = bench.terminal.text
    for key in ["c", ".", "R", "F", "r"] { try await bench.press(key) }
    #expect(await bench.idle() == context || bench.terminal.text.contains("- run 1   + run 3"))
    let runs = try await screen.session.store.runs.recent(10)
    #expect(runs.count == 3)
  }

  @Test("everything can be read without colour, at 80 columns")
  func narrow() async throws {
    let screen = try await ranTwice(80, 24)
    try await screen.bench.press("Tab", "=")
    let text = await screen.bench.idle()
    #expect(text.contains("~ 2 GET") && text.contains("99.5 → 80"))
    #expect(text.contains("- 3") && text.contains("+ 4"))
  }

  @Test("an element put in front leaves the others the same; one that has changed is shown with its places in both")
  func inserted() async throws {
    let screen = try await GroupScreen(120, 60, file: "serial:\n  - request: item/list\n")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    let more = "{ id: 7, total: 1 }, { id: 42, total: 99.5 }, { id: 43, total: 13 }"
    try screen.folder.write(
      GroupScreen.mocks.replacing("{ id: 42, total: 99.5 }, { id: 43, total: 12 }", with: more), to: "w/mocks/all.yaml")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Tab", "=")
    let text = await screen.bench.idle()
    #expect(text.contains(".items[0]  .items[1].total"))
    #expect(text.contains("+     [0] {") && text.contains("\"total\": 12 → 13") && text.contains("[1 → 2]"))
    #expect(!text.contains("99.5 → "))
  }

  private static let secretGroup = """
    serial:
      - { local: one, jq: '1' }
      - request: user/login

    """

  @Test("a secret that differs is told in words, masked on both sides, and its part is the one that is shown")
  func secrets() async throws {
    let mocks = "- match: GET /login\n  reply: { json: { user: ada, token: first-token-of-ada } }\n"
    let screen = try await GroupScreen(
      file: Self.secretGroup, mocks: mocks,
      files: [
        "requests/user/login.yaml": "url: /login\ncapture: { token: .token }\n",
        "parley.yaml": """
        parley: 1
        id: groups5
        servers: { api: "http://127.0.0.1:1" }
        shared: { token: { cipher: machine } }

        """,
      ])
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try screen.folder.write(mocks.replacing("first-token", with: "second-token"), to: "w/mocks/all.yaml")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Tab", "=")
    let text = await screen.bench.idle()
    #expect(text.contains("[Response~]"))
    #expect(text.contains("~   \"token\": \"••••••••\" → \"••••••••\" (differs)"))
    #expect(!text.contains("first-token") && !text.contains("second-token"))
    try await screen.bench.press("n")
    #expect(await screen.bench.idle().contains("1 step differs"))
  }

  @Test("ignored paths move with a group, and go with it")
  func groupFiles() async throws {
    let screen = try await ranTwice()
    let paths = screen.session.runs.ignoredPaths
    try paths.keep([".total"], of: "shop")
    try paths.keep([".other"], of: "else")
    let services = screen.bench.services
    _ = try await services.groups.moveGroup("shop", to: "deep/store", everywhere: true)
    #expect(try paths.lines(of: "deep/store") == [".total"])
    #expect(try paths.lines(of: "shop") == IgnoredPaths.usual)
    _ = try await services.groups.deleteGroup("deep/store")
    #expect(try paths.lines(of: "deep/store") == IgnoredPaths.usual && paths.lines(of: "else") == [".other"])
  }
}
