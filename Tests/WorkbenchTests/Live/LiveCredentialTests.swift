import ParleyEngine
import ParleyStore
import TerminalKit
import TestSupport
import Testing

@testable import ParleyWorkspace
@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices

/// Keys are pressed, and files are looked at.
@Suite("Saving asks where typed credentials belong", .timeLimit(.minutes(1)))
struct LiveCredentialTests {
  private static let secret = "q7-Zv_19mBxa"
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: asks1\nservers: { api: \"http://127.0.0.1:1\" }\n", to: "w/parley.yaml")
    try folder.write("vars: {}\n", to: "w/environments/local.yaml")
    try folder.write("url: /pay # first\nheaders: { X-Api-Key: start }\n", to: "w/requests/pay.yaml")
  }

  private func bench() async throws -> RunningBench<LiveServices> {
    let (bus, state) = (EventBus(), StateFolder(path: folder.path("state")))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    let bench = try RunningBench(
      120, 36, running: LiveServices(session, isScratch: false, stateFolder: state, bus: bus), now: Timestamp.now)
    await bench.idle()
    return bench
  }

  private func text(_ file: String) throws -> String { String(decoding: try folder.read("w/\(file)"), as: UTF8.self) }

  /// As if it were typed: the draft has it, and Ctrl-S is pressed.
  private func typed(_ bench: RunningBench<LiveServices>, _ change: (inout RequestDraft) -> Void) async throws {
    let saved = try await bench.services.requests.load("pay").saved
    var draft = saved
    change(&draft)
    try await bench.services.requests.keepDraft(draft, of: "pay", over: saved)
  }

  private func header(_ draft: inout RequestDraft) { draft.headers = [DraftRow("X-Api-Key", Self.secret)] }

  @Test("Enter encrypts it on this machine; undo brings back what was typed, and nothing of it is in a file")
  func machine() async throws {
    let first = try await bench()
    try await typed(first, header)
    let bench = try await bench()
    try await bench.press("Enter", "Ctrl-S")
    let asked = await bench.idle()
    #expect(asked.contains("Where does this credential belong?") && asked.contains("encrypted on this machine"))
    #expect(try !text("requests/pay.yaml").contains(Self.secret))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Saved to requests/pay.yaml"))
    #expect(try text("requests/pay.yaml").contains("{{secret(\"X-Api-Key of pay\")}}"))
    #expect(try text("requests/pay.yaml").contains("# first"))
  }

  @Test("Esc saves nothing and loses nothing; the next save asks again")
  func leaving() async throws {
    let first = try await bench()
    try await typed(first, header)
    let bench = try await bench()
    try await bench.press("Enter", "Ctrl-S", "Esc")
    await bench.idle()
    #expect(try text("requests/pay.yaml").contains("X-Api-Key: start"))
    #expect(try await bench.services.requests.load("pay").draft?.headers.first?.value == Self.secret)
    try await bench.press("Ctrl-S")
    #expect(await bench.idle().contains("Where does this credential belong?"))
  }

  @Test("in the file after all is the last choice, and is not asked again")
  func inFile() async throws {
    let first = try await bench()
    try await typed(first, header)
    let bench = try await bench()
    try await bench.press("Enter", "Ctrl-S")
    await bench.idle()
    try await bench.press("Left")
    #expect(await bench.idle().contains("in the file after all"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Saved to requests/pay.yaml"))
    #expect(try text("requests/pay.yaml").contains("X-Api-Key: \(Self.secret)"))
    let saved = try await bench.services.requests.load("pay").saved
    var draft = saved
    draft.url = "/other"
    guard case .saved = try await bench.services.requests.save(draft, of: "pay", over: saved) else {
      return #expect(Bool(false))
    }
  }

  @Test("from an environment variable: its name is asked, and the environment declares it")
  func variable() async throws {
    let first = try await bench()
    try await typed(first, header)
    let bench = try await bench()
    try await bench.press("Enter", "Ctrl-S")
    await bench.idle()
    try await bench.press("Right", "Enter", "Enter", "Enter")
    #expect(await bench.idle().contains("Name the environment variable"))
    await bench.type("PAY_KEY")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Saved to requests/pay.yaml"))
    #expect(try text("requests/pay.yaml").contains("{{X-Api-Key}}"))
    #expect(try text("environments/local.yaml").contains("X-Api-Key: { secret: env PAY_KEY }"))
  }

  @Test("an environment's variable typed in the table is asked about, and declared as secret")
  func table() async throws {
    let bench = try await bench()
    try await bench.press("Alt-v", "a")
    await bench.type("apiToken")
    try await bench.press("Enter", "Enter")
    await bench.type(Self.secret)
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Where does this credential belong?"))
    #expect(try !text("environments/local.yaml").contains("apiToken"))
    try await bench.press("Enter")
    await bench.idle()
    #expect(try text("environments/local.yaml").contains("apiToken: { secret: prompt }"))
    #expect(!bench.terminal.text.contains(Self.secret))
  }
}
