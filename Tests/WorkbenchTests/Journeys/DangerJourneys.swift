import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Questions about what cannot be taken back", .timeLimit(.minutes(1)))
struct DangerJourneys {
  private func state(asking: Bool = true) throws -> State {
    var state = State(commands: try CommandSet(), size: Size(width: 100, height: 30), now: BenchUnderTest.start)
    var workspace = WorkspaceSnapshot.shop
    if asking { workspace.trust = .wanted([TrustItem.command(["pass", "show", "shop"], files: [:])]) }
    run(.workspace(.changed(workspace)), on: &state)
    run(.request(.loaded("cart/pay", LoadedRequest(saved: RequestDraft(url: "/")))), on: &state)
    if asking { run(.workspace(.askTrust), on: &state) }
    return state
  }

  /// - Returns: whether anything was to be done that is not an action.
  @discardableResult
  private func run(_ action: Action, on state: inout State) -> Bool {
    var trusts = false
    for effect in state.update(action) {
      switch effect {
      case .then(let next): trusts = run(next, on: &state) || trusts
      case .perform(WorkspaceEffect.trust): trusts = true
      default: break
      }
    }
    return trusts
  }

  @discardableResult
  private func press(_ keys: String..., on state: inout State) throws -> Bool {
    var trusts = false
    for key in keys { trusts = run(.input(.key(try Key(name: key))), on: &state) || trusts }
    return trusts
  }

  private func pass(_ duration: Duration, on state: inout State) {
    run(.clock(state.now.advanced(by: duration)), on: &state)
  }

  @Test("what sending asks waits until it could be seen: its key stands there, and counts once the last line has it")
  func moment() throws {
    var state = try state()
    let asked = state.draw()
    #expect(state.needsClock && asked.text.contains("Ctrl-T allow"), "\(asked.text)")
    #expect(asked.lines.last?.contains("Ctrl-T") == false)
    #expect(try !press("Ctrl-T", on: &state) && state.popups.layers.count == 1)
    pass(.milliseconds(300), on: &state)
    #expect(try !press("Ctrl-T", "n", "Enter", on: &state) && state.popups.layers.count == 1)
    pass(.seconds(1), on: &state)
    #expect(!state.needsClock && state.draw().lines.last?.contains("Ctrl-T allow") == true)
    #expect(try press("Ctrl-T", on: &state))
  }

  @Test(
    "a key that does not count yet says so at once, in place of the hints, until it would; before that no hint names it",
    arguments: ["n", "Enter", "Ctrl-T"])
  func notYet(key: String) throws {
    var state = try state()
    func lastLine() -> String { state.draw().lines.last ?? "" }
    #expect(!lastLine().contains("Enter") && lastLine().contains("Esc"), "\(lastLine())")
    try press(key, on: &state)
    #expect(lastLine().contains("Not yet: the question has just come up. Press it again in a moment."))
    pass(.seconds(1), on: &state)
    #expect(!lastLine().contains("Not yet") && lastLine().contains("Enter not now"), "\(lastLine())")
    try press("Enter", on: &state)
    #expect(state.popups.isEmpty)
  }

  @Test("until the keys of a question that came unasked count, they are all dim", arguments: [true, false])
  func dim(isEarly: Bool) throws {
    var state = try state()
    if !isEarly {
      _ = state.draw()
      pass(.seconds(1), on: &state)
    }
    let frame = state.draw()
    let row = try #require(frame.lines.firstIndex { $0.contains("n not now") })
    let letters = (0..<frame.size.width).map { frame[Point(x: $0, y: row)] }.filter { $0.grapheme == "n" }
    #expect(letters.contains { $0.style.role == .hint } != isEarly)
  }

  @Test(
    "a question that a key asks takes each answer at once, and none of its keys is dim",
    arguments: ["Enter", "n", "Esc", "Ctrl-T"])
  func askedFor(key: String) throws {
    var state = try state(asking: false)
    run(.tree(.confirmDelete(.request("cart/pay"), naming: [])), on: &state)
    let frame = state.draw()
    #expect(!state.needsClock && frame.lines.last?.contains("Ctrl-T delete") == true)
    let row = try #require(frame.lines.firstIndex { $0.contains("Ctrl-T delete") })
    let keys = (0..<frame.size.width).map { frame[Point(x: $0, y: row)] }.filter { $0.grapheme == "C" }
    #expect(keys.contains { $0.style.role == .hint })
    try press(key, on: &state)
    #expect(state.popups.isEmpty && !state.draw().text.contains("Not yet"))
  }

  @Test("the script that a command would run is read before the answer, and the question stays")
  func script() throws {
    var state = try state(asking: false)
    var workspace = WorkspaceSnapshot.shop
    workspace.trust = .wanted([.command(["sh", "tools/sign.sh"], files: ["tools/sign.sh": "036bc1c93473"])])
    run(.workspace(.changed(workspace)), on: &state)
    run(.workspace(.askTrust), on: &state)
    _ = state.draw()
    pass(.seconds(1), on: &state)
    #expect(state.draw().text.contains("s show tools/sign.sh"))
    var asked: [Effect] = []
    for effect in state.update(.input(.key(try Key(name: "s")))) {
      if case .then(let action) = effect { asked += state.update(action) }
    }
    let shows = asked.contains { effect in
      if case .perform(WorkspaceEffect.scripts(["tools/sign.sh"])) = effect { true } else { false }
    }
    #expect(shows)
    #expect(state.popups.layers.count == 1)
    run(.ask(ScriptSheet([.init(path: "tools/sign.sh", text: "echo signed\n")])), on: &state)
    #expect(state.draw().text.contains("echo signed"))
    try press("Esc", on: &state)
    #expect(state.draw().text.contains("Trust this workspace?"))
    #expect(try press("Ctrl-T", on: &state))
  }

