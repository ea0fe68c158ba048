import ParleyEngine
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Screen 5: finding keys", .timeLimit(.minutes(1)))
struct SharedKeysTests {
  private func filled(_ width: Int = 120) async throws -> SharedScreen {
    let screen = try await SharedScreen(width, 30) { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("page.one", .json(["ada": 1]), writer: "cart/read")
      try await session.shared.set("page.two.deep", "a much longer value than the others have", writer: "user/me")
      try await session.shared.set("page.two.b", "x", writer: "by hand")
      try await session.shared.set("token", "hidden Ada", writer: "user/login")
      try await session.shared.set("zone", "eu", writer: "by hand")
    }
    await screen.bench.idle()
    return screen
  }

  @Test("t shows the keys as a tree with counts; groups unfold and fold, and the key stays under the cursor")
  func tree() async throws {
    let screen = try await filled()
    let bench = screen.bench
    try await bench.press("t", "Home")
    let text = await bench.idle()
    #expect(text.contains("▾ page.  3") && text.contains("tree · 5 keys"), "\(text)")
    try await bench.press("h")
    #expect(await bench.idle().contains("▸ page.  3"))
    #expect(!bench.terminal.text.contains("two.  2"))
    try await bench.press("Enter", "j")
    #expect(await bench.idle().contains("▸ two.  2"))
    try await bench.press("l", "j", "j", "y", "n")
    await bench.idle()
    #expect(bench.terminal.record.copied.last == "page.two.deep")
    try await bench.press("h", "h")
    #expect(await bench.idle().contains("▸ two.  2"))
    try await bench.press("-")
    #expect(await bench.idle().contains("▸ page.  3") && !bench.terminal.text.contains("two.  2"))
    try await bench.press("t", "j")
    #expect(await bench.idle().contains("page.two.b"))
    #expect(try screen.file.contains("ciphers"))
  }

  @Test("tree and order are there again after a restart")
  func kept() async throws {
    let screen = try await filled()
    try await screen.bench.press(",", "t")
    #expect(await screen.bench.idle().contains("tree · by time"))
    let again = try await screen.reopened()
    #expect(await again.shows("tree · by time").contains("when ▼"))
  }

  @Test("fields complete while a filter is typed, with writers and ciphers that there are")
  func completion() async throws {
    let screen = try await filled()
    let bench = screen.bench
    try await bench.press("/")
    await bench.type("b")
    #expect(await bench.idle().contains("who wrote it last"))
    try await bench.press("Tab")
    await bench.type("cart")
    #expect(await bench.idle().contains("cart/read"))
    try await bench.press("Tab", "Enter")
    let found = await bench.idle()
    #expect(found.contains("by:cart/read") && found.contains("page.one") && found.contains("1 key"))
    try await bench.press("Esc", "/")
    await bench.type("cipher:v")
    #expect(await bench.idle().contains("vault "))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("cipher:v"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("5 keys"))
  }

  @Test("the cursor's key is unfolded when the list becomes a tree")
  func treeAround() async throws {
    let screen = try await filled()
    let bench = screen.bench
    try await bench.press("j", "j", "t")
    #expect(await bench.idle().contains("▾ two.  2"))
    try await bench.press("y", "n")
    await bench.idle()
    #expect(bench.terminal.record.copied.last == "page.two.deep")
  }

  @Test("what is said of a group follows what others write below it")
  func freshFacts() async throws {
    let screen = try await SharedScreen { session in
      for name in ["cart.a", "cart.b", "zone"] { try await session.shared.set(name, .text("x"), writer: "one") }
    }
    let bench = screen.bench
    try await bench.press("t", "Home")
    await bench.shows("cart.*", "2 keys", "one 2")
    try await screen.session.shared.set("cart.c", .text("x"), writer: "another")
    await bench.shows("3 keys", "another 1")
    try await screen.session.shared.set("cart.a", .json([1]), writer: "another")
    await bench.shows("another 2, one 1", "json 1")
    try await screen.session.shared.set("zone", .json([1]), writer: "third")
    #expect(await !bench.idle().contains("third 1"))
  }

