import ParleyEngine
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

  private func bench() async throws -> RunningBench<LiveServices> {
    let (bus, state) = (EventBus(), StateFolder(path: folder.path("state")))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    let bench = try RunningBench(
      120, 36, running: LiveServices(session, isScratch: false, stateFolder: state, bus: bus), now: Timestamp.now)
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

  @Test("marked requests are moved and deleted together")
  func marked() async throws {
    let bench = try await bench()
    try await bench.press("g", "j", "m", "G", "m", "Alt-m")
    #expect(await bench.idle().contains("Move 2 requests"))
    await bench.type("done")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Moved 2 requests to done."))
    #expect(try text("requests/done/other.yaml") == "url: /other\n")
    try await bench.press("G", "m", "Alt-d")
    #expect(await bench.idle().contains("Delete 1 marked request?"))
    await bench.services.close()
  }
}
