import Foundation
import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive

@Suite("The first minute, where there is no workspace", .timeLimit(.minutes(1)))
struct FirstMinuteJourneys {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func workspace(_ name: String, _ request: String) throws {
    try folder.write("parley: 1\nid: \(name)0000\nservers: { api: 'http://127.0.0.1:1' }\n", to: "\(name)/parley.yaml")
    try folder.write("url: /\(request)\n", to: "\(name)/requests/\(request).yaml")
  }

  private func services(in name: String?) async throws -> LiveServices {
    let state = StateFolder(path: folder.path("state"))
    let bus = EventBus()
    let root = try name.map { folder.path($0) } ?? ScratchWorkspace.make(in: state)
    let session = try await Session.open(at: root, state: state, events: bus)
    return LiveServices(session, isScratch: name == nil, stateFolder: state, bus: bus, currentFolder: folder.path)
  }

  private func bench(
    in name: String? = nil, _ width: Int = 80, _ height: Int = 24
  ) async throws -> RunningBench<LiveServices> {
    try RunningBench(width, height, running: await services(in: name), now: Timestamp.now)
  }

  @Test(
    "the ways to begin are named, nothing is called wrong, and nothing needs another size", arguments: [80, 120, 160])
  func invites(width: Int) async throws {
    let text = await (try bench(in: nil, width, width == 80 ? 24 : 36)).shows("parley demo")
    for way in ["Type or paste a URL", "curl command", "Alt-a", "OpenAPI", "Alt-w"] {
      #expect(text.contains(way), "\(text)")
    }
    #expect(!text.contains("✗") && !text.contains("…│"), "\(text)")
  }

  @Test("the workspaces that were opened last are listed, the last one first; one that is gone is not")
  func recent() async throws {
    for name in ["shop", "bank", "gone"] {
      try workspace(name, "item")
      await (try await services(in: name)).close()
    }
    try FileManager.default.removeItem(atPath: folder.path("gone"))
    let text = await (try bench(in: nil, 100, 30)).shows("opened last")
    let (bank, shop) = (text.range(of: "/bank"), text.range(of: "/shop"))
    #expect(try #require(bank).lowerBound < #require(shop).lowerBound && !text.contains("/gone"), "\(text)")
  }

  @Test("another workspace is opened by its folder; a folder without one is an error that changes nothing")
  func opens() async throws {
    try workspace("shop", "item")
    try workspace("bank", "account")
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
    let bench = try await bench(in: "shop", 100, 30)
    await bench.shows("/item")
    try await bench.press("Alt-w", "Enter")
    #expect(await bench.idle().contains("folder"))
    await bench.type("empty")
    try await bench.press("Enter")
    await bench.shows("parley.yaml")
    try await bench.press("Esc", "Alt-w", "Enter")
    await bench.type("bank/requests")
    try await bench.press("Enter")
    await bench.ended()
  }

  @Test("a colon in the empty field lists the commands; open and demo mean what they say, whatever begins so")
  func colon() async throws {
    let bench = try await bench(in: nil, 100, 30)
    await bench.shows("parley demo")
    try await bench.press(":")
    await bench.type("open")
    await bench.shows("› open")
    try await bench.press("Enter")
    await bench.shows("Another folder")
    try await bench.press("Esc")
    await bench.type("h:1")
    let typed = await bench.idle()
    #expect(typed.contains("h:1") && !typed.contains("Commands, requests"), "\(typed)")
    try await bench.press("Esc", ":")
    await bench.type("demo")
    await bench.shows("› demo")
    try await bench.press("Enter")
    // The scratch request that has been typed stays a draft.
    await bench.shows("Open the demo?", "kept as a draft")
    try await bench.press("o")
    await bench.ended()
  }

  @Test("F5 and everything else still work in the scratch request; the invitation goes when something was sent")
  func sends() async throws {
    let bench = try await bench(in: nil, 100, 30)
    await bench.shows("parley demo")
    await bench.type("http://127.0.0.1:1/x")
    try await bench.press("F5")
    let text = await bench.shows("refused the connection")
    #expect(!text.contains("parley demo"), "\(text)")
  }
}

@Suite("Open requests are walked like tabs", .timeLimit(.minutes(1)))
struct OpenRequestJourneys {
  private func opened() async throws -> BenchUnderTest {
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    for name in ["cart/pay", "user/login"] {
      try await bench.press(":")
      await bench.type(name)
      await bench.idle()
      try await bench.press("Enter")
      await bench.idle()
      try await bench.press("Esc")
    }
    return bench
  }

  @Test("the one that is shown at first, which nobody opened, is none of them")
  func first() async throws {
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    try await bench.press(":")
    await bench.type("user/login")
    await bench.idle()
    try await bench.press("Enter")
    await bench.idle()
    try await bench.press("Esc", "'")
    #expect(await bench.idle().contains("No other request is open yet."))
  }

  @Test("forth and back, and round at the end")
  func walks() async throws {
    let bench = try await opened()
    #expect(await bench.idle().contains("┐┌ user/login"))
    try await bench.press("Alt-,")
    #expect(await bench.idle().contains("┐┌ cart/pay"))
    try await bench.press("Esc", "Alt-.")
    #expect(await bench.idle().contains("┐┌ user/login"))
  }

  @Test("once another request is open, the line of hints has the key that goes to it, where there is room")
  func nextOpen() async throws {
    let bench = try BenchUnderTest(160, 48)
    #expect(await !bench.idle().contains("next open"))
    for name in ["profile", "login"] {
      try await bench.press("/")
      await bench.type(name)
      try await bench.press("Enter")
      await bench.idle()
      try await bench.press("Esc")
    }
    #expect(await bench.idle().contains("Alt-. next open"))
  }

  @Test("those that were looked for in the list are among them, and their number is said")
  func lookedFor() async throws {
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    for name in ["profile", "login"] {
      try await bench.press("/")
      await bench.type(name)
      try await bench.press("Enter")
      await bench.idle()
      try await bench.press("Esc")
    }
    try await bench.press("Alt-,")
    let text = await bench.idle()
    #expect(text.contains("┐┌ user/profile") && text.contains("1 of 2 open: user/profile"), "\(text)")
  }

  @Test("the one used before is the first in the list of recent ones")
  func recent() async throws {
    let bench = try await opened()
    try await bench.press("'")
    let list = await bench.idle()
    #expect(list.contains("Recent requests") && list.contains(/POST +cart\/pay/), "\(list)")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("┐┌ cart/pay"))
  }
}
