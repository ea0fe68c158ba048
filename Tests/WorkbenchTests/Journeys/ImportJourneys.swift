import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Importing an API in the workbench", .timeLimit(.minutes(1)))
struct ImportJourneys {
  private func open(_ width: Int = 100, _ height: Int = 30, _ path: String = "shop.har") async throws -> BenchUnderTest
  {
    let bench = try BenchUnderTest(width, height)
    await bench.idle()
    try await bench.press("Alt-a")
    await bench.type(path)
    try await bench.press("Enter")
    await bench.idle()
    return bench
  }

  @Test("Alt-a completes a path, and shows what would be made as a tree with what cannot be taken over")
  func tree() async throws {
    let bench = try BenchUnderTest(80, 24)
    await bench.idle()
    try await bench.press("Alt-a")
    await bench.type("pe")
    #expect(await bench.idle().contains("petstore.yaml"))
    try await bench.press("Tab", "Enter")
    let shown = await bench.idle()
    #expect(shown.contains("Import HAR 1.2: 3 requests into requests/shop"))
    #expect(shown.contains("[x] ▾ requests/") && shown.contains("POST") && shown.contains("exists: stays unchanged"))
    #expect(shown.contains("2 notes") && shown.contains("An image was left out."))
    try await bench.press("n")
    #expect(await bench.idle().contains("A style was left out."))
    try await bench.press("Esc", "Esc")
    #expect(await bench.idle().contains("Import HAR") == false)
  }

  @Test("a file that the rest needs is shown as the file that it is, and says what it is for")
  func neededFiles() {
    let entries = ["requests/shop/folder", "openapi/shop"].map { path in
      var entry = ImportOutline.Entry(path, .new)
      entry.isNeeded = true
      return entry
    }
    let outline = ImportOutline(
      "OpenAPI 3.0.3", title: "shop", target: "requests/shop", makesWorkspace: false, entries: entries, notes: [])
    let draft = ImportDraft(ImportWish(.place("shop.yaml")), outline)
    let lines = draft.rows.map { ImportLines(draft).line($0).plain }
    #expect(lines.contains { $0.contains("folder.yaml  what the requests of the folder share") }, "\(lines)")
    #expect(lines.contains { $0.contains("shop  the description, which the requests refer to") }, "\(lines)")
  }

  @Test("Space leaves out a request with the groups that send it, a folder with everything in it; Enter makes the rest")
  func choosing() async throws {
    let bench = try await open()
    #expect(await bench.idle().contains("3 requests"))
    for _ in 1...10 { try await bench.press("Down") }
    let line = await bench.idle()
    #expect(line.contains("login"))
    try await bench.press("Space")
    #expect(await bench.idle().contains("2 of 3 requests"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Imported 1 request into requests/shop, 1 left out. 1 credential encrypted"))
    #expect(bench.services.leavings.withLock { $0 } == [["groups/shop/recording", "requests/shop/login"]])
  }

  @Test("a folder is folded, and taken or left as a whole; with everything left out there is nothing to make")
  func folders() async throws {
    let bench = try await open()
    try await bench.press("*")
    #expect(await bench.idle().contains("0 of 3 requests"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("There is nothing to make: everything is left out"))
    try await bench.press("*")
    #expect(await bench.idle().contains("Import HAR 1.2: 3 requests"))
  }

  @Test("i asks for another folder, and shows the tree for it")
  func target() async throws {
    let bench = try await open()
    try await bench.press("i")
    #expect(await bench.idle().contains("Folder of the requests"))
    try await bench.press("Ctrl-U")
    await bench.type("other")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("into requests/other"))
  }

  @Test("what cannot be read is told with its reason")
  func broken() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Alt-a")
    await bench.type("broken")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("This file is in no format."))
  }

  @Test("what takes long is told; cancelled, it comes to nothing, whatever is read of it later")
  func reading() throws {
    var state = State(commands: try CommandSet(), size: Size(width: 80, height: 24), now: BenchUnderTest.start)
    let wish = ImportWish(.place("https://api.test/openapi.json"))
    let effects = state.update(.importing(.read(wish)))
    #expect(effects.count == 1 && state.popups.top?.sheet is ImportReadingSheet)
    #expect(state.needsClock && !state.draw().text.contains("KB"))
    var transfer = TransferProgress()
    (transfer.received, transfer.expectedToReceive) = (1_200, 4_000)
    (state.popups.top?.sheet as? ImportReadingSheet)?.progress.note(transfer)
    #expect(state.draw().text.contains("1.2 KB of 4.0 KB"))
    _ = state.update(.input(.key(.escape)))
    _ = state.update(.importing(.giveUp))
    #expect(state.popups.isEmpty)
    let outline = ImportOutline("HAR 1.2", title: "Shop", target: "shop", makesWorkspace: true, entries: [], notes: [])
    _ = state.update(.importing(.planned(wish, outline, number: 1)))
    #expect(state.popups.isEmpty && state.imports.draft == nil)
  }

  @Test("while its files are written Esc stops it, as long as none is in its place")
  func writing() async throws {
    var state = State(commands: try CommandSet(), size: Size(width: 80, height: 24), now: BenchUnderTest.start)
    let wish = ImportWish(.text("openapi"))
    let outline = ImportOutline("HAR 1.2", title: "Shop", target: "shop", makesWorkspace: false, entries: [], notes: [])
    state.imports.draft = ImportDraft(wish, outline)
    _ = state.update(.importing(.make))
    let progress = try #require((state.popups.top?.sheet as? ImportWritingSheet)?.progress)
    progress.begin(3000)
    _ = progress.step()
    #expect(state.needsClock && state.draw().text.contains("Writing 1 of 3,000 files …"))
    for effect in state.update(.input(.key(.escape))) {
      if case .then(let action) = effect { _ = state.update(action) }
    }
    #expect(!progress.step() && !progress.beginPutting() && state.draw().text.contains("Stopping …"))
    _ = state.update(.importing(.notMade(nil)))
    #expect(state.popups.isEmpty && state.imports.draft != nil)
    let late = WritingProgress()
    #expect(late.beginPutting() && !late.stop())
  }

  @Test("a document that is pasted, here or outside of fields, is imported")
  func pasted() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Alt-a")
    bench.terminal.send(.paste("openapi: 3.1.0\ninfo: { title: Shop }\n"))
    #expect(await bench.idle().contains("Import HAR 1.2: 3 requests"))
  }
}
