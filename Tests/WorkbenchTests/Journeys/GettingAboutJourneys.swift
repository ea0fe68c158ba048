import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Getting about", .timeLimit(.minutes(1)))
struct GettingAboutJourneys {
  /// The pane whose border is lit.
  private func focused(_ bench: BenchUnderTest) -> Point? {
    let frame = bench.terminal.frame
    let corners = (0..<frame.size.height).flatMap { y in (0..<frame.size.width).map { Point(x: $0, y: y) } }
    return corners.first { "┌├".contains(frame[$0].grapheme) && frame[$0].style.role == .borderFocused }
  }

  @Test("Tab goes from pane to pane and round; Ctrl-O goes anywhere")
  func focus() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    #expect(focused(bench) == Point(x: 0, y: 1))
    try await bench.press("Tab")
    #expect(focused(bench) == Point(x: 25, y: 1))
    try await bench.press("Shift-Tab")
    #expect(focused(bench) == Point(x: 0, y: 1))
    try await bench.press("Ctrl-O", "s")
    #expect(focused(bench) == Point(x: 25, y: 1))
  }

  @Test("digits show the screens that there are")
  func screens() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("3")
    #expect(bench.terminal.text.contains("┌ Events"))
    try await bench.press("7")
    #expect(bench.terminal.text.contains("┌ Events"))
    try await bench.press("6")
    #expect(bench.terminal.text.contains("┌ History"))
    try await bench.press("2")
    #expect(bench.terminal.text.contains("┌ Groups"))
    try await bench.press("4")
    #expect(bench.terminal.text.contains("┌ Cache"))
    try await bench.press("Esc")
    #expect(bench.terminal.text.contains("┌ Requests"))
  }

  @Test("a word that is typed after / never acts as keys, in no pane", arguments: 1...6)
  func searchedEverywhere(screen: Int) async throws {
    for pane in 0..<5 { try await isTaken("/", inPane: pane, ofScreen: screen) }
  }

  @Test("neither does one after f: in lists, in the composer, and in each tab of a response")
  func filteredEverywhere() async throws {
    for pane in 0..<3 { try await isTaken("f", inPane: pane, ofScreen: 1) }
    for tab in 0..<6 { try await isTaken("f", inPane: 2, ofScreen: 1, sent: true, tab: tab) }
    for screen in 4...6 { try await isTaken("f", inPane: 0, ofScreen: screen) }
  }

  private func isTaken(
    _ key: String, inPane pane: Int, ofScreen screen: Int, sent: Bool = false, tab: Int = 0
  ) async throws {
    let (away, there) = screen == 3 ? ("4", "┌ Cache") : ("3", "┌ Events")
    let bench = try BenchUnderTest(120, 36)
    await bench.idle()
    if sent {
      try await bench.press("F5")
      await bench.idle()
    }
    try await bench.press("\(screen)")
    await bench.idle()
    for _ in 0..<pane { try await bench.press("Tab") }
    for _ in 0..<tab { try await bench.press("]") }
    await bench.idle()
    try await bench.press(key, away)
    #expect(await !bench.idle().contains(there), "pane \(pane), tab \(tab)\n\(bench.terminal.text)")
  }

  @Test("where / is refused, letters do nothing until Esc, and other keys act at once")
  func refusedSearch() async throws {
    let bench = try BenchUnderTest(120, 36)
    await bench.idle()
    try await bench.press("Tab", "Tab", "/")
    let url = await bench.idle().split(separator: "\n").first { $0.contains("GET") }
    await bench.type("list")
    let text = await bench.idle()
    #expect(text.contains("Esc, then letters act again."), "\(text)")
    #expect(text.split(separator: "\n").first { $0.contains("GET") } == url)
    try await bench.press("Esc", "3")
    #expect(await bench.idle().contains("┌ Events"))
    try await bench.press("1", "/", "Tab", "3")
    #expect(await bench.idle().contains("┌ Events"))
  }

  @Test("an Esc right after Enter ended a field leaves the pane, as any other Esc does")
  func escapeAfterField() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "i", "Enter", "Esc")
    #expect(await !bench.idle().contains("Esc again"))
    #expect(focused(bench) == Point(x: 0, y: 1))
    try await bench.press("Enter", "i", "Enter", "j", "Esc")
    #expect(focused(bench) == Point(x: 0, y: 1))
    try await bench.press("Enter", "i", "Esc", "Esc")
    #expect(focused(bench) == Point(x: 0, y: 1))
  }

  @Test("an Esc right after another one stays on the screen and says so; the next one leaves it")
  func escapeAfterEscape() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("4", "?", "Esc", "Esc")
    #expect(await bench.idle().contains("Esc again: back to Requests."))
    #expect(bench.terminal.text.contains("┌ Cache"))
    try await bench.press("Esc")
    #expect(bench.terminal.text.contains("┌ Requests"))
    try await bench.press("4", "?", "Esc", "Esc", "j", "Esc")
    #expect(bench.terminal.text.contains("┌ Requests"))
  }

  @Test(
    "Esc right after a jump to another screen leads back to where it came from",
    arguments: [("2", "Groups"), ("3", "Events"), ("4", "Cache"), ("5", "Shared data"), ("6", "History")])
  func escapeAfterJump(key: String, title: String) async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press(key, ":")
    await bench.type("user/login")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("┌ user/login"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("┌ \(title) "), "\(bench.terminal.text)")
  }

  @Test(
    "after a jump something else may be done first; once a person goes about, Esc no more leads to where it came from")
  func escapeLater() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("6", ":")
    await bench.type("user/login")
    try await bench.press("Enter", "Z", "Esc")
    #expect(await bench.idle().contains("┌ user/login"))
    try await bench.press("j", "Esc")
    #expect(await bench.idle().contains("┌ History "), "\(bench.terminal.text)")
    try await bench.press(":")
    await bench.type("user/login")
    try await bench.press("Enter", "Shift-Tab", "Esc")
    #expect(await bench.idle().contains("┌ Requests "), "\(bench.terminal.text)")
  }

  @Test("whatever jumps there were, each one leads back to its screen, pane and zoom; a chosen screen has none")
  func jumpsAndBack() {
    var random = SeededGenerator(seed: 7)
    let panes = ScreenID.all.flatMap { screen in screen.panes.filter { $0 != .strip } }
    for _ in 0..<300 {
      var focus = ScreenFocus()
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let before = focus
        if Bool.random(using: &random) { focus.noteDeed() }
        if Int.random(in: 0..<6, using: &random) == 0 {
          focus.show(ScreenID.all[Int.random(in: 0..<ScreenID.all.count, using: &random)])
          #expect(focus.origin == nil)
        } else {
          focus.enter(panes[Int.random(in: 0..<panes.count, using: &random)])
        }
        guard focus.hasJustJumped, focus.screen != before.screen else { continue }
        #expect(focus.origin == before.screen)
        var back = focus
        back.goBack()
        #expect(back.screen == before.screen && back.pane == before.pane && back.isZoomed == before.isZoomed)
      }
      var (steps, seen) = (0, [focus.screen])
      while let origin = focus.origin {
        focus.goBack()
        steps += 1
        #expect(focus.screen == origin && !seen.contains(origin))
        seen.append(origin)
      }
      #expect(steps < ScreenID.all.count)
    }
  }

  @Test("a key that does nothing here says what it does in another pane on screen", arguments: ["=", "K"])
  func elsewhere(key: String) async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("F5")
    await bench.idle()
    try await bench.press(key)
    let text = await bench.idle()
    #expect(text.contains("\(key) does nothing here. It is in "), "\(text)")
    #expect(text.contains(key == "=" ? "in Response “Compare with" : "in Response “Make a mock of"), "\(text)")
  }

  @Test(
    "no key is silent where it does something in another pane on screen", arguments: ["1", "2", "3", "4", "5", "6"])
  func silent(screen: String) throws {
    var state = State(commands: try CommandSet(), size: Size(width: 160, height: 48), now: BenchUnderTest.start)
    run(.workspace(.changed(.shop)), on: &state)
    run(.request(.loaded("cart/pay", LoadedRequest(saved: RequestDraft(url: "/")))), on: &state)
    run(.input(.key(try Key(name: screen))), on: &state)
    let keys = Set(state.screen.type.commands.flatMap(\.command.keys).filter { !$0.contains(" ") })
    for pane in state.focusable {
      for name in keys {
        var there = state
        run(.navigation(.focus(pane)), on: &there)
        let key = try Key(name: name)
        guard let elsewhere = KeyElsewhere(key, in: there) else { continue }
        run(.input(.key(key)), on: &there)
        let isSaid = there.notice?.text.hasPrefix(elsewhere.words) == true
        #expect(isSaid || there.input.held.isAsking, "\(name) in \(pane.title)")
      }
    }
  }

  private func run(_ action: Action, on state: inout State) {
    for effect in state.update(action) {
      if case .then(let next) = effect { run(next, on: &state) }
    }
  }

  @Test("the palette finds a command by a few letters, shows its key, and does it")
  func palette() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press(":")
    await bench.type("ev sc")
    #expect(bench.terminal.text.contains("Events screen"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("┌ Events"))
  }

  @Test("the palette says why a command is disabled, and does not do it")
  func paletteDisabled() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Ctrl-P")
    await bench.type("last failure")
    #expect(bench.terminal.text.contains("There is no error to show."))
    try await bench.press("Enter")
    #expect(bench.terminal.text.contains("Commands"))
  }

  @Test("/ searches the help: keys, titles and sentences, of the other panes too; Esc shows all again")
  func helpSearch() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("?", "/")
    await bench.type("follows hold")
    let found = bench.terminal.text
    #expect(found.contains("Keys: Requests") && !found.contains("Deletes the marked requests"))
    #expect(found.contains("No command matches."))
    for _ in 0..<12 { try await bench.press("Backspace") }
    await bench.type("deletes file")
    #expect(bench.terminal.text.contains("Deletes the marked requests; else the request's file, or the folder"))
    try await bench.press("Enter", "Esc")
    #expect(bench.terminal.text.contains("Opens the request, or folds"))
    try await bench.press("q")
    #expect(!bench.terminal.text.contains("Keys: Requests"))
  }

  @Test("? explains the pane one is in")
  func help() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("?")
    #expect(bench.terminal.text.contains("Keys: Requests"))
    #expect(bench.terminal.text.contains("The requests of the workspace, one file each."))
    // What only this pane can do stands in front of the arrows.
    #expect(bench.terminal.text.contains("Opens the request, or folds"))
    #expect(!bench.terminal.text.contains("Moves to the next line."))
    try await bench.press("End")
    #expect(bench.terminal.text.contains("Moving") && bench.terminal.text.contains("Moves to the next line."))
    try await bench.press("q", "3", "?")
    #expect(bench.terminal.text.contains("Follows new events, or holds the log still."))
  }

  @Test(
    "? shows what a pane can do before how one moves in it",
    arguments: [("1", "Opens the request, or folds"), ("5", "Shows only keys")])
  func ownFirst(screen: String, own: String) async throws {
    let bench = try BenchUnderTest(100, 40)
    await bench.idle()
    try await bench.press(screen, "?")
    let text = await bench.idle()
    #expect(text.contains(own) && !text.contains("Moves to the next line."), "\(text)")
    try await bench.press("End")
    #expect(await bench.idle().contains("Moves to the next line."))
  }

  @Test("? begins with what the pane is for, and with its Enter")
  func purposeFirst() async throws {
    let bench = try BenchUnderTest(100, 40)
    await bench.idle()
    try await bench.press("5", "?")
    let keys = await bench.idle()
    let purpose = try #require(keys.firstRange(of: "Values that requests and groups pass on")?.lowerBound, "\(keys)")
    #expect(purpose < (try #require(keys.firstRange(of: "Shows only keys")?.lowerBound, "\(keys)")))
    try await bench.press("q", "2", "?")
    let groups = await bench.idle()
    let enter = try #require(groups.firstRange(of: "Shows the group as defined")?.lowerBound, "\(groups)")
    #expect(enter < (try #require(groups.firstRange(of: "Opens the group's file")?.lowerBound, "\(groups)")))
  }

  @Test("pasted text never acts as keys")
  func paste() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    bench.terminal.send(.paste("q\nDd:"))
    await bench.idle()
    #expect(bench.terminal.isStarted)
    #expect(bench.services.snapshot.workspace.requests.count == 5)
  }

  @Test("zoom gives a pane the whole screen, and Esc takes it back")
  func zoom() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Z")
    #expect(CellWidth.columns(of: bench.terminal.frame.lines[1]) == 100)
    #expect(!bench.terminal.text.contains("Answer"))
    try await bench.press("Esc")
    #expect(bench.terminal.frame.lines[1].contains("┐┌"))
  }

  @Test("a click takes the focus and the line, a second one opens it")
  func mouse() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    let login = Point(x: 12, y: 6)
    bench.terminal.send(.mouse(Mouse(.press(.left), at: login)), .mouse(Mouse(.press(.left), at: login)))
    #expect(await bench.idle().contains("●   POST  login"))
  }

  @Test("Ctrl-Z stops the program, and it goes on afterwards")
  func suspend() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Ctrl-Z")
    #expect(bench.terminal.record.suspensions == 1)
    #expect(await bench.idle().contains("Requests"))
  }

  @Test("when the terminal goes, the program ends")
  func hangup() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    bench.terminal.send(.hangup)
    await bench.ended()
    #expect(!bench.terminal.isStarted)
  }

  @Test("with nothing in flight it draws nothing and does not wake")
  func sleep() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    let frames = bench.terminal.record.framesDrawn
    await bench.idle()
    #expect(bench.terminal.record.framesDrawn == frames)
  }
}
