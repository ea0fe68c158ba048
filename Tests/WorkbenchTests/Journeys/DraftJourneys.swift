import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Drafts, saving and files that change", .timeLimit(.minutes(1)))
struct DraftJourneys {
  private let mine = RequestDraft(method: "POST", url: "/mine")
  private let theirs = RequestDraft(method: "POST", url: "/theirs")

  private func benchWithDraft(
    _ services: FakeServices = FakeServices(), _ draft: RequestDraft? = nil
  ) async throws -> BenchUnderTest {
    let mine = draft ?? mine
    services.change { $0.drafts["cart/pay"] = mine }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    return bench
  }

  @Test("a draft that was kept is there again, with its mark, and Ctrl-S writes it")
  func save() async throws {
    let bench = try await benchWithDraft()
    #expect(bench.terminal.text.contains("✎"))
    try await bench.press("Ctrl-S")
    #expect(await !bench.idle().contains("✎"))
    #expect(bench.services.snapshot.saved["cart/pay"] == mine)
  }

  @Test(
    "F5 while files are being written sends what they say when they have been read, and the bar claims nothing before")
  func sendingWhileWritten() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    #expect(bench.terminal.text.contains("✓ files"))
    bench.services.snapshot.onChanging?()
    #expect(await bench.idle().contains("… files"))
    try await bench.press("F5")
    #expect(bench.services.snapshot.intents.isEmpty)
    let theirs = theirs
    bench.services.changeOnDisk { $0.saved["cart/pay"] = theirs }
    #expect(await bench.idle().contains("✓ files"))
    #expect(bench.services.snapshot.intents.map(\.draft) == [theirs])
  }

  @Test("what was taken from the files before they were read again does not come back")
  func staleRequest() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    bench.services.changeOnDisk { content in
      content.workspace.taking = 7
      content.workspace.name = "newer"
    }
    #expect(await bench.idle().contains("newer"))
    bench.services.changeOnDisk { content in
      content.workspace.taking = 6
      content.workspace.name = "older"
    }
    #expect(await bench.idle().contains("newer"))
  }

  @Test("a file that changed while it was not edited is taken as it is")
  func reload() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    let theirs = theirs
    bench.services.changeOnDisk { $0.saved["cart/pay"] = theirs }
    #expect(await bench.idle().contains("/theirs"))
  }

  @Test("if both changed, both values are shown and the person chooses the file's")
  func takeTheirs() async throws {
    let bench = try await benchWithDraft()
    let theirs = theirs
    bench.services.changeOnDisk { $0.saved["cart/pay"] = theirs }
    let text = await bench.idle()
    #expect(text.contains("yours  /mine") && text.contains("file   /theirs"))
    bench.pass(.seconds(1))
    try await bench.press("f", "Enter")
    #expect(await bench.idle().contains("yours  /mine"))
    try await bench.confirm()
    #expect(await bench.idle().contains("/theirs"))
    #expect(bench.services.snapshot.drafts.isEmpty)
  }

  @Test("edits and a change of the file that do not clash are both there, without a question")
  func merging() async throws {
    let services = FakeServices(saved: [
      "cart/pay": RequestDraft(method: "POST", url: "/pay", headers: [DraftRow("A", "1")])
    ])
    let bench = try await benchWithDraft(
      services, RequestDraft(method: "POST", url: "/mine", headers: [DraftRow("A", "1")]))
    let theirs = RequestDraft(method: "PUT", url: "/pay", headers: [DraftRow("A", "1"), DraftRow("B", "2")])
    services.changeOnDisk { $0.saved["cart/pay"] = theirs }
    let text = await bench.idle()
    #expect(!text.contains("has also changed on disk") && text.contains("/mine"))
    var both = theirs
    both.url = "/mine"
    #expect(services.snapshot.drafts["cart/pay"] == both)
    try await bench.press("Ctrl-S")
    await bench.idle()
    #expect(services.snapshot.saved["cart/pay"] == both)
  }

  @Test("a field that somebody types into stays open when what is new in the file does not touch it")
  func mergingWhileTyping() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Tab", "i")
    await bench.type("x")
    let typed = try #require(bench.services.snapshot.drafts["cart/pay"])
    bench.services.changeOnDisk { $0.saved["cart/pay"]?.docs = "new" }
    await bench.idle()
    await bench.type("y")
    var both = typed
    (both.url, both.docs) = (typed.url + "y", "new")
    #expect(bench.services.snapshot.drafts["cart/pay"] == both)
  }

  @Test("or keeps the own, which is then an edit of the new file")
  func keepMine() async throws {
    let bench = try await benchWithDraft()
    let theirs = theirs
    bench.services.changeOnDisk { $0.saved["cart/pay"] = theirs }
    await bench.idle()
    bench.pass(.seconds(1))
    try await bench.press("m")
    try await bench.confirm()
    try await bench.press("Ctrl-S")
    await bench.idle()
    #expect(bench.services.snapshot.saved["cart/pay"] == mine)
  }

  @Test("what clashes alone is asked: what else both have changed is kept whichever is chosen", arguments: ["m", "f"])
  func choosingClashes(key: String) async throws {
    let services = FakeServices(saved: [
      "cart/pay": RequestDraft(method: "POST", url: "/pay", headers: [DraftRow("A", "1"), DraftRow("Old", "1")])
    ])
    let mine = RequestDraft(
      method: "POST", url: "/mine", headers: [DraftRow("A", "2"), DraftRow("Old", "1")])
    let bench = try await benchWithDraft(services, mine)
    let theirs = RequestDraft(method: "PUT", url: "/theirs", headers: [DraftRow("A", "1")])
    services.changeOnDisk { $0.saved["cart/pay"] = theirs }
    let text = await bench.idle()
    #expect(text.contains("yours  /mine") && text.contains("file   /theirs") && !text.contains("PUT"))
    bench.pass(.seconds(1))
    try await bench.press(key)
    try await bench.confirm()
    try await bench.press("Ctrl-S")
    await bench.idle()
    let both = RequestDraft(method: "PUT", url: key == "m" ? "/mine" : "/theirs", headers: [DraftRow("A", "2")])
    #expect(services.snapshot.saved["cart/pay"] == both)
  }

  @Test("a change that is only seen when saving asks as well, and writes nothing before")
  func conflictWhenSaving() async throws {
    let bench = try await benchWithDraft()
    let theirs = theirs
    bench.services.change { $0.foreign["cart/pay"] = theirs }
    try await bench.press("Ctrl-S")
    #expect(await bench.idle().contains("has also changed on disk"))
    #expect(bench.services.snapshot.saved["cart/pay"] != mine)
    bench.pass(.seconds(1))
    try await bench.press("m")
    try await bench.confirm()
    await bench.idle()
    #expect(bench.services.snapshot.saved["cart/pay"] == mine)
  }

  @Test("quitting with drafts does not ask: they are on disk")
  func quitWithDrafts() async throws {
    let bench = try await benchWithDraft()
    bench.terminal.type("q")
    await bench.ended()
    #expect(bench.services.snapshot.drafts["cart/pay"] == mine)
  }

  @Test("quitting asks while something is in flight, and says what becomes of the drafts")
  func quitInFlight() async throws {
    let bench = try await benchWithDraft(FakeServices(transport: RecordingTransport(answering: nil)))
    try await bench.press("F5", "q")
    let text = await bench.quiet()
    #expect(text.contains("1 request is in flight and would be cancelled."))
    #expect(text.contains("Edits of 1 request are kept as drafts"))
    try await bench.press("Enter")
    #expect(await bench.quiet().contains("⇅ 1"))
    try bench.terminal.press("q", "q")
    await bench.ended()
  }

  @Test("a scratch request is open from the start; its first save asks for a folder")
  func scratch() async throws {
    let services = FakeServices(
      workspace: WorkspaceSnapshot(name: "scratch", isScratch: true), saved: [.scratch: RequestDraft()])
    let mine = mine
    services.change { $0.drafts[.scratch] = mine }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("Esc", "Ctrl-S")
    await bench.type("/w/new")
    try await bench.press("Enter", "Enter")
    #expect(await bench.idle().contains("new"))
    #expect(services.snapshot.saved["mine"] == mine)
  }

  @Test("quitting asks when a scratch request would be lost")
  func quitScratch() async throws {
    let services = FakeServices(
      workspace: WorkspaceSnapshot(name: "scratch", isScratch: true), saved: [.scratch: RequestDraft()])
    let mine = mine
    services.change { $0.drafts[.scratch] = mine }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("Esc", "q")
    #expect(bench.terminal.text.contains("The scratch request is in no file"))
  }
}