  @Test("whoever goes on typing goes on not answering, and Esc leaves at once")
  func typing() throws {
    var state = try state()
    for _ in 0..<20 {
      pass(.milliseconds(300), on: &state)
      #expect(try !press("a", on: &state))
    }
    #expect(try !press("Ctrl-T", on: &state) && !state.popups.isEmpty)
    #expect(try !press("Esc", on: &state) && state.popups.isEmpty)
  }

  @Test(
    "neither a search, nor a letter, nor Enter on whatever is chosen allows",
    arguments: ["a", "/ a", "y", "Enter", "Tab Enter", "Right Enter", "l Enter", "Space", "/ a Enter"])
  func accidents(keys: String) throws {
    var state = try state()
    pass(.seconds(1), on: &state)
    for key in keys.split(separator: " ") { #expect(try !press(String(key), on: &state)) }
  }

  @Test("the last line says the key of the dangerous answer, and Enter says that it does not give it")
  func says() throws {
    var state = try state(asking: false)
    run(.tree(.confirmDelete(.request("cart/pay"), naming: [])), on: &state)
    func lastLine() -> String { state.draw().lines.last ?? "" }
    _ = state.draw()
    pass(.seconds(1), on: &state)
    #expect(lastLine().contains("Enter keep it") && lastLine().contains("Ctrl-T delete"))
    try press("Right", on: &state)
    #expect(lastLine().contains("Ctrl-T delete") && !lastLine().contains("Enter"))
    try press("Enter", on: &state)
    #expect(lastLine().contains("Enter never does that: Ctrl-T does.") && !state.popups.isEmpty)
  }

  @Test("whoever turns it down is told that nothing was done", arguments: ["Enter", "n"])
  func refused(key: String) throws {
    var state = try state(asking: false)
    run(.tree(.confirmDelete(.request("cart/pay"), naming: [])), on: &state)
    _ = state.draw()
    pass(.seconds(1), on: &state)
    try press(key, on: &state)
    #expect(state.popups.isEmpty && state.draw().lines.last?.contains("Nothing was done.") == true)
  }

  @Test("y chooses the dangerous answer, and says which key gives it")
  func consents() throws {
    var state = try state(asking: false)
    run(.tree(.confirmDelete(.request("cart/pay"), naming: [])), on: &state)
    _ = state.draw()
    pass(.seconds(1), on: &state)
    try press("y", on: &state)
    #expect(state.draw().lines.last?.contains("Ctrl-T does it: delete.") == true && !state.popups.isEmpty)
  }

  @Test("the key that confirms means nothing anywhere else, not in a text field either")
  func key() throws {
    let commands = try CommandSet().table
    let keys = commands.keymap.sequences(for: "danger.confirm", in: [.danger]).flatMap(\.keys)
    #expect(!keys.isEmpty)
    for binding in commands.keymap.bindings where binding.context != .danger {
      #expect(Set(binding.sequence.keys).isDisjoint(with: keys), "\(binding)")
    }
    for key in keys {
      var (line, text) = (LineEditor("text"), TextEditor("text"))
      #expect(key.typed == nil && line.handle(key) == .ignored && text.handle(key) == .ignored)
    }
  }

  @Test("every question that deletes, overwrites, discards, allows or sends is one")
  func questions() throws {
    var state = try state(asking: false)
    run(.tree(.confirmDelete(.request("cart/pay"), naming: ["groups/buy.yaml"])), on: &state)
    #expect(state.popups.top?.sheet.isDangerous == true)
    try press("Esc", on: &state)
    run(.ask(Confirm(clearing: "", count: 2, size: 10)), on: &state)
    #expect(state.popups.top?.sheet.isDangerous == true)
    try press("Esc", on: &state)
    run(.ask(Confirm(CacheIntent(.remove, [.init(rawValue: 1), .init(rawValue: 2)]))), on: &state)
    #expect(state.popups.top?.sheet.isDangerous == true)
    try press("Esc", on: &state)
    let intent = SendIntent("cart/pay", RequestDraft(url: "/"))
    run(.sending(.answered(intent, .wantsConfirmation("POST in live."))), on: &state)
    #expect(state.popups.top?.sheet.isDangerous == true)
    try press("Esc", on: &state)
    run(.sending(.answered(intent, .wantsTrust([.command(["pass"], files: [:])]))), on: &state)
    #expect(state.popups.top?.sheet.isDangerous == true)
  }

  @Test(
    "of two dangerous answers the letter chooses one, and the answers stay in sight however narrow it is",
    arguments: [(100, 30), (40, 10), (30, 8)])
  func narrow(_ width: Int, _ height: Int) throws {
    var state = try state(asking: false)
    state.size = Size(width: width, height: height)
    var edited = LoadedRequest(saved: RequestDraft(url: "/theirs"))
    run(.composer(.loaded(LoadedRequest(saved: RequestDraft(url: "/"), draft: RequestDraft(url: "/mine")))), on: &state)
    edited.draft = nil
    run(.request(.reloaded("cart/pay", edited)), on: &state)
    pass(.seconds(1), on: &state)
    try press("f", on: &state)
    let text = state.draw().text
    #expect(text.contains("m keep mine") && text.contains("›f take the file's"))
    #expect(text.contains("l later") && text.contains("m or f, then Ctrl-T"))
    // The key stands in a line of its own: it is no fourth answer.
    let line = try #require(text.split(separator: "\n").first { $0.contains("then Ctrl-T") })
    #expect(!line.contains("keep mine") && !line.contains("take the file's"))
    try press("Ctrl-T", on: &state)
    #expect(state.tabs.current?.composer.draft.url == "/theirs")
  }
}
