import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Drafts of groups over a real session", .timeLimit(.minutes(2)))
struct LiveGroupDraftTests {
  private static let saved = """
    serial:
      # the list
      - request: item/list
      - { local: first, jq: '$steps.list.items[0]' }

    """
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: drafts1\nservers: { api: \"http://127.0.0.1:1\" }\n", to: "w/parley.yaml")
    try folder.write("url: /items\n", to: "w/requests/item/list.yaml")
    try folder.write("- match: GET /items\n  reply: { json: { items: [7] } }\n", to: "w/mocks/all.yaml")
    try folder.write(Self.saved, to: "w/groups/shop.yaml")
  }

  private func open() async throws -> LiveServices {
    let (state, bus) = (StateFolder(path: folder.path("state")), EventBus())
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    session.mocks.isOn = true
    return LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
  }

  private func file() throws -> String { String(decoding: try folder.read("w/groups/shop.yaml"), as: UTF8.self) }

  private func node(_ numbers: Int...) -> NodePath { numbers.reduce(.root) { $0.node($1 - 1) } }

  @Test("a change gives the new text, where the cursor goes, and what is wrong beside each step")
  func changing() async throws {
    let services = try await open()
    let group = try await services.groups.loadGroup("shop")
    #expect(group.saved == Self.saved && group.draft == nil)
    let new = NewStep(.request("item/lits"))
    let changed = try await services.groups.change(.insert([new], .below(node(1))), in: group.saved, ofGroup: "shop")
    #expect(changed.cursor == node(2))
    #expect(changed.reading.outline?.steps.map(\.name) == ["list", "lits", "first"])
    #expect(changed.reading.mistakes.map(\.path) == [node(2)])
    #expect(changed.reading.mistakes.first?.mistake.message == "unknown request “item/lits”; did you mean “item/list”?")
    #expect(changed.reading.lines[node(2)] == 4)
    let moved = try await services.groups.change(.move([node(2)], by: -1), in: group.saved, ofGroup: "shop")
    #expect(moved.reading.mistakes.map(\.path) == [node(1)])
    #expect(moved.reading.outline?.hasMistake == true)
    await services.close()
  }

  @Test("each kind of new step can be read at once, with a name that is free")
  func newSteps() async throws {
    let services = try await open()
    let kinds: [NewStep.Kind] =
      JobKind.allCases.map { .job($0) } + [.list(.serial), .list(.concurrent), .request("item/list")]
    let steps = kinds.map { NewStep($0) }
    let changed = try await services.groups.change(.insert(steps, .inside(.root)), in: Self.saved, ofGroup: "shop")
    #expect(changed.reading.mistakes.isEmpty)
    #expect(
      changed.reading.outline?.steps.map(\.name) == [
        "list", "first", "jq", "assert", "set", "wait", "run", "serial 8", "concurrent 9", "list_2",
      ])
    await services.close()
  }

  @Test("what cannot be done is said in a sentence")
  func refusing() async throws {
    let services = try await open()
    let error = await #expect(throws: (any Error).self) {
      try await services.groups.change(.move([node(1)], by: -1), in: Self.saved, ofGroup: "shop")
    }
    #expect(error.map { Problem($0).summary } == "It is the first of its list.")
    await services.close()
  }

  @Test("a text that is not YAML keeps no outline, and tells its mistake")
  func broken() async throws {
    let services = try await open()
    let reading = await services.groups.read("serial:\n  - request: 'a\n", asGroup: "shop")
    #expect(reading.outline == nil)
    #expect(reading.mistakes.first?.path == .root)
    let save = await #expect(throws: (any Error).self) {
      try await services.groups.saveGroup("serial: [\n", of: "shop", over: Self.saved)
    }
    #expect(save.map { Problem($0).code } == "group.notReadable")
    #expect(try file() == Self.saved)
    await services.close()
  }

  @Test("a draft survives the end of the program, is marked in the list, and goes when it is saved")
  func keeping() async throws {
    let first = try await open()
    let draft = try await first.groups.change(.setDisabled([node(2)], true), in: Self.saved, ofGroup: "shop").text
    try await first.groups.keepGroupDraft(draft, of: "shop", over: Self.saved)
    await first.close()
    let second = try await open()
    #expect(try await second.workspace.read().groups.map(\.hasDraft) == [true])
    let loaded = try await second.groups.loadGroup("shop")
    #expect(loaded.draft == draft && loaded.saved == Self.saved && !loaded.isChangedOnDisk)
    guard
      case .saved(let saved, let snapshot) = try await second.groups.saveGroup(draft, of: "shop", over: loaded.saved)
    else {
      return #expect(Bool(false), "it was not saved")
    }
    #expect(saved.saved == draft && saved.draft == nil)
    #expect(snapshot.groups.map(\.hasDraft) == [false])
    #expect(try file() == Self.saved.replacing("items[0]' }", with: "items[0]', disabled: true }"))
    await second.close()
  }

  @Test("a file that another program changed is not written over: both texts are there to choose from")
  func conflicts() async throws {
    let services = try await open()
    let (mine, theirs) = (Self.saved + "# mine\n", Self.saved + "# theirs\n")
    try await services.groups.keepGroupDraft(mine, of: "shop", over: Self.saved)
    try folder.write(theirs, to: "w/groups/shop.yaml")
    let wanted = LoadedGroup("shop", file: "groups/shop.yaml", saved: theirs, draft: mine, base: Self.saved)
    #expect(try await services.groups.saveGroup(mine, of: "shop", over: Self.saved) == .changedOnDisk(wanted))
    #expect(try await services.groups.loadGroup("shop") == wanted)
    #expect(try file() == theirs)
    guard case .saved = try await services.groups.saveGroup(mine, of: "shop", over: theirs) else {
      return #expect(Bool(false), "it was not saved over what was seen")
    }
    #expect(try file() == mine)
    await services.close()
  }

  @Test("a run takes the draft in place of the file, and its recording has the draft's steps")
  func running() async throws {
    let services = try await open()
    let draft = try await services.groups.change(.rename(node(1), "all"), in: Self.saved, ofGroup: "shop").text
    guard case .prepared(let run) = try await services.groups.prepare(RunIntent("shop", text: draft)) else {
      return #expect(Bool(false), "it was not prepared")
    }
    _ = await run.run.result()
    try await services.session.flushEvents()
    let recording = try await services.session.runs.recording(of: services.session.runs.kept("last"))
    #expect(recording.nodes.map(\.name) == ["all", "first"])
    #expect(recording.node(named: "first")?.output == .value(7))
    #expect(try file() == Self.saved)
    await services.close()
  }
}
