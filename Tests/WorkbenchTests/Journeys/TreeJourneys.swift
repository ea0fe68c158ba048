import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchServices

@Suite("The tree of requests on screen", .timeLimit(.minutes(1)))
struct TreeJourneys {
  @Test("unsaved edits are told at the start, and listed by a filter and by the palette")
  func edited() async throws {
    var workspace = WorkspaceSnapshot.shop
    workspace.requests[4].hasDraft = true
    let services = FakeServices(workspace: workspace)
    services.change { $0.drafts["user/profile"] = RequestDraft(url: "/mine") }
    let bench = try BenchUnderTest(100, 30, services: services)
    let first = await bench.idle()
    #expect(
      first.contains("Unsaved edits of 1 request; / is:edited lists them.") && first.contains("? help"), "\(first)")
    try await bench.press("/")
    await bench.type("is:edited")
    let found = await bench.idle()
    #expect(found.contains("profile") && !found.contains("GET   read"), "\(found)")
    try await bench.press("Esc", ":")
    await bench.type("unsaved")
    try await bench.press("Enter")
    let listed = await bench.idle()
    #expect(listed.contains("/ is:edited") && listed.contains("profile") && !listed.contains("GET   read"), "\(listed)")
  }

  @Test("the request without a file is named among them, for it is no row of the list", arguments: [0, 1])
  func editedScratch(others: Int) async throws {
    var workspace = WorkspaceSnapshot.shop
    workspace.hasScratchDraft = true
    workspace.requests[4].hasDraft = others > 0
    let bench = try BenchUnderTest(80, 24, services: FakeServices(workspace: workspace))
    let named =
      others > 0 ? "1 request (/ is:edited) and the scratch request (: scratch)" : "the scratch request (: scratch)"
    #expect(await bench.idle().contains("Unsaved edits of \(named)."))
  }

  private func names(_ bench: BenchUnderTest) -> [RequestID] {
    bench.services.snapshot.workspace.requests.map(\.id)
  }

  @Test("a filter narrows the list while it is typed, and Esc takes it away")
  func filter() async throws {
    let bench = try BenchUnderTest(80, 24)
    await bench.idle()
    try await bench.press("/")
    await bench.type("log")
    let text = await bench.idle()
    #expect(text.contains("POST  login") && !text.contains("POST  pay"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("POST  pay"))
  }

  @Test(
    "Enter in the filter ends on the request that fits best, never on its folder", arguments: ["log", "user", "read"])
  func filterThenEnter(_ text: String) async throws {
    let services = FakeServices()
    services.change { content in
      content.workspace.requests.insert(RequestSummary("cart/already-read"), at: 0)
      content.saved["cart/already-read"] = RequestDraft(url: "/x")
    }
    let bench = try BenchUnderTest(80, 24, services: services)
    await bench.idle()
    try await bench.press("k", "k", "/")
    await bench.type(text)
    try await bench.press("Enter", "F5")
    await bench.idle()
    let wanted: [String: RequestID] = ["log": "user/login", "user": "user/login", "read": "cart/read"]
    #expect(services.snapshot.intents.map(\.request) == [wanted[text]])
  }

  @Test("of requests that are called alike, the one whose URL ends so is the best; the first of equal ones otherwise")
  func bestOfAlike() async throws {
    let services = FakeServices()
    services.change { content in
      let added = [
        RequestSummary("auth/login", url: "/user/profile"), RequestSummary("zone/login", url: "/api/login?x=1"),
        RequestSummary("tools/raw"), RequestSummary("tools/redirect"), RequestSummary("tools/repeat"),
      ]
      content.workspace.requests += added
      for request in added { content.saved[request.id] = RequestDraft(url: "/x") }
    }
    let bench = try BenchUnderTest(80, 24, services: services)
    await bench.idle()
    for (typed, title) in [("login", "┐┌ zone/login"), ("tools/re", "┐┌ tools/redirect")] {
      try await bench.press("/")
      await bench.type(typed)
      let text = await bench.idle()
      #expect(text.contains(title), "\(text)")
      try await bench.press("Esc")
    }
  }

  @Test("the shorter of two names that begin alike is the best, whatever is in their URLs and however it was typed")
  func shorterName() async throws {
    let services = FakeServices()
    services.change { content in
      let added = [
        RequestSummary("tools/redirect", url: "/redirect/3"),
        RequestSummary("tools/redirect-loop", url: "/redirect-loop"),
        RequestSummary("tools/reset", url: "/reset"),
      ]
      content.workspace.requests += added
      for request in added { content.saved[request.id] = RequestDraft(url: request.url) }
    }
    let bench = try BenchUnderTest(100, 24, services: services)
    await bench.idle()
    for typed in ["red", "tools/re", "redirect"] {
      try await bench.press("/")
      for letter in typed { await bench.type(String(letter)) }
      let text = await bench.idle()
      #expect(text.contains("┐┌ tools/redirect ─"), "\(typed)\n\(text)")
      try await bench.press("Esc")
      #expect(await bench.idle().contains("┐┌ cart/pay"))
    }
  }

  @Test("d on a folder, which the hints name, opens its defaults and leaves the filter as it is")
  func defaultsOfFolder() async throws {
    let bench = try BenchUnderTest(100, 24)
    let first = await bench.idle()
    #expect(!first.contains("d defaults"), "\(first)")
    try await bench.press("/")
    await bench.type("user/")
    try await bench.press("Enter", "k")
    #expect(await bench.idle().contains("d defaults"), "\(bench.terminal.text)")
    try await bench.press("d")
    let opened = await bench.idle()
    #expect(opened.contains("┐┌ defaults of user"), "\(opened)")
    #expect(opened.contains("│ / user/") && !opened.contains("GET   health"), "\(opened)")
  }

  @Test("i edits the URL of the request under the cursor; on a folder it says so, and how an API is imported")
  func editsURL() async throws {
    let bench = try BenchUnderTest(100, 24)
    await bench.idle()
    try await bench.press("j", "i", "End")
    await bench.type("?a=1")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("/cart/read?a=1"), "\(bench.terminal.text)")
    try await bench.press("Esc", "g", "i")
    #expect(await bench.idle().contains("The cursor is not on a request; Alt-a imports an API."))
  }

  @Test("in an empty list, i imports")
  func importsIntoEmptyList() async throws {
    let services = FakeServices()
    services.change { ($0.workspace.requests, $0.workspace.folders) = ([], []) }
    let bench = try BenchUnderTest(100, 24, services: services)
    await bench.idle()
    try await bench.press("1", "i")
    #expect(await bench.idle().contains("Import"), "\(bench.terminal.text)")
  }

  @Test("marks show their number beside that of all, and alone where there is room for no more")
  func countOfMarks() async throws {
    let bench = try BenchUnderTest(80, 24)
    await bench.idle()
    try await bench.press("m", "m")
    #expect(await bench.idle().contains("◆2 of 5"))
  }

  @Test("on a folder m marks all of its requests, also while it is folded, goes behind it, and unmarks them again")
  func marksFolder() async throws {
    let bench = try BenchUnderTest(100, 24)
    await bench.idle()
    try await bench.press("g", "m")
    let marked = await bench.idle()
    #expect(marked.contains("◆2 of 5") && marked.contains("Marked 2 requests of cart."), "\(marked)")
    try await bench.press("m")
    #expect(await bench.idle().contains("◆4 of 5"))
    try await bench.press("g", "Enter", "m")
    #expect(await bench.idle().contains("Unmarked 2 requests of cart."))
  }

  @Test(
    "with nothing marked, the keys for marked requests name those for one",
    arguments: [("Alt-d", "D deletes"), ("Alt-m", "r moves")])
  func nothingMarked(key: String, way: String) async throws {
    let bench = try BenchUnderTest(100, 24)
    await bench.idle()
    try await bench.press(key)
    #expect(await bench.idle().contains("m marks one; \(way) the one under the cursor."))
  }

  @Test("a request that is opened elsewhere is in the list, whatever was filtered before")
  func filteredOut() async throws {
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    try await bench.press("/")
    await bench.type("pay")
    try await bench.press("Enter", ":")
    await bench.type("login")
    #expect(await bench.idle().contains("user/login"))
    try await bench.press("Enter")
    let text = await bench.idle()
    #expect(text.contains("POST  login"), "\(text)")
    #expect(!text.contains("/ pay"), "\(text)")
  }

  @Test("folding hides a folder's requests, and the cursor goes to the folder")
  func fold() async throws {
    let bench = try BenchUnderTest(80, 24)
    await bench.idle()
    try await bench.press("z")
    #expect(await bench.idle().contains("▸ cart"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("▾ cart"))
  }

  @Test("a new request is made where the cursor is, and is open at once")
  func new() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("a")
    await bench.type("empty")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("empty"))
    #expect(names(bench).contains("cart/empty"))
  }

  @Test("a whole path that is typed behind the folder in the field names that folder once")
  func wholePath() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("a")
    await bench.type("cart/typed")
    try await bench.press("Enter")
    await bench.idle()
    #expect(names(bench).contains("cart/typed") && !names(bench).contains("cart/cart/typed"))
  }

  @Test("a name that is taken, or that no file can have, is refused in the form")
  func names() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("a")
    await bench.type("read")
    try await bench.press("Enter")
    #expect(bench.terminal.text.contains("The request “cart/read” already exists."))
    try await bench.press("Ctrl-U")
    await bench.type("../up")
    try await bench.press("Enter")
    #expect(bench.terminal.text.contains("A name looks like user/login"))
  }

  @Test("renaming moves the file and keeps it open")
  func rename() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("r", "Ctrl-U")
    await bench.type("shop/pay")
    try await bench.press("Enter")
    await bench.idle()
    #expect(names(bench).contains("shop/pay") && !names(bench).contains("cart/pay"))
    #expect(bench.terminal.text.contains("●   POST  pay"))
  }

  @Test("duplicating suggests a name")
  func duplicate() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("p", "Enter")
    await bench.idle()
    #expect(names(bench).contains("cart/pay-copy"))
  }

  @Test("duplicating copies what is on the screen, edits included, and leaves the original as it is")
  func duplicateEdited() async throws {
    let services = FakeServices()
    let mine = RequestDraft(method: "POST", url: "/mine")
    services.change { $0.drafts["cart/pay"] = mine }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("p", "Enter")
    await bench.idle()
    #expect(services.snapshot.saved["cart/pay-copy"] == mine)
    #expect(services.snapshot.saved["cart/pay"]?.url == "/cart/pay" && services.snapshot.drafts["cart/pay"] == mine)
  }

  @Test("a copy of edits that cannot be written without a question has them as its own edits")
  func duplicateUnwritable() async throws {
    let services = FakeServices()
    let mine = RequestDraft(method: "POST", url: "/mine?key={{secret(\"key\")}}")
    services.change { $0.drafts["cart/pay"] = mine }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("p", "Enter")
    await bench.idle()
    #expect(services.snapshot.saved["cart/pay-copy"]?.url == "/cart/pay")
    #expect(services.snapshot.drafts["cart/pay-copy"] == mine)
  }

  @Test("deleting asks, and what Enter takes loses nothing")
  func delete() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("D")
    bench.pass(.seconds(1))
    try await bench.press("d", "Enter")
    #expect(bench.terminal.text.contains("Delete cart/pay?"))
    try await bench.press("Right", "Enter")
    #expect(names(bench).contains("cart/pay") && !bench.terminal.text.contains("Delete cart/pay?"))
    try await bench.press("D")
    try await bench.confirm()
    await bench.idle()
    #expect(!names(bench).contains("cart/pay"))
  }

  @Test("all that can be done with marks is on screen, however many there are", arguments: [(80, 24), (120, 36)])
  func marksHints(width: Int, height: Int) async throws {
    let bench = try BenchUnderTest(width, height)
    await bench.idle()
    try await bench.press("m", "m")
    let line = await bench.idle().split(separator: "\n").last ?? ""
    for hint in ["Alt-g group of ◆", "Alt-m move ◆", "Alt-d delete ◆", "? help"] {
      #expect(line.contains(hint), "\(line)")
    }
  }

  @Test("with marks, D deletes the marked ones and not the one under the cursor", arguments: ["D", "Delete", "Alt-d"])
  func deleteMarked(_ key: String) async throws {
    let bench = try BenchUnderTest(120, 30)
    await bench.idle()
    try await bench.press("m")
    let marked = await bench.idle()
    #expect(marked.contains("Alt-m move ◆   Alt-d delete ◆"))
    try await bench.press("j", key)
    #expect(await bench.idle().contains("Delete 1 marked request?"))
    #expect(bench.terminal.text.contains("  cart/pay"))
  }

  @Test("the notice of a deletion says how to undo it")
  func undo() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("D")
    try await bench.confirm()
    #expect(await bench.idle().contains("u puts it back."))
  }

  @Test("what cannot be done is a card and a row in the log, and the program goes on")
  func failure() async throws {
    let services = FakeServices()
    services.change {
      $0.failures["delete"] = Problem(code: "file.readOnly", "The folder cannot be written.", advice: "chmod u+w it.")
    }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("D")
    try await bench.confirm()
    let text = await bench.idle()
    #expect(text.contains("✗ Failed") && text.contains("Code    file.readOnly") && text.contains("chmod u+w it."))
    #expect(services.snapshot.reported.map(\.code) == ["file.readOnly"])
    try await bench.press("Esc")
    #expect(await bench.idle().contains("failed: workbench  The folder cannot be written."))
  }

  @Test("e opens the request's file in the editor, y copies its name")
  func tools() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("e", "y")
    await bench.idle()
    #expect(bench.terminal.record.commands == [["editor", "/w/requests/cart/pay.yaml"]])
    #expect(bench.terminal.record.copied == ["cart/pay"])
  }

  @Test("a request whose file has gone is closed, unless it is on screen")
  func gone() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    bench.services.changeOnDisk { content in
      content.saved["cart/pay"] = nil
      content.workspace.requests.removeFirst()
    }
    #expect(await bench.idle().contains("The file of cart/pay is gone."))
    try await bench.press("j")
    bench.services.changeOnDisk { $0.workspace.name = "newer" }
    await bench.idle()
    try await bench.press("k", "k")
    #expect(await !bench.idle().contains("/cart/pay"))
  }
}
