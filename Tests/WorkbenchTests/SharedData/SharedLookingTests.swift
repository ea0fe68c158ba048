import Glibc
import ParleyEngine
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchParts
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Screen 5: looking around", .timeLimit(.minutes(1)))
struct SharedLookingTests {
  @Test("a filter narrows the keys as you type; Esc takes it back")
  func filters() async throws {
    let screen = try await SharedScreen { session in
      for name in ["cart", "token.a", "token.b"] { try await session.shared.set(name, "1", writer: "a") }
    }
    let bench = screen.bench
    try await bench.press("/")
    await bench.type("TOK")
    #expect(await bench.idle().contains("2 keys"))
    try await bench.press("Enter", "Esc")
    #expect(await bench.idle().contains("3 keys"))
  }

  @Test("a long name is shown whole beside short values, and cut beside long ones", arguments: [true, false])
  func names(isShort: Bool) async throws {
    let screen = try await SharedScreen(80, 24) { session in
      let value = isShort ? "3" : String(repeating: "long value ", count: 10)
      try await session.shared.set("page.current.number", .text(value), writer: "item/page")
      try await session.shared.set("page.size", .text(value), writer: "item/page")
    }
    let text = await screen.bench.idle()
    let line = text.split(separator: "\n").first { $0.contains("page.c") }
    #expect(line?.contains("page.current.number ") == isShort, "\(text)")
  }

  @Test("of a hundred thousand keys only those near the screen are held, wherever one goes")
  func many() async throws {
    var list = SharedList()
    list.resize(to: Size(width: 80, height: 11))
    #expect(list.missing().count == 1 && list.missing().isEmpty)
    let rows = (0..<30).map { SharedRow.of("key\($0)") }
    list.take(SharedKeysWindow(total: 100_000, offset: 0, rows: rows), for: SharedKeysQuery(count: 30))
    #expect(list.missing().isEmpty)
    list.cursor.move(.last)
    #expect(list.missing().count == 1)
    #expect(list.requested == SharedKeysQuery(offset: 99_980, count: 30))
    #expect(list.row(at: 99_999) == nil)
  }

  @Test("the cursor stays with its key when others come in front of it")
  func staysWithKey() async throws {
    let screen = try await SharedScreen { session in
      for name in ["b", "c"] { try await session.shared.set(name, "1", writer: SharedKeys.byHand) }
    }
    try await screen.bench.press("j")
    try await screen.session.shared.set("a", "1", writer: SharedKeys.byHand)
    await screen.bench.shows("3 keys")
    try await screen.bench.press("y", "n")
    #expect(screen.bench.terminal.record.copied.last == "c")
  }

  @Test("the history shows the values on a narrow screen, and beside a long writer", arguments: [80, 160])
  func narrowHistory(width: Int) async throws {
    let screen = try await SharedScreen(width, 24) { session in
      try await session.shared.set("note", "first one", writer: "a/request/with/a/long/name/of/its/own")
      try await session.shared.set("note", "other one", writer: SharedKeys.byHand)
    }
    let text = await screen.bench.idle()
    #expect(text.contains("first one"), "\(text)")
    #expect(text.contains("a/request/wit…") == (width == 160), "\(text)")
  }

  @Test("history and places that use the key are shown, and opened")
  func opens() async throws {
    let screen = try await SharedScreen(120, 40) { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", "first value", writer: "user/login")
      try await session.shared.set("token", "second value", writer: SharedKeys.byHand)
    }
    let bench = screen.bench
    let text = await bench.idle()
    #expect(text.contains("← user/me") && text.contains("by hand") && text.contains("user/login"))
    try await bench.press("Tab", "Tab", "Tab", "Enter")
    #expect(await bench.idle().contains("GET user/me") || bench.terminal.text.contains("/me"))
    #expect(bench.terminal.text.contains("Composer") || bench.terminal.text.contains("Params"))
  }

  @Test("an observed key is told of on other screens, until one looks")
  func observes() async throws {
    let screen = try await SharedScreen { session in
      for name in ["a", "b"] { try await session.shared.set(name, "1", writer: SharedKeys.byHand) }
    }
    let bench = screen.bench
    try await bench.press("O")
    #expect(await bench.idle().contains("◉ a"))
    try await bench.press("1")
    try await screen.session.shared.set("b", "2", writer: "user/login")
    #expect(await !bench.shows("shared key updated").contains("~ b"))
    try await screen.session.shared.set("a", "2", writer: "user/login")
    #expect(await bench.shows("~ a").contains("~ a"))
    try await bench.press("5")
    #expect(await bench.idle().contains("events of a"))
  }

