import ParleyEngine
import ParleyModel
import ParleyStore
import TerminalKit
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace
@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices

/// From an empty folder to a workspace with environments, without an editor.
@Suite("Environments of a scratch workspace", .timeLimit(.minutes(1)))
struct ScratchEnvironmentTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func bench() async throws -> RunningBench<LiveServices> {
    let (bus, state) = (EventBus(), StateFolder(path: folder.path("state")))
    let root = try ScratchWorkspace.make(in: state)
    let session = try await Session.open(at: root, state: state, events: bus, passphraseCost: 16)
    let bench = try RunningBench(
      120, 36,
      running: LiveServices(
        session, isScratch: true, stateFolder: state, bus: bus, currentFolder: folder.path("desk")),
      now: Timestamp.now)
    await bench.idle()
    return bench
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try FileSystem.read(folder.path(file), limit: 1 << 20), as: UTF8.self)
  }

  @Test("two environments are made before anything is saved, and saving takes them along")
  func saving() async throws {
    let bench = try await bench()
    await bench.type("{{baseUrl}}/items")
    try await bench.press("Alt-v", "A")
    await bench.type("dev")
    try await bench.press("Enter", "Enter", "Enter")
    #expect(await bench.idle().contains("dev"))
    try await bench.press("a")
    await bench.type("baseUrl")
    try await bench.press("Enter", "Enter")
    await bench.type("http://127.0.0.1:1")
    try await bench.press("Enter")
    await bench.idle()
    try await bench.press("P")
    await bench.type("prod")
    try await bench.press("Enter")
    let table = await bench.idle()
    #expect(table.contains("dev") && table.contains("prod"))
    try await bench.press("Space", "Esc", "Ctrl-S")
    #expect(await bench.idle().contains("Creates a workspace from this request and your environments"))
    await bench.type(folder.path("mine"))
    try await bench.press("Enter", "Enter")
    let saved = await bench.idle()
    #expect(saved.contains("prod") && !saved.contains("scratch"), "\(saved)")
    #expect(try text("mine/environments/dev.yaml") == "vars:\n  baseUrl: http://127.0.0.1:1\n")
    #expect(try text("mine/environments/prod.yaml") == "vars:\n  baseUrl: http://127.0.0.1:1\n")
    #expect(try text("mine/parley.yaml").contains("api: \"{{baseUrl}}\""))
    #expect(!FileSystem.exists(folder.path("mine/environments/local.yaml")))
    #expect(!FileSystem.exists(folder.path("state/scratch/environments/dev.yaml")))
    let session = bench.services.session
    #expect(session.environmentName == "prod" && session.workspace.diagnostics.isEmpty)
  }

  @Test("saved in the empty folder one stands in, a request has its own server as baseUrl, and nothing else is made")
  func server() async throws {
    try folder.write("", to: "desk/.keep")
    try FileSystem.delete(folder.path("desk/.keep"))
    let bench = try await bench()
    await bench.type("https://api.test:8443/v1/items?page=2")
    try await bench.press("Ctrl-S")
    let asked = await bench.idle()
    #expect(asked.contains("folder") && asked.contains(" . "), "\(asked)")
    try await bench.press("Up", "Ctrl-U", "Enter", "Enter")
    #expect(await bench.idle().contains("Name a folder."))
    await bench.type(folder.path("mine"))
    try await bench.press("Enter", "Enter")
    await bench.idle()
    #expect(try text("mine/requests/v1/items.yaml") == "url: /v1/items?page=2\n")
    #expect(try text("mine/environments/local.yaml").hasPrefix("vars:\n  baseUrl: https://api.test:8443\n"))
    #expect(!FileSystem.exists(folder.path("mine/requests/hello.yaml")))
    #expect(bench.services.session.workspace.diagnostics.isEmpty)
  }

  @Test("values without an environment, answers and a server of one's own go along; what the workspace has stays")
  func values() async throws {
    let bench = try await bench()
    let scratch = bench.services.session
    _ = try await scratch.environments.edit(.set("page", .text("7"), in: .workspace))
    _ = try await scratch.environments.edit(.create(EnvironmentSummary("dev")))
    _ = try await scratch.environments.edit(.set("token", .asked, in: .environment("dev")))
    try scratch.select(environment: "dev")
    try await scratch.answers.keep("s3cret", to: "token", .machine)
    try folder.write("parley: 1\nid: there\nvars: { page: 1 }\n", to: "there/parley.yaml")
    try folder.write("vars: { token: x }\n", to: "there/environments/dev.yaml")
    let draft = RequestDraft(url: "http://127.0.0.1:1/")
    _ = try await bench.services.workspace.keepScratch(draft, as: "first", in: folder.path("there"))
    #expect(try text("there/parley.yaml") == "parley: 1\nid: there\nvars: { page: 1 }\n")
    #expect(try text("there/environments/dev.yaml") == "vars: { token: x }\n")
    #expect(try text("state/scratch/parley.yaml") == "parley: 1\nid: scratch\n")
  }
}
