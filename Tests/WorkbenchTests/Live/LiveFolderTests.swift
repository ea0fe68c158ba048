import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive

@Suite("Folders in the list of requests", .timeLimit(.minutes(2)))
struct LiveFolderTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for (path, text) in [
      ("parley.yaml", "parley: 1\nid: folders2\nservers: { api: \"http://127.0.0.1:1\" }\n"),
      ("requests/cart/pay.yaml", "method: POST\nurl: /pay\n"), ("requests/cart/read.yaml", "url: /cart\n"),
      ("requests/other.yaml", "url: /other\n"), ("groups/buy.yaml", "serial:\n  - request: cart/read\n"),
    ] { try folder.write(text, to: "w/\(path)") }
  }

  private func bench(_ width: Int = 120, _ height: Int = 36) async throws -> RunningBench<LiveServices> {
    let (bus, state) = (EventBus(), StateFolder(path: folder.path("state")))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    let bench = try RunningBench(
      width, height, running: LiveServices(session, isScratch: false, stateFolder: state, bus: bus), now: Timestamp.now)
    await bench.idle()
    return bench
  }

  private func text(_ path: String) throws -> String { String(decoding: try folder.read("w/\(path)"), as: UTF8.self) }

  @Test("r renames a folder; what names its requests is shown, and follows")
  func rename() async throws {
    let bench = try await bench()
    try await bench.press("g", "r")
    #expect(await bench.idle().contains("Rename or move cart"))
    await bench.type("shop/basket")
    try await bench.press("Enter")
    let asked = await bench.idle()
    #expect(asked.contains("groups/buy.yaml") && asked.contains("rename it there too"), "\(asked)")
    try await bench.press("r")
    let done = await bench.idle()
    #expect(done.contains("basket") && done.contains("Moved cart to shop/basket."), "\(done)")
    #expect(try text("groups/buy.yaml") == "serial:\n  - request: shop/basket/read\n")
    try await bench.press("D")
    #expect(await bench.idle().contains("requests/shop/basket/ with 2 requests"))
    await bench.services.close()
  }

  @Test("D names what goes with a folder, and who names it; only the dangerous key deletes")
  func delete() async throws {
    let bench = try await bench()
    try await bench.press("g", "D")
    let asked = await bench.idle()
    #expect(asked.contains("requests/cart/ with 2 requests") && asked.contains("cart/pay"), "\(asked)")
    #expect(asked.contains("groups/buy.yaml"), "\(asked)")
    try await bench.press("Enter")
    await bench.idle()
    #expect(try text("requests/cart/pay.yaml").contains("/pay"))
    await bench.services.close()
  }

  @Test("u puts back a folder that was deleted, and the notice says so", arguments: [(80, 24), (120, 36)])
  func undo(_ width: Int, _ height: Int) async throws {
    let bench = try await bench(width, height)
    try await bench.press("g", "u")
    #expect(await bench.idle().contains("No deleted, moved or renamed file to put back"))
    try await bench.press("D")
    try await bench.confirm()
    #expect(await bench.idle().contains("Deleted requests/cart/. u puts it back."))
    #expect(!FileSystem.exists(folder.path("w/requests/cart")))
    try await bench.press("u")
    let back = await bench.idle()
    #expect(back.contains("Put back 2 files.") && back.contains("pay"), "\(back)")
    #expect(try text("requests/cart/pay.yaml") == "method: POST\nurl: /pay\n")
    try await bench.press("u")
    #expect(await bench.idle().contains("No deleted, moved"))
    await bench.services.close()
  }

  @Test(
    "Undo is found in the palette, by the word for what happened too", arguments: ["Undo del", "undelete", "restore"])
  func undoInPalette(_ word: String) async throws {
    let bench = try await bench()
    try await bench.press("g", "j", "D")
    try await bench.confirm()
    await bench.idle()
    #expect(!FileSystem.exists(folder.path("w/requests/cart/pay.yaml")))
    try await bench.press(":")
    await bench.type(word)
    #expect(await bench.idle().contains("Undo deleting, moving or renaming"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Put back requests/cart/pay.yaml."))
    #expect(try text("requests/cart/pay.yaml") == "method: POST\nurl: /pay\n")
    await bench.services.close()
  }

  @Test("many marked requests move a piece at a time; Esc stops between pieces, and u takes all of it back")
  func stopped() async throws {
    for index in 0..<35 { try folder.write("url: /\(index)\n", to: "w/requests/many/r\(index + 10).yaml") }
    let bench = try await bench()
    let ids = bench.services.session.workspace.requests.map(\.id).filter { $0.hasPrefix("many/") }
    #expect(ids.count == 35)
    try await bench.press("/")
    await bench.type("many")
    try await bench.press("Enter", "g", "j")
    for _ in ids { try await bench.press("m") }
    try await bench.press("Alt-m")
    await bench.type("moved")
    // Both keys are there before the first piece has come back.
    try bench.terminal.press("Enter")
    try bench.terminal.press("Esc")
    let done = await bench.idle()
    let moved = try #require(
      done.firstMatch(of: /Stopped after (\d+) of 35\. Moved (\d+) requests to moved/), "\(done)")
    #expect(moved.1 == moved.2)
    let count = try #require(Int(moved.1))
    #expect(count > 0 && count < 35)
    let now = bench.services.session.workspace.requests.map(\.id)
    #expect(now.count { $0.hasPrefix("moved/") } == count && now.count { $0.hasPrefix("many/") } == 35 - count)
    try await bench.press("u")
    #expect(await bench.idle().contains("Moved back \(count) files."))
    #expect(bench.services.session.workspace.requests.map(\.id).filter { $0.hasPrefix("many/") } == ids)
    #expect(!FileSystem.exists(folder.path("w/requests/moved")))
    await bench.services.close()
  }

  @Test("marked requests are moved and deleted together")
  func marked() async throws {
    let bench = try await bench()
    try await bench.press("g", "j", "m", "G", "m", "Alt-m")
    #expect(await bench.idle().contains("Move 2 requests"))
    await bench.type("done")
    try await bench.press("Enter")
    let moved = await bench.idle()
    #expect(moved.contains("Moved 2 requests to done.") && moved.contains("done/other"), "\(moved)")
    #expect(try text("requests/done/other.yaml") == "url: /other\n")
    try await bench.press("G", "m", "Alt-d")
    #expect(await bench.idle().contains("Delete 1 marked request?"))
    await bench.services.close()
  }
}