  @Test("large values are shown by windows, JSON with its folds")
  func windows() async throws {
    let items = (0..<20_000).map { JSONValue.object(JSONObject([("n", .number(JSONNumber($0)))])) }
    let screen = try await SharedScreen(100, 40) { try await $0.shared.set("big", .json(.array(items)), writer: "a") }
    let bench = screen.bench
    try await bench.press("Tab", "End")
    #expect(await bench.idle().contains("60002"))
    try await bench.press("k", "k", "k", "z")
    #expect(await bench.idle().contains("▸"))
  }

  private func cart(_ width: Int = 100) async throws -> SharedScreen {
    let screen = try await SharedScreen(width, 40) { session in
      try await session.shared.set("cart", .json(["items": [["id": 42, "n": 1], ["id": 43, "n": 2]]]), writer: "a")
      try await session.shared.set("zone", .text("eu"), writer: "a")
    }
    await screen.bench.idle()
    try await screen.bench.press("Tab")
    return screen
  }

  @Test("the menu on a value opens from the list of keys, too")
  func menuFromList() async throws {
    let screen = try await SharedScreen(100, 40) { session in
      try await session.shared.set("cart", .json(["id": 42]), writer: "a")
    }
    await screen.bench.idle()
    try await screen.bench.press(".")
    #expect(await screen.bench.idle().contains("copy value"))
  }

  @Test("a value is searched, filtered and copied by parts, as the body of a response")
  func looksThrough() async throws {
    let screen = try await cart()
    let bench = screen.bench
    try await bench.press("/")
    await bench.type("id")
    #expect(await bench.idle().contains("1 of 2"))
    try await bench.press("Enter", "n")
    #expect(await bench.idle().contains("2 of 2") && bench.terminal.text.contains(".items[1].id"))
    try await bench.press("y", "v")
    await bench.idle()
    #expect(bench.terminal.record.copied.last == "43")
    try await bench.press("y", "p")
    #expect(bench.terminal.record.copied.last == ".items[1].id")
    try await bench.press("f")
    await bench.type(".items[0]")
    try await bench.press("Enter")
    let filtered = await bench.idle()
    #expect(filtered.contains("f .items[0]") && !filtered.contains("\"id\": 43"))
    try await bench.press("y", "b")
    await bench.idle()
    #expect(bench.terminal.record.copied.last?.contains("43") == false)
    try await bench.press("Esc")
    #expect(await bench.idle().contains("\"id\": 43"))
    try await bench.press("Esc", "j")
    #expect(await bench.idle().contains("eu"))
  }

  @Test("Enter edits the value, as in the list; . is the menu of every body; a revealed secret goes into no request")
  func menu() async throws {
    let screen = try await cart()
    let bench = screen.bench
    try await bench.press("j", "j", ".")
    let menu = await bench.idle()
    #expect(menu.contains("edit the value") && menu.contains("copy path") && menu.contains("filter by it"))
    try await bench.press("p")
    await bench.idle()
    #expect(bench.terminal.record.copied.last?.hasPrefix(".items") == true)
    for keys in [[".", "i"], ["Enter"], ["i"]] {
      for key in keys { try await bench.press(key) }
      #expect(await bench.idle().contains("editing json"))
      try await bench.press("Esc")
    }
    let secret = try await SharedScreen { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", .text("a-90071992"), writer: "user/login")
    }
    try await secret.bench.press("Tab", "v")
    await secret.bench.shows("a-90071992")
    try await secret.bench.press(".")
    #expect(await !secret.bench.idle().contains("use in…   "))
  }

