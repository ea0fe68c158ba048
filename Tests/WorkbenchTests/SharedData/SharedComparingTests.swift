import ParleyEngine
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 5: keys are compared, and come back from a snapshot", .timeLimit(.minutes(1)))
struct SharedComparingTests {
  private func screen() async throws -> SharedScreen {
    try await SharedScreen { session in
      let shared = session.shared
      try await shared.set("cart", .json(["items": 3, "total": 7]), writer: "a")
      try await shared.set("place", "here", writer: "a")
      shared.environment = "other"
      try await shared.set("cart", .json(["items": 4, "total": 7]), writer: "a")
      try await shared.set("only", "there", writer: "a")
      shared.environment = "local"
    }
  }

  /// Two hundred keys against none.
  private func longTable() async throws -> SharedScreen {
    let screen = try await SharedScreen { session in
      try await session.shared.change((100..<300).map { SharedWrite("k\($0)", .text("v")) }, writer: "a")
    }
    try await screen.bench.press("=")
    await screen.bench.idle()
    await screen.bench.type("all keys with those of other")
    try await screen.bench.press("Enter")
    return screen
  }

  @Test("two environments are a table with what is missing where, and Enter lays two values over each other")
  func environments() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("=")
    #expect(await bench.idle().contains("cart with that of other"))
    await bench.type("all keys")
    try await bench.press("Enter")
    let table = await bench.idle()
    #expect(table.contains("Shared keys: 3 differences") && table.contains("missing"))
    #expect(table.contains("~ cart") && table.contains("- place") && table.contains("+ only"))
    try await bench.press("Enter")
    let values = await bench.idle()
    #expect(values.contains("\"items\": 3 → 4") && values.contains("\"total\": 7"))
    try await bench.press("Esc", "Esc")
    #expect(await bench.idle().contains("3 differences") == false)
  }

  @Test("a long table goes by the rows in sight and to its ends, and ? shows its keys")
  func pages() async throws {
    let screen = try await longTable()
    let bench = screen.bench
    #expect(await bench.idle().contains("200 differences"))
    try await bench.press("PageDown")
    let page = await bench.idle()
    #expect(page.contains("- k12") && !page.contains("- k15"), "\(page)")
    try await bench.press("G")
    #expect(await bench.idle().contains("- k299"))
    try await bench.press("PageUp")
    #expect(await bench.idle().contains("- k27"))
    try await bench.press("g")
    #expect(await bench.idle().contains("- k100"))
    try await bench.press("End")
    #expect(await bench.idle().contains("- k299"))
    try await bench.press("?")
    #expect(await bench.idle().contains("Goes to the next difference."))
  }

  @Test("/ shows only keys whose names contain what is typed; Enter goes to them, and Esc shows all before it closes")
  func filter() async throws {
    let screen = try await longTable()
    let bench = screen.bench
    #expect(await bench.idle().contains("/ filters by name"))
    try await bench.press("/")
    await bench.type("K25")
    let found = await bench.idle()
    #expect(found.contains("- k250") && found.contains("- k259") && !found.contains("- k249"), "\(found)")
    await bench.type("x")
    #expect(await bench.idle().contains("No key matches."))
    try await bench.press("Backspace", "Enter", "j")
    let kept = await bench.idle()
    #expect(kept.contains("- k251") && kept.contains("Esc show all"), "\(kept)")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("k251:"))
    try await bench.press("Esc", "Esc")
    let all = await bench.idle()
    #expect(all.contains("- k249") && all.contains("- k251") && all.contains("200 differences"), "\(all)")
    try await bench.press("Esc")
    #expect(await !bench.idle().contains("200 differences"))
  }

  @Test("two marked keys are compared at once")
  func marked() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("m", "m", "=")
    #expect(await bench.idle().contains("- cart, + place"))
  }

  @Test("a locked value asks for its passphrase, and is then compared, masked")
  func locked() async throws {
    let screen = try await SharedScreen { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", "first-secret", writer: "a")
      session.shared.environment = "other"
      try await session.shared.set("token", "other-secret", writer: "a")
      session.shared.environment = "local"
      session.ciphers.lock("vault")
    }
    let bench = screen.bench
    try await bench.press("=")
    await bench.idle()
    await bench.type("token with that of other")
    try await bench.press("Enter")
    let question = await bench.idle()
    #expect(question.contains("passphrase"), "\(question)")
    await bench.type("wrong")
    try await bench.press("Enter")
    await bench.idle()
    await bench.type("open")
    try await bench.press("Enter")
    let values = await bench.idle()
    #expect(
      values.contains("+ other") && !values.contains("first-secret") && !values.contains("other-secret"), "\(values)")
  }

  @Test("a snapshot is taken, compared with now and restored; u takes it back")
  func snapshots() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("S")
    await bench.idle()
    try await bench.press("Enter")
    await bench.type("before")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Took the snapshot before of 2 keys."))
    try await bench.press("S")
    await bench.idle()
    await bench.type("before")
    try await bench.press("Enter")
    await bench.type("restore")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("No key differs from the snapshot before."))
    try await screen.session.shared.set("place", "elsewhere", writer: "b")
    try await bench.press("S")
    await bench.idle()
    await bench.type("before")
    try await bench.press("Enter", "Enter")
    #expect(await bench.idle().contains("Shared keys: 1 difference"))
    try await bench.press("Esc", "S")
    await bench.idle()
    await bench.type("before")
    try await bench.press("Enter")
    await bench.type("restore")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Restored place from before; u takes it back."))
    #expect(try await screen.session.shared.get("place") == "here")
    // Again, which changes nothing: u still means the one before.
    try await bench.press("S")
    await bench.idle()
    await bench.type("before")
    try await bench.press("Enter")
    await bench.type("restore")
    try await bench.press("Enter")
    await bench.idle()
    try await bench.press("u")
    await bench.idle()
    #expect(try await screen.session.shared.get("place") == "elsewhere")
  }
}
