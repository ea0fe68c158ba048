import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// One program after the other on one store; the first one is never told to end.
@Suite("What stands in an open editor outlives the program", .timeLimit(.minutes(2)))
struct EditorDraftTests {
  /// An editor over the keys of an environment.
  enum Editor: String, CaseIterable, CustomTestStringConvertible {
    case value, secret, newKey, leaf, rename, expiry, variable, environment, request, source

    var testDescription: String { rawValue }

    /// From screen 5 with the cursor on the key `plain`, or `token`.
    var keys: [String] {
      switch self {
      case .value: ["Enter"]
      case .secret: ["G", "Enter"]
      case .newKey: ["a", "k", "Enter", "Enter", "Enter", "Enter"]
      case .leaf: ["s", "j", "Enter"]
      case .rename: ["r"]
      case .expiry: ["X"]
      case .variable: ["Alt-v", "a"]
      case .environment: ["Alt-v", "A"]
      case .request: ["1", "a"]
      case .source: ["Alt-a"]
      }
    }

    /// As the list of what is unsaved calls it.
    var title: String {
      switch self {
      case .value: "the value of plain"
      case .secret: "the value of token"
      case .newKey: "the value of k"
      case .leaf: "Change .a"
      case .rename: "Rename plain"
      case .expiry: "plain"
      case .variable: "New variable in"
      case .environment: "New environment"
      case .request: "New request"
      case .source: "what to import"
      }
    }
  }

  private func screen() async throws -> SharedScreen {
    try await SharedScreen(120, 30) { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.sharedKeys.set("plain", .json(["a": 1]))
      try await session.sharedKeys.set("token", "sealed")
    }
  }

  /// Types into an editor, and lets the program die: nothing of it is told anything any more.
  private func killed(in editor: Editor, typing text: String) async throws -> SharedScreen {
    let screen = try await screen()
    for key in editor.keys { try await screen.bench.press(key) }
    await screen.bench.idle()
    await screen.bench.type(text)
    await screen.bench.idle()
    return screen
  }

  @Test("it is offered when the program opens again, whatever the editor", arguments: Editor.allCases)
  func offered(editor: Editor) async throws {
    let screen = try await killed(in: editor, typing: "zzz1")
    let bench = try await screen.openedAfterKill()
    let text = await bench.shows("Typed when Parley")
    #expect(text.contains(editor.title), "\(text)")
    #expect(text.contains("zzz1") != (editor == .secret || editor == .newKey), "\(text)")
  }

  @Test("it stands in its editor again, and is saved from there; then nothing of it is left")
  func opened() async throws {
    let screen = try await killed(in: .secret, typing: "zzz1")
    let bench = try await screen.openedAfterKill()
    await bench.shows("the value of token")
    try await bench.press("Enter")
    bench.pass(.seconds(1))
    try await bench.press("o")
    await bench.shows("passphrase of vault")
    await bench.type("open")
    try await bench.press("Enter")
    await bench.shows("sealedzzz1")
    try await bench.press("Ctrl-S")
    await bench.shows("Saved token")
    #expect(try await bench.services.session.shared.get("token") == "sealedzzz1")
    #expect(try await bench.services.session.store.drafts.all().isEmpty)
  }

  @Test("a form comes back with what was typed into it, and what is given up is not offered again")
  func forms() async throws {
    let screen = try await killed(in: .environment, typing: "zzz1")
    let bench = try await screen.openedAfterKill()
    await bench.shows("New environment")
    try await bench.press("Enter")
    bench.pass(.seconds(1))
    try await bench.press("o")
    #expect(await bench.shows("ask before sending").contains("zzz1"))
    try await bench.press("Esc")
    await bench.idle()
    #expect(try await bench.services.session.store.drafts.all().isEmpty)
  }

  @Test("nobody who types gives it up: a letter only chooses that, and Ctrl-T does it")
  func typing() async throws {
    let screen = try await killed(in: .environment, typing: "zzz1")
    let bench = try await screen.openedAfterKill()
    await bench.shows("New environment")
    try await bench.press("Enter", "d")
    bench.pass(.seconds(1))
    try await bench.press("d", "Enter")
    #expect(await bench.idle().contains("Enter never does that"))
    #expect(try await !bench.services.session.store.drafts.all().isEmpty)
    try await bench.confirm()
    await bench.idle()
    #expect(try await bench.services.session.store.drafts.all().isEmpty)
  }