  @Test("a filter goes on in what others write, and ends where another key is shown; Esc while typing gives it up")
  func filterGoesOn() async throws {
    let screen = try await cart()
    let bench = screen.bench
    try await bench.press("f")
    await bench.type(".items | length")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("f .items | length"))
    try await screen.session.shared.set("cart", .json(["items": [1, 2, 3, 4, 5, 6, 7]]), writer: "b")
    await bench.shows("[1, 2, 3")
    let text = await bench.idle()
    #expect(text.contains("f .items | length") && text.contains("│   7 "), "\(text)")
    try await bench.press("Esc", "Esc", "j", "k")
    #expect(await !bench.idle().contains("f .items | length"))
    try await bench.press("Tab", "f")
    await bench.type(".items[0]")
    try await bench.press("Esc")
    #expect(await bench.idle().contains("\"items\""))
    #expect(bench.terminal.text.contains("Value"))
  }

  @Test(
    "a masked secret can be copied whole and not looked through; revealed, it can, and masked again nothing of it stays"
  )
  func secrets() async throws {
    let screen = try await SharedScreen { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", .json(["access": "a-90071992", "more": 1]), writer: "user/login")
    }
    let bench = screen.bench
    await bench.idle()
    // A masked value has nothing to search: the keys are looked through.
    try await bench.press("Tab", "/")
    #expect(await !bench.idle().contains("90071992"))
    await bench.type("zzz")
    #expect(await bench.idle().contains("No key matches."))
    try await bench.press("Esc")
    #expect(await !bench.idle().contains("No key matches."))
    try await bench.press("Tab", "y", "v")
    await bench.idle()
    #expect(bench.terminal.record.copied.last?.contains("a-90071992") == true)
    try await bench.press("v")
    #expect(await bench.idle().contains("a-90071992"))
    try await bench.press("f")
    await bench.type(".more")
    try await bench.press("Enter")
    #expect(await !bench.idle().contains("a-90071992"))
    try await bench.press("v")
    let masked = await bench.idle()
    #expect(masked.contains(Secrets.mask) && !masked.contains("f .more"))
  }

  @Test("what is held of a revealed secret goes with it, a filter over it too")
  func forgets() {
    var pane = SharedValuePane()
    let row = SharedRow(
      key: SharedKey("token", in: "local"), sequence: 3, kind: .json, preview: nil, isSecret: true, problem: nil,
      cipher: "vault", writer: "a", at: BenchUnderTest.start, isRestored: false)
    pane.turn(to: row)
    pane.show(SharedKeyDetail(row: row, value: .json(["a": 1]), history: [], uses: []), isRevealed: true)
    _ = pane.look(.filter(by: ".a"))
    #expect(pane.browser.filter != nil && pane.browser.pane.view != nil)
    pane.hide()
    #expect(pane.browser.filter == nil && pane.browser.pane.view == nil && pane.browser.prompt == nil)
    #expect(pane.look(.startSearch).isEmpty && pane.browser.prompt == nil)
  }

  @Test("in $EDITOR a value is opened as a file of its own, and what comes back is kept")
  func editor() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("cart", .json(["n": 1]), writer: "a") }
    let bench = screen.bench
    bench.terminal.onHandOver { arguments in
      overwrite(arguments.last ?? "", with: "{ \"n\": 2 }\n")
      return 0
    }
    try await bench.press("e")
    #expect(await bench.idle().contains("{n: 2}"))
    #expect(try await screen.session.shared.get("cart") == .json(["n": 2]))
  }

  @Test(
    "at 80×24, at 200×60 and at 40×10 there is something sensible, and the mouse chooses",
    arguments: [
      (80, 24), (200, 60), (40, 10),
    ])
  func sizes(_ width: Int, _ height: Int) async throws {
    let screen = try await SharedScreen(width, height) { session in
      for name in ["a", "b", "c"] { try await session.shared.set(name, .text("value of \(name)"), writer: "a") }
    }
    let bench = screen.bench
    #expect(await bench.idle().contains("value of a"))
    let line = try #require(bench.terminal.frame.lines.firstIndex { $0.contains("value of c") })
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 6, y: line))))
    await bench.idle()
    try await bench.press("y", "n")
    #expect(bench.terminal.record.copied.last == "c")
  }
}

/// As an editor does.
private func overwrite(_ path: String, with text: String) {
  guard let file = fopen(path, "w") else { return }
  fputs(text, file)
  fclose(file)
}

extension SharedRow {
  /// A row of a test.
  static func of(_ name: String) -> SharedRow {
    SharedRow(
      key: SharedKey(name, in: "local"), sequence: 1, kind: .text, preview: "", isSecret: false, problem: nil,
      cipher: nil, writer: "a", at: BenchUnderTest.start, isRestored: false)
  }
}
