import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: assembling a group", .timeLimit(.minutes(2)))
struct AssemblingTests {
  static let three = """
    # a purchase
    serial:
      - request: item/list   # all of them
      - { local: first, jq: '.items[0]' }
      - { local: rest, wait: 1ms }

    """

  private static func steps(_ file: String = three) async throws -> GroupScreen {
    let screen = try await GroupScreen(file: file)
    try await screen.bench.press("Enter")
    await screen.bench.idle()
    return screen
  }

  /// The numbers and names of the steps, as they stand on the screen.
  private static func rows(_ screen: GroupScreen) async -> [String] {
    let lines = await screen.bench.idle().split(separator: "\n").map(String.init)
    let steps = lines.prefix { !$0.contains("┤") && !$0.contains("│├") }
    return steps.compactMap { line in
      let inside = line.split(separator: "│").last.map(String.init) ?? ""
      let words = inside.filter { !"◆●▸◂".contains($0) }.split(separator: " ").map(String.init)
      guard let number = words.first, number.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
      return words.prefix(4).filter { !["├", "└", "│", "ƒ", "GET", "POST", "∥", "⇶"].contains($0) }.prefix(2)
        .joined(separator: " ")
    }
  }

  private static func file(_ screen: GroupScreen) throws -> String {
    String(decoding: try screen.folder.read("w/groups/shop.yaml"), as: UTF8.self)
  }

  @Test(
    "every verb does to the steps what its key says",
    arguments: [
      (["J"], ["1 first", "2 item/list", "3 rest"]),
      (["J", "J", "J"], ["1 first", "2 rest", "3 item/list"]),
      (["G", "K"], ["1 item/list", "2 rest", "3 first"]),
      (["m", "m", "J"], ["1 rest", "2 item/list", "3 first"]),
      (["m", "m", "C"], ["1 concurrent", "1.1 item/list", "1.2 first", "2 rest"]),
      (["m", "m", "W"], ["1 serial", "1.1 item/list", "1.2 first", "2 rest"]),
      (["j", ">"], ["1 item/list", "2 concurrent", "2.1 first", "3 rest"]),
      (["j", ">", "<"], ["1 item/list", "2 first", "3 rest"]),
      (["j", "p"], ["1 item/list", "2 first", "3 first_2", "4 rest"]),
      (["j", "D"], ["1 item/list", "2 rest"]),
      (["j", "D", "u"], ["1 item/list", "2 first", "3 rest"]),
      (["j", "D", "u", "Ctrl-R"], ["1 item/list", "2 rest"]),
    ])
  func verbs(_ keys: [String], _ after: [String]) async throws {
    let screen = try await Self.steps()
    for key in keys { try await screen.bench.press(key) }
    #expect(await Self.rows(screen) == after)
    #expect(try Self.file(screen) == Self.three, "nothing is written before it is saved")
  }

  @Test("keys that come faster than the changes are done in their order")
  func queued() async throws {
    let screen = try await Self.steps()
    for key in ["J", "J", "k", "D"] { try screen.bench.terminal.press(key) }
    #expect(await Self.rows(screen) == ["1 first", "2 item/list"])
  }

  @Test("keys that come before a group's draft and a step's fields have been read wait for them")
  func typedAhead() async throws {
    let screen = try await GroupScreen(file: Self.three)
    let terminal = screen.bench.terminal
    for key in ["Enter", "j", "Enter", "Enter", "End"] { try terminal.press(key) }
    terminal.type(" | .total")
    try terminal.press("Enter")
    #expect(await screen.bench.idle().contains(".items[0] | .total"))
  }

  @Test("s pressed twice at once shows the file again, however long the run takes to be read")
  func thereAndBack() async throws {
    let screen = try await Self.steps()
    try await screen.bench.press("F5")
    await screen.bench.shows("✓ done")
    await screen.bench.idle()
    try await screen.bench.press("s")
    for key in ["s", "s", "g", "j", "D"] { try screen.bench.terminal.press(key) }
    #expect(await Self.rows(screen) == ["1 item/list", "2 rest"])
  }

