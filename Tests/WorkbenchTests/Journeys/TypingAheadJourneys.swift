import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Keys that are typed before there is something to see", .timeLimit(.minutes(1)))
struct TypingAheadJourneys {
  private func state(_ width: Int = 100, _ height: Int = 30) throws -> State {
    State(commands: try CommandSet(), size: Size(width: width, height: height), now: BenchUnderTest.start)
  }

  /// As the loop does it: what an action leads to, before anything else.
  private func run(_ action: Action, on state: inout State) {
    for case .then(let next) in state.update(action) { run(next, on: &state) }
  }

  private func type(_ keys: String..., on state: inout State) throws {
    for key in keys { run(.input(.key(try Key(name: key))), on: &state) }
  }

  private func load(_ id: RequestID, on state: inout State) {
    run(.request(.loaded(id, LoadedRequest(saved: RequestDraft(url: "/\(id)")))), on: &state)
  }

  @Test("they act once the workspace and its first request are there, in their order")
  func order() throws {
    var state = try state()
    try type("j", "Enter", on: &state)
    run(.workspace(.changed(.shop)), on: &state)
    #expect(state.openRequest == "cart/pay")
    load("cart/pay", on: &state)
    #expect(state.openRequest == "cart/read" && state.focus == .composer)
  }

  @Test("what is typed for the scratch request stands in its URL, and no letter of it is a command")
  func scratch() throws {
    var state = try state()
    try type("q", "D", ":", "3", on: &state)
    run(.input(.paste("/items")), on: &state)
    run(.workspace(.changed(WorkspaceSnapshot(name: "scratch", isScratch: true))), on: &state)
    run(.request(.loaded(.scratch, LoadedRequest(saved: RequestDraft()))), on: &state)
    #expect(state.tabs.current?.composer.draft.url == "qD:3/items")
    #expect(!state.end.hasCome && state.popups.isEmpty && state.screen == .requests)
  }

  @Test("none of them answers a question about trust: opening a workspace asks none")
  func question() throws {
    var state = try state()
    var workspace = WorkspaceSnapshot.shop
    workspace.trust = .wanted([TrustItem.command(["pass", "show", "shop"], files: [:])])
    try type("a", on: &state)
    run(.workspace(.changed(workspace)), on: &state)
    load("cart/pay", on: &state)
    // The letter makes a request, as it was meant to.
    #expect(state.popups.layers.count == 1 && state.popups.top?.sheet is FormSheet)
  }

  @Test("a request that is being opened gets the keys that follow")
  func opening() throws {
    var state = try state()
    run(.workspace(.changed(.shop)), on: &state)
    load("cart/pay", on: &state)
    try type("j", "Enter", "i", "End", "x", on: &state)
    load("cart/read", on: &state)
    #expect(state.tabs.current?.composer.draft.url == "/cart/readx")
  }

  @Test("Ctrl-C gets out, whatever is waited for")
  func wayOut() throws {
    var state = try state()
    try type("j", "Ctrl-C", on: &state)
    #expect(state.end.hasCome)
  }

  @Test("they act also when what was waited for does not come")
  func failure() throws {
    var state = try state()
    try type("?", on: &state)
    run(.failed(Problem(code: "workspace.gone", "The folder is gone.")), on: &state)
    #expect(state.popups.layers.count == 1)
    try type("Esc", on: &state)
    #expect(state.popups.top?.sheet is Help)
  }

  @Test("a list is scrolled the same, whether the size or the workspace comes first", arguments: [(20, 5), (80, 24)])
  func sizeOrWorkspace(_ width: Int, _ height: Int) throws {
    let size = Size(width: width, height: height)
    var sizeFirst = try state(0, 0)
    run(.input(.resize(size)), on: &sizeFirst)
    run(.workspace(.changed(.shop)), on: &sizeFirst)
    var workspaceFirst = try state(0, 0)
    run(.workspace(.changed(.shop)), on: &workspaceFirst)
    run(.input(.resize(size)), on: &workspaceFirst)
    #expect(sizeFirst.draw() == workspaceFirst.draw())
    #expect(sizeFirst.sidebar.cursor.top == 0)
  }

  @Test("a pane that is hidden for a while keeps its place in its list")
  func hidden() throws {
    var state = try state(20, 5)
    run(.workspace(.changed(.shop)), on: &state)
    load("cart/pay", on: &state)
    try type("j", on: &state)
    load("cart/read", on: &state)
    let before = state.draw()
    try type("Tab", "Shift-Tab", on: &state)
    #expect(state.draw() == before)
  }
}
