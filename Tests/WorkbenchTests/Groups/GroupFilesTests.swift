import Glibc
import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2 while files and other programs change what it shows", .timeLimit(.minutes(1)))
struct GroupFilesTests {
  private static let short = "serial:\n  - request: item/list\n  - { local: first, jq: '.items[0]' }\n"
  private static let longer = """
    serial:
      - { local: early, wait: 1ms }
      - { request: cart/pay, as: list }
      - { local: first, jq: '.' }
      - request: item/gone

    """

  @Test("an edit of a group's file shows at once, and F5 runs what the file says now")
  func edited() async throws {
    let screen = try await GroupScreen(file: Self.short)
    try screen.folder.write(Self.longer, to: "w/groups/shop.yaml")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    #expect(try await screen.newest().nodes.map(\.name) == ["early", "list", "first", "gone"])
    try await screen.bench.press("g")
    #expect(await screen.bench.shows("GET item/gone").contains("POST cart/pay as list"))
    try screen.folder.write(Self.short, to: "w/groups/shop.yaml")
    await screen.bench.shows("GET item/list", "as defined in its file")
  }

  @Test("groups come, break and go in the list as their files do; mocks too")
  func files() async throws {
    let screen = try await GroupScreen(file: Self.short)
    try screen.folder.write(Self.short, to: "w/groups/deep/new.yaml")
    await screen.bench.shows("new")
    try screen.folder.write("serial: [{ request: nothing }]\n", to: "w/groups/deep/new.yaml")
    await screen.bench.shows("new ✗")
    #expect(unlink(screen.folder.path("w/groups/deep/new.yaml")) == 0)
    try screen.folder.write("- match: GET /items\n  reply: { json: { items: [7] } }\n", to: "w/mocks/all.yaml")
    await screen.bench.hides("▾ deep")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    #expect(try await screen.newest().node(named: "first")?.output == .value(7))
  }

  @Test("a run keeps its names, methods and shape after steps were put into the file")
  func keepsItsShape() async throws {
    let screen = try await GroupScreen(file: Self.short)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Enter", "g", "Esc")
    let before = await screen.bench.idle().steps
    try screen.folder.write(Self.longer, to: "w/groups/shop.yaml")
    try await screen.bench.press("g")
    await screen.bench.shows("GET item/gone")
    try await screen.bench.press("j")
    let after = await screen.bench.idle()
    #expect(after.contains("run 1"))
    #expect(after.steps == before)
    try await screen.bench.press("Enter", "g", "w", "[", "[")
    #expect(await screen.bench.idle().contains("\"id\": 42"))
  }

  @Test("groups in a circle, and those that run one with errors, are marked in the list")
  func circles() async throws {
    let screen = try await GroupScreen(file: "serial: [{ group: loop }]\n")
    try screen.folder.write("serial: [{ local: a, wait: 1ms }, { group: loop }]\n", to: "w/groups/loop.yaml")
    await screen.bench.shows("loop ✗", "shop ✗", "a group it runs has errors")
  }

  @Test("a run of another program comes into the list as it begins, and is shown to its end")
  func otherPrograms() async throws {
    let screen = try await GroupScreen(file: Self.short)
    let other = try await Session.open(
      at: screen.folder.path("w"), state: StateFolder(path: screen.folder.path("state")), passphraseCost: 16)
    var summary = RunRecording.Summary(id: "other", group: "shop", startedAt: .now())
    var step = NodeRecord(path: .root.node(0), name: "slow", kind: .job, state: .running, startedAt: .now())
    other.store.note(.began(summary, of: [StepOutline(.root.node(0), "slow", .job, means: "wait")]))
    other.store.note(.node(step, of: "other"))
    await screen.bench.shows("1 ▶")
    try await screen.bench.press("j")
    await screen.bench.shows("ƒ slow", "run 1   ▶ running")
    #expect(!screen.bench.terminal.frame.text.contains("broken"))
    (step.state, step.endedAt, summary.state, summary.endedAt) = (.succeeded, .now(), .succeeded, .now())
    other.store.note(.node(step, of: "other"))
    other.store.note(.ended(summary))
    await screen.bench.shows("✓ done", "ok")
    await other.close()
  }

  @Test("a run of another program is followed while it runs, step by step and element by element")
  func followed() async throws {
    let screen = try await GroupScreen(file: Self.short)
    let other = try await Session.open(
      at: screen.folder.path("w"), state: StateFolder(path: screen.folder.path("state")), passphraseCost: 16)
    var list = NodeRecord(path: .root.node(0), name: "sums", kind: .job, state: .waiting, startedAt: .now())
    list.made.elements = 3
    other.store.note(
      .began(
        RunRecording.Summary(id: "other", group: "shop", startedAt: .now()),
        of: [StepOutline(.root.node(0), "sums", .job, means: "jq")]))
    other.store.note(.node(list, of: "other"))
    await screen.bench.shows("1 ▶")
    try await screen.bench.press("j")
    await screen.bench.shows("ƒ sums")
    for index in 0..<3 {
      var element = NodeRecord(
        path: .root.node(0).element(index), name: "sums", kind: .job, state: .succeeded, startedAt: .now())
      element.attempts = [.init(startedAt: .now(), endedAt: .now(), state: .succeeded)]
      other.store.note(.node(element, of: "other"))
      await screen.bench.shows("sums  \(index + 1)/3", "1[\(index)]")
    }
    await other.close()
  }

  @Test("a new group that is called like a kind of step is asked about", arguments: ["concurrent", "filter"])
  func calledLikeAStep(name: String) async throws {
    let screen = try await GroupScreen(file: Self.short)
    try await screen.bench.press("a")
    await screen.bench.type(name)
    try await screen.bench.press("Enter")
    #expect(await screen.bench.idle().contains("“\(name)” is a kind of step"))
    #expect((try? screen.folder.read("w/groups/\(name).yaml")) == nil)
    try await screen.bench.press("Enter")
    await screen.bench.idle()
    #expect((try? screen.folder.read("w/groups/\(name).yaml")) != nil)
  }

  @Test("renaming a request offers to rename it where files name it, and does so, or not", arguments: ["r", "o", "n"])
  func renaming(choice: String) async throws {
    let screen = try await GroupScreen(file: Self.short)
    let bench = screen.bench
    try await bench.press("1", "G", "r", "Ctrl-U")
    await bench.type("goods/all")
    try await bench.press("Enter")
    let asked = await bench.idle()
    #expect(asked.contains("Rename item/list to goods/all?") && asked.contains("groups/shop.yaml"))
    try await bench.press(choice)
    await bench.idle()
    let workspace = try await screen.session.reload()
    #expect((workspace.request("goods/all") != nil) == (choice != "n"))
    let steps = workspace.group("shop")?.definition.allNodes.compactMap(\.request?.value)
    #expect(steps == [choice == "r" ? "goods/all" : "item/list"])
  }
}

extension String {
  /// The lines of the steps, as far as their names.
  fileprivate var steps: [Substring] {
    split(separator: "\n").compactMap { line in
      line.split(separator: "│").first { $0.contains("GET ") || $0.contains("POST ") || $0.contains("ƒ ") }?.prefix(30)
    }
  }
}
