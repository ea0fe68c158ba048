import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices

@Suite("Copying a request as curl", .timeLimit(.minutes(1)))
struct CurlJourneys {
  @Test("y c asks nothing, and copies what would be sent with its secrets masked")
  func masked() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "y", "c")
    await bench.idle()
    #expect(
      bench.terminal.record.copied == ["curl 'http://127.0.0.1:8080/cart/pay' --user 'ada:\(Secrets.mask)'"])
  }

  @Test("y c of a request that cannot be filled in says that nothing was copied, for nothing was to be sent")
  func notCopied() async throws {
    let bench = try BenchUnderTest()
    bench.services.change { $0.failures["curl"] = Problem(code: "render.undefined", "Nothing defines token.") }
    await bench.idle()
    try await bench.press("Enter", "y", "c")
    let text = await bench.idle()
    #expect(text.contains("✗ Not copied") && text.contains("Nothing defines token."), "\(text)")
  }

  @Test("y C asks for what is asked before a send, and copies it whole")
  func whole() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "y", "C")
    #expect(await bench.idle().contains("Before copying cart/pay"))
    await bench.type("geheim")
    try await bench.press("Enter")
    await bench.idle()
    #expect(bench.terminal.record.copied == ["curl 'http://127.0.0.1:8080/cart/pay' --user 'ada:geheim'"])
  }

  @Test(
    "what the request needs and is not trusted with is asked for in place, and it is copied then",
    arguments: ["c", "C"])
  func trust(way: String) async throws {
    let folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: curl1\nservers: { api: 'http://127.0.0.1:1' }\n", to: "w/parley.yaml")
    try folder.write("url: /me\nauth: { command: [/bin/echo, geheim] }\n", to: "w/requests/me.yaml")
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    let bench = try RunningBench(
      100, 30, running: LiveServices(session, isScratch: false, stateFolder: state, bus: bus), now: Timestamp.now)
    await bench.idle()
    try await bench.press("Enter", "y", way)
    #expect(await bench.shows("Trust this workspace?").contains("/bin/echo"))
    try await bench.press("Esc")
    #expect(await bench.quiet().contains("Trust this workspace?") == false && bench.terminal.record.copied.isEmpty)
    try await bench.press("y", way)
    await bench.shows("Trust this workspace?")
    try await bench.confirm()
    await bench.shows("Copied the curl command of me")
    #expect(bench.terminal.record.copied.first?.contains("http://127.0.0.1:1/me") == true)
    #expect(bench.terminal.record.copied.first?.contains("geheim") == (way == "C"))
  }
}

@Suite("The hints of a screen", .timeLimit(.minutes(1)))
struct HintJourneys {
  @Test(
    "F5 says what it sends where that is to be seen, and no other screen offers to send it",
    arguments: ["1", "3", "4", "5"])
  func sending(_ screen: String) async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press(screen)
    await bench.idle()
    #expect(bench.terminal.frame.lines.last?.contains("F5 send cart/pay  ") == (screen == "1"))
  }
}
