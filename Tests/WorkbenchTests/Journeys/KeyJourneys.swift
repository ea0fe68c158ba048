import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchScreens
@testable import WorkbenchState

@Suite("Giving a command another key", .timeLimit(.minutes(1)))
struct KeyJourneys {
  /// With the help open and the cursor on the command that filters requests.
  private func helped() async throws -> BenchUnderTest {
    let bench = try BenchUnderTest(100, 40)
    await bench.idle()
    try await bench.press("?")
    for _ in 0..<20 where !(try await onFilter(bench)) { try await bench.press("j") }
    return bench
  }

  private func onFilter(_ bench: BenchUnderTest) async throws -> Bool {
    let frame = await bench.idleFrame()
    let width = frame.size.width
    return frame.lines.indices.contains { line in
      let cells = frame.cells[line * width..<(line + 1) * width]
      return cells.contains { $0.style.ground == .selection } && frame.lines[line].contains("Shows only requests")
    }
  }

  @Test("in the help: Enter, the key, Enter; it counts at once, stands in the help, and is kept")
  func rebinding() async throws {
    let bench = try await helped()
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Keys of “"))
    try await bench.press("Enter", "F9")
    #expect(await bench.idle().contains("F9"))
    try await bench.press("Enter")
    let text = await bench.idle()
    #expect(text.contains("F9") && text.contains("Shows only requests"))
    #expect(bench.services.snapshot.keys == ["sidebar.filter": "F9"])
    try await bench.press("Esc", "F9")
    await bench.type("login")
    #expect(await bench.idle().contains("/ login"))
  }

  @Test("the list of environments and the sentences name the key that a person chose")
  func named() throws {
    let commands = try CommandSet(rebound: ["environment.edit": ["F9"]])
    let state = State(commands: commands, size: Size(width: 100, height: 40), now: .now())
    var frame = Frame(size: state.size)
    EnvironmentSwitch.picker(in: state).draw(into: &frame, over: Rect(x: 0, y: 0, width: 100, height: 40), in: state)
    #expect(frame.text.contains("F9") && !frame.text.contains("Alt-v"), "\(frame.text)")
    #expect(commands.naming(keysIn: "Alt-v, or Ctrl-S: a key.") == "F9, or Ctrl-S: a key.")
    #expect(try CommandSet().naming(keysIn: "Alt-v.") == "Alt-v.")
  }

  @Test("the new key may be pressed as soon as the keys of the command are shown, with what the command does")
  func atOnce() async throws {
    let bench = try await helped()
    try await bench.press("Enter")
    let asked = await bench.idle()
    #expect(asked.contains("Press the new key") && asked.contains("Keys of “Filter”"), "\(asked)")
    try await bench.press("F9", "Enter")
    #expect(await bench.idle().contains("Your keys are saved in /home/ada/keybindings."))
    #expect(bench.services.snapshot.keys == ["sidebar.filter": "F9"])
  }

  @Test("what another command would lose is said before it is done, and Esc leaves all as it is")
  func conflict() async throws {
    let bench = try await helped()
    try await bench.press("Enter", "Enter", "D", "Enter")
    #expect(await bench.idle().contains("“Delete the request or folder” loses D"))
    #expect(bench.services.snapshot.keys.isEmpty)
    try await bench.press("Esc", "Esc", "Enter", "Enter", "D", "Enter", "Enter")
    await bench.idle()
    #expect(bench.services.snapshot.keys == ["sidebar.filter": "D", "sidebar.delete": "Delete"])
    try await bench.press("Esc", "D")
    await bench.type("login")
    #expect(await bench.idle().contains("/ login"))
  }

  @Test("where there are tabs, the hint names the key that goes forward")
  func forward() {
    let commands = [CommandRow].all.map(\.command)
    #expect(!commands.contains { $0.shared?.id == "tab.previous" && $0.hint != nil })
    #expect(commands.contains { $0.shared?.id == "tab.next" && $0.hint != nil })
  }