  @Test("keys are sorted by time, writer and size, and by name again")
  func sorts() async throws {
    let screen = try await filled()
    let bench = screen.bench
    try await bench.press(",")
    #expect(await bench.idle().contains("when ▼") && bench.terminal.text.contains("by time"))
    try await bench.press("Home", "y", "n")
    await bench.idle()
    #expect(bench.terminal.record.copied.last == "zone")
    try await bench.press(",")
    #expect(await bench.idle().contains("written by ▲"))
    try await bench.press(",", "Home", "y", "n")
    #expect(await bench.idle().contains("size ▼"))
    #expect(bench.terminal.record.copied.last == "page.two.deep")
    try await bench.press(",")
    #expect(await !bench.idle().contains("▲"))
  }

  @Test("fields narrow by type, writer and cipher; a mistake is said beside the filter")
  func fields() async throws {
    let screen = try await filled()
    let bench = screen.bench
    try await bench.press("/")
    await bench.type("type:json")
    #expect(await bench.idle().contains("1 key"))
    try await bench.press("Ctrl-U")
    await bench.type("by:hand zo")
    #expect(await bench.idle().contains("1 key") && bench.terminal.text.contains("zone"))
    try await bench.press("Ctrl-U")
    await bench.type("cipher:vault")
    #expect(await bench.idle().contains("1 key"))
    try await bench.press("Ctrl-U")
    await bench.type("since:never")
    #expect(await bench.idle().contains("wants an age"))
  }

  @Test("values are looked into; sealed ones once they are unlocked, and nobody is asked for a passphrase")
  func values() async throws {
    let screen = try await filled()
    let bench = screen.bench
    try await bench.press("/")
    await bench.type("value:ada")
    #expect(await bench.idle().contains("2 keys"), "\(bench.terminal.text)")
    #expect(!bench.terminal.text.contains("hidden Ada"))
    screen.session.ciphers.lock("vault")
    try await bench.press("Backspace")
    let text = await bench.idle()
    #expect(text.contains("1 key") && text.contains("1 locked") && !text.contains("passphrase"), "\(text)")
    try await screen.session.shared.set("zone", "adagio", writer: "a")
    #expect(await bench.shows("2 keys").contains("adagio"))
  }

  @Test("values in which nothing is found are not read for ever")
  func nothingFound() async throws {
    let bench = try await filled().bench
    try await bench.press("/")
    await bench.type("value:zzzz")
    let text = await bench.idle()
    #expect(text.contains("No key matches.") && !text.contains("Reading …"), "\(text)")
  }

  @Test("a search through values goes on in pieces, and ends where another filter is typed")
  func pieces() {
    var list = SharedList()
    list.resize(to: Size(width: 80, height: 11))
    list.input = LineEditor("value:x")
    list.filterChanged()
    #expect(list.missing().count == 1 && list.missing().isEmpty)
    let first = SharedValuesQuery(filter: "value:x", count: 500)
    list.take(SharedValuesFound(rows: [.of("b")], lookedAt: 500, locked: 0, next: "m"), for: first)
    #expect(list.window.total == 1 && list.search?.isDone == false)
    #expect(list.missing().count == 1)
    let second = SharedValuesQuery(filter: "value:x", after: "m", count: 500)
    list.take(SharedValuesFound(rows: [.of("n")], lookedAt: 3, locked: 0, next: nil), for: second)
    #expect(list.window.total == 2 && list.search?.isDone == true && list.missing().isEmpty)
    list.input = LineEditor("value:y")
    list.filterChanged()
    list.take(SharedValuesFound(rows: [.of("q")], lookedAt: 1, locked: 0, next: nil), for: second)
    #expect(list.search?.rows(by: SharedSort()).isEmpty == true)
  }
}