  @Test("a adds several steps found by typing; a local job is asked for its name, then for what it does")
  func adding() async throws {
    let screen = try await Self.steps("serial: []\n")
    #expect(await screen.bench.idle().contains("This group has no steps yet."))
    try await screen.bench.press("a")
    #expect(await screen.bench.idle().contains("computes a value with jq"), "what is no request is seen at once")
    await screen.bench.type("jq")
    #expect(await screen.bench.idle().contains("computes a value with jq"), "a filter is found by its language too")
    try await screen.bench.press("Ctrl-U")
    await screen.bench.type("item/list")
    try await screen.bench.press("Enter")
    await screen.bench.type("filter")
    try await screen.bench.press("Enter")
    #expect(await screen.bench.idle().contains("Name the filter"))
    await screen.bench.type("cheapest")
    try await screen.bench.press("Enter")
    #expect(await screen.bench.shows("2 cheapest · jq").contains("editing"))
    await screen.bench.type(".items[0]")
    try await screen.bench.press("Enter", "Esc")
    #expect(await Self.rows(screen) == ["1 item/list", "2 cheapest"])
    try await screen.bench.press("Ctrl-S")
    #expect(await screen.bench.idle().contains("Saved to groups/shop.yaml."))
    #expect(try Self.file(screen).contains("request: item/list"))
    #expect(try Self.file(screen).contains(".items[0]"))
  }

  @Test("in a list inside the group, the window that adds steps says how it is left, and < leaves it")
  func leavesList() async throws {
    let screen = try await Self.steps("serial: []\n")
    let bench = screen.bench
    try await bench.press("a")
    #expect(await !bench.idle().contains("out of it"))
    await bench.type("concurrent")
    try await bench.press("Enter")
    await bench.type("item/list")
    try await bench.press("Enter")
    await bench.shows("below 1.1 ", "< out of it")
    try await bench.press("<")
    #expect(await !bench.idle().contains("out of it"))
    try await bench.press("Enter", "Esc")
    let rows = await Self.rows(screen)
    #expect(rows.last?.hasPrefix("2 ") == true && rows.contains { $0.hasPrefix("1.1 ") }, "\(rows)")
  }