  @Test("left by Esc, it is not offered by itself again, and the palette still has it")
  func offeredOnce() async throws {
    let screen = try await killed(in: .request, typing: "zzz1")
    let first = try await screen.openedAfterKill()
    await first.shows("Typed when Parley ended, and not saved")
    try await first.press("Esc")
    await first.idle()
    first.terminal.send(.terminate)
    await first.ended()
    let second = try await screen.opened(state: "left")
    #expect(await !second.idle().contains("Typed when Parley"))
    try await second.press(":")
    await second.type("unsaved texts")
    try await second.press("Enter")
    #expect(await second.shows("Typed when Parley").contains("zzz1"))
  }

  @Test("what others wrote meanwhile is not written over unseen")
  func conflict() async throws {
    let screen = try await killed(in: .value, typing: " ")
    try await screen.session.shared.set("plain", .json(["a": 2]), writer: "another")
    let bench = try await screen.openedAfterKill()
    await bench.shows("the value of plain")
    try await bench.press("Enter")
    bench.pass(.seconds(1))
    try await bench.press("o")
    await bench.shows("editing json")
    try await bench.press("Ctrl-S")
    #expect(await bench.shows("was changed meanwhile").contains("theirs"))
  }

  @Test("a program that is still running keeps its own: another one is offered nothing of it")
  func running() async throws {
    let screen = try await screen()
    try await screen.bench.press("Enter")
    await screen.bench.idle()
    await screen.bench.type("zzz1")
    await screen.bench.idle()
    let other = try await screen.other()
    #expect(try await other.store.drafts.leftEditors().isEmpty)
    #expect(try await other.store.drafts.all().count == 1)
    await other.close()
  }

  @Test("it is encrypted, as all drafts are, and so is the place it was typed into")
  func encrypted() async throws {
    let screen = try await killed(in: .leaf, typing: "zzz1")
    for file in ["data.sqlite", "data.sqlite-wal"] {
      let bytes = (try? readFile("\(screen.session.location.folder)/\(file)")) ?? []
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("zzz1") && !text.contains("Change .a"))
    }
  }
}

/// What is typed for steps of groups.
@Suite("What is typed for a step outlives the program", .timeLimit(.minutes(2)))
struct StepDraftTests {
  enum Editor: String, CaseIterable, CustomTestStringConvertible {
    case result, input, request, filter, overrides

    var testDescription: String { rawValue }

    /// From the run that is paused before `pay`, or from the form of a step.
    var keys: [String] {
      switch self {
      case .result: ["t"]
      case .input: ["i"]
      case .request: ["I", "]", "a"]
      case .filter: ["g", "Enter", "g", "j", "Enter", "Enter"]
      case .overrides: ["g", "Enter", "g", "j", "j", "Enter", "G", "Enter"]
      }
    }

    var title: String {
      switch self {
      case .result: "the result of pay"
      case .input: "the input of pay"
      case .request: "the request of pay"
      case .filter: "jq of a step of shop"
      case .overrides: "what a step of shop says differently"
      }
    }
  }

  @Test("it is offered when the program opens again", arguments: [Editor.result, .input, .request])
  func atAPause(editor: Editor) async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "j", "b", "F5")
    await bench.shows("paused before pay")
    await bench.shows("\"total\": 99.5")
    for key in editor.keys { try await bench.press(key) }
    await bench.type("zzz1")
    await bench.quiet()
    let again = try await screen.openedAfterKill()
    let text = await again.shows("Typed when Parley")
    #expect(text.contains(editor.title), "\(text)")
  }

  @Test("a filter that is not whole yet is offered too, and stands in its field again")
  func filter() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    for key in Editor.filter.keys { try await bench.press(key) }
    await bench.idle()
    await bench.type(" | zzz1(")
    await bench.idle()
    let again = try await screen.openedAfterKill()
    #expect(await again.shows("Typed when Parley").contains("zzz1("))
    try await again.press("Esc", "2")
    for key in Editor.filter.keys { try await again.press(key) }
    #expect(await again.shows("zzz1(").contains("2 first"))
  }

  @Test("a message to a WebSocket is kept until it is sent")
  func message() throws {
    var screen = RequestsScreen()
    _ = screen.tabs.open("chat/room")
    screen.tabs.change("chat/room") { $0.response.message.editor.replaceAll(with: "zzz1") }
    let drafts = screen.editorDrafts(in: nil)
    #expect(drafts.map(\.place) == [.message("chat/room")])
    var again = RequestsScreen()
    _ = again.tabs.open("chat/room")
    again.tabs.change("chat/room") { $0.response.message.isOpen = true }
    let isFilled = again.fill(drafts[0], in: nil)
    #expect(isFilled)
    #expect(again.tabs.current?.response.message.editor.text == "zzz1")
  }
}