  @Test("a key that is given to something everywhere is lost to all lists at once, whose other key stays")
  func perKey() throws {
    let commands = try CommandSet()
    let plan = try commands.plan(giving: KeySequence("Down"), to: "request.send", inPlaceOf: nil)
    #expect(plan.changes["request.send"]?.map(\.name) == ["F5", "Alt-Enter", "Down"])
    #expect(plan.changes["list.down"]?.map(\.name) == ["j"])
    #expect(plan.changes["sidebar.down"] == nil && plan.changes["answer.down"] == nil)
    #expect(plan.losses.contains { $0.sentence == "“Down” loses ↓ and keeps j." })
    let keymap = plan.commands.table.keymap
    #expect(keymap.lookup([.character("j")], in: [.sidebar, .browsing, .always]) == .command("sidebar.down"))
    #expect(keymap.lookup([.down], in: [.sidebar, .browsing, .always]) == .command("request.send"))
  }

  @Test("one of several keys is exchanged or taken away, the others stay; another is added")
  func slots() throws {
    let commands = try CommandSet()
    let exchanged = try commands.plan(giving: KeySequence("F9"), to: "sidebar.down", inPlaceOf: KeySequence("Down"))
    #expect(exchanged.changes == ["list.down": [try KeySequence("F9"), try KeySequence("j")]])
    #expect(exchanged.losses.isEmpty)
    let fewer = try commands.plan(giving: nil, to: "sidebar.down", inPlaceOf: KeySequence("Down"))
    #expect(fewer.changes == ["list.down": [try KeySequence("j")]] && fewer.losses.count == 1)
    let more = try exchanged.commands.plan(giving: KeySequence("F10"), to: "sidebar.down", inPlaceOf: nil)
    #expect(more.changes["list.down"]?.map(\.name) == ["F9", "j", "F10"])
  }

  @Test("a command of several panes changes in all, one of a pane takes a key in that pane only")
  func panes() throws {
    let commands = try CommandSet(KeyBindingFile("body.search = F2\n"))
    for pane: KeyContext in [.response, .cacheEntry, .exchange] {
      #expect(commands.table.keymap.lookup([.function(2)], in: [pane]) != .none, "\(pane)")
    }
    let plan = try CommandSet().plan(giving: KeySequence("g"), to: "sidebar.filter", inPlaceOf: nil)
    #expect(plan.changes["sidebar.first"]?.map(\.name) == ["Home"] && plan.changes["list.first"] == nil)
    let own = try CommandSet(KeyBindingFile("answer.search = F2\n"))
    let again = try own.plan(giving: KeySequence("F9"), to: "answer.search", inPlaceOf: KeySequence("F2"))
    #expect(again.changes.mapValues { $0.map(\.name) } == ["answer.search": ["F9"]])
  }

  @Test("a key that only one pane adds changes there; what is shared keeps the others' keys")
  func ownKeys() throws {
    let commands = try CommandSet()
    let space = try commands.plan(giving: KeySequence("F9"), to: "answer.pageDown", inPlaceOf: KeySequence("Space"))
    #expect(space.changes.mapValues { $0.map(\.name) } == ["answer.pageDown": ["PageDown", "Ctrl-D", "F9"]])
    let shared = try commands.plan(giving: KeySequence("F9"), to: "answer.pageDown", inPlaceOf: KeySequence("Ctrl-D"))
    #expect(shared.changes.mapValues { $0.map(\.name) } == ["list.pageDown": ["PageDown", "F9"]])
    #expect(shared.commands.keys(of: "answer.pageDown").map(\.name) == ["PageDown", "F9", "Space"])
  }

  @Test("a letter is refused to what works as you type")
  func letters() throws {
    #expect(throws: SettingsError.self) {
      try CommandSet().plan(giving: KeySequence("x"), to: "request.send", inPlaceOf: nil)
    }
  }

  @Test("a file that gives a list's key away is told which line keeps its other one")
  func file() throws {
    let error = #expect(throws: SettingsError.self) { try CommandSet(KeyBindingFile("request.send = Down\n")) }
    #expect(error?.line == 1 && error?.advice?.contains("list.down = j") == true)
  }

  @Test("one key after the other is a sequence")
  func sequence() async throws {
    let bench = try await helped()
    try await bench.press("Enter", "Enter", "F8", "F9", "Backspace", "F7")
    // F8 alone lists mistakes everywhere.
    try await bench.press("Enter")
    #expect(await bench.idle().contains("loses F8"))
    try await bench.press("Esc", "Enter", "F9", "F7", "Enter")
    await bench.idle()
    #expect(bench.services.snapshot.keys == ["sidebar.filter": "F9 F7"])
  }
}
