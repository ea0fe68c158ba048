import ParleyEngine
import ParleyStore
import TerminalKit
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace
@testable import Workbench
@testable import WorkbenchLive

@Suite("The defaults of a folder in the composer", .timeLimit(.minutes(1)))
struct DefaultsScreenTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(
      "parley: 1\nid: defaults1\nservers: { api: 'http://127.0.0.1:1' }\ndefaults: { timeout: 30s }\n",
      to: "w/parley.yaml")
    try folder.write("vars: {}\n", to: "w/environments/local.yaml")
    try folder.write("url: /add\n", to: "w/requests/cart/add.yaml")
    try folder.write("# Ours.\nheaders: { X-A: '1' }\n", to: "w/requests/cart/folder.yaml")
  }

  private func bench() async throws -> RunningBench<LiveServices> {
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    let bench = try RunningBench(
      100, 30, running: LiveServices(session, isScratch: false, stateFolder: state, bus: bus), now: Timestamp.now)
    await bench.idle()
    return bench
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try FileSystem.read(folder.path("w/\(file)"), limit: 1 << 20), as: UTF8.self)
  }

  @Test("d on a folder opens what its requests share; Ctrl-S writes it into folder.yaml")
  func editing() async throws {
    let bench = try await bench()
    try await bench.press("Home", "d")
    let shown = await bench.idle()
    #expect(shown.contains("defaults of cart") && shown.contains("folder.yaml") && shown.contains("X-A"))
    #expect(!shown.contains("Params") && shown.contains("Options"))
    try await bench.press("a")
    await bench.type("X-B")
    try await bench.press("Enter")
    await bench.type("2")
    try await bench.press("Enter", "Ctrl-S")
    #expect(await bench.idle().contains("Saved to requests/cart/folder.yaml."))
    #expect(try text("requests/cart/folder.yaml") == "# Ours.\nheaders: { X-A: '1', X-B: 2 }\n")
  }

  @Test("F5 says why defaults are not sent")
  func sending() async throws {
    let bench = try await bench()
    try await bench.press("Home", "d", "F5")
    #expect(await bench.idle().contains("These are defaults"))
  }

  @Test("a folder without a file gets one, and inherits from parley.yaml")
  func inheriting() async throws {
    try FileSystem.delete(folder.path("w/requests/cart/folder.yaml"))
    let bench = try await bench()
    try await bench.press("Home", "d", "]", "]", "]")
    #expect(await bench.idle().contains("30s"))
    try await bench.press("[", "[", "[", "a")
    await bench.type("X-B")
    try await bench.press("Enter")
    await bench.type("two")
    try await bench.press("Enter", "Ctrl-S")
    await bench.idle()
    #expect(try text("requests/cart/folder.yaml").contains("X-B: two"))
  }

  @Test("the environment's defaults are opened from its column of the table")
  func environment() async throws {
    let bench = try await bench()
    try await bench.press("Alt-v")
    await bench.idle()
    try await bench.press("d")
    #expect(await bench.idle().contains("defaults of the environment local"))
  }
}
