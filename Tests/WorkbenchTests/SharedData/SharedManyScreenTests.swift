import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 5: many keys at once", .timeLimit(.minutes(1)))
struct SharedManyScreenTests {
  private func screen() async throws -> SharedScreen {
    try await SharedScreen { session in
      for name in ["cart", "page.1", "page.2", "place"] { try await session.shared.set(name, "v", writer: "a") }
    }
  }

  private func names(_ screen: SharedScreen) async throws -> [String] {
    try await screen.session.shared.list().entries.map(\.key.name)
  }

  @Test("many keys of another program light up, and no line of the log is about one of them")
  func lightsUp() async throws {
    let screen = try await SharedScreen(120, 40)
    let other = try await screen.other()
    try await other.shared.change((10..<30).map { SharedWrite("k\($0)", .text("v\($0)")) }, writer: "import")
    let text = await screen.bench.shows("import → 20 keys: k10, k11, k12, …")
    // Who watches keeps the event, and who wrote it does, too: each of them in one line.
    let lines = text.split(separator: "\n").filter { $0.contains("shared key updated") }
    #expect(lines.allSatisfy { $0.contains("20 keys") }, "\(text)")
    await screen.bench.shows("~ k11", "20 keys")
    await other.close()
  }

  @Test("the log says in which environment a key has changed, where it is not the active one")
  func elsewhere() async throws {
    let screen = try await SharedScreen(120, 40)
    let other = try await screen.other()
    other.shared.environment = "other"
    try await other.shared.set("mine", "1", writer: "import")
    await screen.bench.shows("import → mine in other", "shared key updated")
    await other.close()
  }

  @Test("marked keys are deleted together, u brings all of them back, Ctrl-R deletes them again")
  func deletes() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("m", "j", "m")
    #expect(await bench.idle().contains("◆ 2 marked"))
    try await bench.press("D")
    #expect(await bench.idle().contains("Delete 2 keys?"))
    try await bench.confirm()
    await bench.idle()
    #expect(try await names(screen) == ["page.1", "place"])
    try await bench.press("u")
    await bench.idle()
    #expect(try await names(screen) == ["cart", "page.1", "page.2", "place"])
    try await bench.press("Ctrl-R")
    await bench.idle()
    #expect(try await names(screen) == ["page.1", "place"])
  }

  @Test("the keys of a group are marked in the tree, and D is about them wherever the cursor is")
  func group() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("t", "g")
    #expect(await bench.shows("page.").contains("tree"))
    try await bench.press("D")
    #expect(await bench.shows("m marks its keys").contains("page."))
    try bench.terminal.press("m")
    try bench.terminal.press("g")
    try bench.terminal.press("D")
    #expect(await bench.shows("Delete 2 keys?").contains("page.2"))
    try await bench.confirm()
    await bench.shows("Deleted 2 keys")
    #expect(try await names(screen) == ["cart", "place"])
  }

  @Test("u after C takes the cipher back, and not the value; after r it takes the name back, in the files too")
  func undoesByKind() async throws {
    let screen = try await screen()
    let bench = screen.bench
    let file = try screen.file
    try await screen.session.sharedKeys.bind("cart", to: "gzip", by: NoPrompter())
    #expect(try screen.file != file)
    await bench.idle()
    try await bench.press("g", "u")
    await bench.idle()
    #expect(try screen.file == file)
    #expect(try await screen.session.shared.get("cart") == "v")
    try await bench.press("r", "Ctrl-U")
    await bench.type("basket")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Renamed cart to basket"))
    try await bench.press("u")
    #expect(await bench.idle().contains("Renamed basket to cart"))
    #expect(try await screen.session.shared.get("cart") == "v")
    try await bench.press("Ctrl-R")
    #expect(await bench.idle().contains("Renamed cart to basket"))
    #expect(try await names(screen) == ["basket", "page.1", "page.2", "place"])
  }

  @Test("all that a filter shows is marked and copied to another environment; what is there already is asked about")
  func copies() async throws {
    let screen = try await screen()
    let bench = screen.bench
    screen.session.shared.environment = "other"
    try await screen.session.shared.set("page.2", "theirs", writer: "b")
    screen.session.shared.environment = "local"
    try await bench.press("/")
    await bench.type("page")
    try await bench.press("Enter", "*")
    #expect(await bench.idle().contains("◆ 2 marked"))
    try await bench.press("B")
    #expect(await bench.idle().contains("Move to another environment"))
    await bench.type("copy")
    try await bench.press("Enter", "Enter")
    #expect(await bench.idle().contains("other has 1 key of the same name"))
    try await bench.press("r")
    try await bench.confirm()
    #expect(await bench.idle().contains("Copied 2 keys to other; u takes it back."))
    #expect(try await screen.session.shared.get(SharedKey("page.2", in: "other")) == "v")
    try await bench.press("u")
    await bench.idle()
    #expect(try await screen.session.shared.get(SharedKey("page.2", in: "other")) == "theirs")
    #expect(try await screen.session.shared.get(SharedKey("page.1", in: "other")) == nil)
    try await bench.press("Esc")
    #expect(await bench.idle().contains("marked") == false)
  }

  @Test("keys are encrypted together, and u decrypts them and puts parley.yaml back")
  func encrypts() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("*", "C")
    await bench.idle()
    await bench.type("vault")
    try await bench.press("Enter")
    await bench.idle()
    await bench.type("open")
    try await bench.press("Enter")
    await bench.type("open")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Encrypted 4 keys with vault"))
    #expect(try await screen.session.shared.entry("cart")?.cipher == "vault")
    try await bench.press("u")
    await bench.idle()
    #expect(try await screen.session.shared.entry("cart")?.cipher == nil)
    #expect(try screen.file == SharedScreen.workspace)
  }

  @Test("keys go into a file, are asked about before it is replaced, and come back from it")
  func travels() async throws {
    let screen = try await screen()
    let bench = screen.bench
    let path = screen.folder.path("keys.json")
    for isAgain in [false, true] {
      try await bench.press("*", "B")
      await bench.idle()
      await bench.type("export")
      try await bench.press("Enter")
      await bench.type(path)
      try await bench.press("Enter", "Enter")
      if isAgain {
        #expect(await bench.idle().contains("Overwrite the file?"))
        try await bench.press("o")
        try await bench.confirm()
      }
      #expect(await bench.idle().contains("Wrote 4 keys to"))
      try await bench.press("Esc")
    }
    try await screen.session.shared.removeAll()
    try await bench.press("B")
    await bench.idle()
    await bench.type("import")
    try await bench.press("Enter")
    await bench.type(path)
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Imported 4 keys; u takes it back."))
    #expect(try await names(screen) == ["cart", "page.1", "page.2", "place"])
  }
}