  @Test("a draft is marked, kept for the next start, saved with the comments of the file, or discarded")
  func draft() async throws {
    let screen = try await Self.steps()
    try await screen.bench.press("J")
    #expect(await screen.bench.idle().contains("✎ edited, not saved"))
    #expect(try await screen.session.store.drafts.all().map(\.request) == ["/groups/shop"])
    try await screen.bench.press("X", "d")
    #expect(await Self.rows(screen) == ["1 item/list", "2 first", "3 rest"])
    #expect(try await screen.session.store.drafts.all().isEmpty)
    try await screen.bench.press("u", "Ctrl-S")
    await screen.bench.idle()
    #expect(
      try Self.file(screen) == """
        # a purchase
        serial:
          - { local: first, jq: '.items[0]' }
          - request: item/list   # all of them
          - { local: rest, wait: 1ms }

        """)
  }

  @Test("a file that changed meanwhile is not overwritten: the person chooses")
  func conflict() async throws {
    let screen = try await Self.steps()
    try await screen.bench.press("J")
    await screen.bench.idle()
    try screen.folder.write(Self.theirs, to: "w/groups/shop.yaml")
    try await screen.bench.press("Ctrl-S")
    await screen.bench.shows("has also changed on disk", "by somebody else")
    try await screen.bench.press("l")
    await screen.bench.idle()
    #expect(try Self.file(screen).contains("by somebody else"))
    #expect(await Self.rows(screen) == ["1 first", "2 item/list", "3 rest"])
  }

  /// Other steps in place of the first two.
  private static let theirs = """
    # a purchase
    serial:
      - { local: first, jq: '.items[1]' } # by somebody else
      - { local: rest, wait: 1ms }

    """

  @Test("edits and a change of the file that do not clash are both there, without a question, and are saved together")
  func merging() async throws {
    let screen = try await Self.steps()
    try await screen.bench.press("J")
    await screen.bench.idle()
    try screen.folder.write(Self.three + "# by somebody else\n", to: "w/groups/shop.yaml")
    try await screen.bench.press("Ctrl-S")
    await screen.bench.shows("Saved to groups/shop.yaml")
    #expect(await Self.rows(screen) == ["1 first", "2 item/list", "3 rest"])
    #expect(
      try Self.file(screen) == """
        # a purchase
        serial:
          - { local: first, jq: '.items[0]' }
          - request: item/list   # all of them
          - { local: rest, wait: 1ms }
        # by somebody else

        """)
  }

  @Test("what stands in an open field is not put back into the file's text when that is taken")
  func takingTheirs() async throws {
    let screen = try await Self.steps()
    let bench = screen.bench
    try await bench.press("j", "Enter")
    await bench.shows("2 first")
    try await bench.press("Enter", "End")
    await bench.type(" | .total")
    await bench.until { $0.contains("edited, not saved") && $0.contains(".items[0] | .total") }
    try screen.folder.write(Self.theirs, to: "w/groups/shop.yaml")
    await bench.shows("has also changed on disk")
    bench.pass(.seconds(1))
    try await bench.press("f")
    try await bench.confirm()
    #expect(await Self.rows(screen) == ["1 first", "2 rest"])
    #expect(!bench.terminal.text.contains("| .total") && !bench.terminal.text.contains("edited, not saved"))
    #expect(try await screen.session.store.drafts.all().isEmpty)
  }

  @Test("F5 runs what is on the screen, and s comes back to the same step of the file")
  func running() async throws {
    let screen = try await Self.steps()
    try await screen.bench.press("j", "D", "j", "F5")
    await screen.bench.idle()
    #expect(try await screen.newest().nodes.map(\.name) == ["list", "rest"])
    #expect(try Self.file(screen) == Self.three)
    try await screen.bench.press("s")
    let shown = await screen.bench.idle()
    #expect(shown.contains("✎ edited, not saved") && shown.contains("gave last time"))
  }

  @Test("a run keeps the steps that it was recorded with beside a draft, and after the draft is saved")
  func recordedShape() async throws {
    let screen = try await Self.steps()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.shows("✓ done")
    try await bench.press("s", "g", "j", "r")
    await bench.type("cheapest")
    try await bench.press("Enter", "j", "D")
    #expect(await Self.rows(screen) == ["1 item/list", "2 cheapest"])
    let recorded = ["1 item/list", "2 first", "3 rest"]
    try await bench.press("s")
    #expect(await Self.rows(screen) == recorded)
    #expect(bench.terminal.text.contains("├ 2 first"), "the cursor is where it was, though the step has another name")
    try await bench.press("s", "Ctrl-S")
    #expect(await bench.idle().contains("Saved to groups/shop.yaml."))
    try await bench.press("s")
    #expect(await Self.rows(screen) == recorded)
  }

  @Test("a mistake stands beside its step and in full below it")
  func mistakes() async throws {
    let screen = try await Self.steps("serial:\n  - { local: first, jq: '$steps.nothing.id' }\n")
    let shown = await screen.bench.idle()
    #expect(shown.contains("✗ 1 problem") && shown.contains("✗ Unknown step “nothing”"))
  }

  @Test("a group whose request has no value for a variable here is not said to have no problems")
  func warnings() async throws {
    let screen = try await GroupScreen(
      file: Self.three,
      files: [
        "parley.yaml": "parley: 1\nid: groups5\nenvironment: local\nservers: { api: \"http://127.0.0.1:1\" }\n",
        "environments/mirror.yaml": "vars: { tint: red }\n",
        "requests/item/list.yaml": "url: /items\nheaders: { X-Tint: '{{tint}}' }\n",
      ])
    #expect(await !screen.bench.shows("⚠ a request has a warning").contains("no problems"))
  }

  @Test("of two requests that fit alike, the one that was used last is added")
  func addsTheLastUsed() async throws {
    let screen = try await GroupScreen(
      file: Self.three,
      files: ["requests/auth/login.yaml": "url: /items\n", "requests/user/login.yaml": "url: /items\n"])
    let bench = screen.bench
    try await bench.press("1", ":")
    await bench.type("user/login")
    try await bench.press("Enter", "F5")
    await bench.idle()
    try await bench.press("2", "Enter", "a")
    await bench.type("login")
    try await bench.press("Enter", "Esc")
    let rows = await Self.rows(screen)
    #expect(rows.contains { $0.hasSuffix(" user/login") } && !rows.contains { $0.hasSuffix(" auth/login") }, "\(rows)")
  }

  @Test("a step that is dragged moves in its list")
  func dragging() async throws {
    let screen = try await Self.steps()
    let lines = await screen.bench.idle().split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("item/list") })
    screen.bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 50, y: row))))
    screen.bench.terminal.send(.mouse(Mouse(.release, at: Point(x: 50, y: row + 2))))
    let rows = await Self.rows(screen)
    #expect(rows == ["1 first", "2 rest", "3 item/list"])
  }
}
