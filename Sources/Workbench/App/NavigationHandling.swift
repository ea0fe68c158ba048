import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

/// Going from screen to screen and from pane to pane, and leaving the program.
enum NavigationHandling {
  static func handle(_ action: NavigationAction, in state: inout State) -> [Effect] {
    switch action {
    case .show(let screen): return show(screen, in: &state)
    case .visit(let screen):
      state.navigation.visit(screen)
      return renew(in: state)
    case .focus(let pane): return enter(pane, in: &state)
    case .jump: state.popups.push(Popup(Jump()))
    case .zoom: state.navigation.turnZoom()
    case .end: state.end.hasCome = true
    }
    return []
  }

  private static func show(_ screen: ScreenID, in state: inout State) -> [Effect] {
    state.navigation.show(screen)
    return renew(in: state)
  }

  /// The effects that the screen needs which is shown from now on.
  private static func renew(in state: State) -> [Effect] {
    (state.screen.type.hasStrip ? [.then(.strip(.refresh))] : []) + state.screens[state.screen].appear()
  }

  /// A request is open once one goes to a part of it.
  static func enter(_ pane: Pane, in state: inout State) -> [Effect] {
    state.navigation.enter(pane)
    return pane == .composer || pane == .response ? RequestHandling.workOnOpen(in: &state) : []
  }

  static func moveFocus(by step: Int, in state: inout State) -> [Effect] {
    let panes = state.focusable
    let place = panes.firstIndex(of: state.focus) ?? 0
    return enter(panes[(place + step + panes.count) % panes.count], in: &state)
  }

  /// Esc: out of whatever was entered last. Right after a jump from another screen that is the jump itself; later it is left once
  /// there is nothing else to close. One that is pressed out of habit leaves no screen.
  static func goBack(in state: inout State) -> [Effect] {
    if let effects = TreeWorkHandling.stop(in: &state) { return effects }
    if state.navigation.hasJustJumped, let origin = state.navigation.origin { return leave(to: origin, in: &state) }
    if state.isZoomed {
      state.navigation.turnZoom()
      return []
    }
    if let way = state.screens[state.screen].goBack(from: state.focus) {
      let origin = way.pane == nil ? nil : state.navigation.origin
      return origin.map { leave(to: $0, in: &state) } ?? way.effects
    }
    let marks = state.chains.marks.count
    if state.focus == .sidebar, marks > 0 { return ChainHandling.handle(.clear, in: &state) + [.tookMarks(off: marks)] }
    guard let target = state.navigation.origin ?? (state.screen == .requests ? nil : .requests) else { return [] }
    return leave(to: target, in: &state)
  }

  /// Leaves the screen for the one that a jump came from, or for the requests.
  private static func leave(to screen: ScreenID, in state: inout State) -> [Effect] {
    if state.input.escapes.holdsBack(in: state.focus) { return [.escapeAgain(to: screen.type.title)] }
    let left = state.screen
    if screen == state.navigation.origin { state.navigation.goBack() } else { state.navigation.show(screen) }
    let words = "Back to \(screen.type.title). \(left.number) shows \(left.type.title) again."
    return renew(in: state) + [.say(.done(words))]
  }

  /// Ctrl-C: cancels what runs; with nothing running it goes back, and at last out.
  static func interrupt(in state: inout State) -> [Effect] {
    if let left = TypeAheadHandling.stopAsking(in: &state) ?? TreeWorkHandling.stop(in: &state) { return left }
    if let stopping = state.screens[state.screen].interrupt() { return stopping }
    let running = state.transfers.last { $0.request == state.tabs.open } ?? state.transfers.last
    if let running { return [.control(running.id, .cancel)] }
    guard !isAtRoot(in: state) else { return quit(in: &state) }
    let before = state.screen
    let effects = goBack(in: &state)
    return state.screen == before ? effects + [.say(.done("Nothing runs, so Ctrl-C went back. q quits."))] : effects
  }

  private static func isAtRoot(in state: State) -> Bool {
    state.screen == .requests && state.focus == .sidebar && !state.sidebar.showsFilter && !state.isZoomed
  }

  /// `q`: asks when something would be cut off or lost.
  static func quit(in state: inout State) -> [Effect] {
    state.end.nextWorkspace = nil
    return end(asking: "Quit?", .init("q", "quit", .navigation(.end)), in: &state)
  }

  /// Ends this workspace, to go on with another one.
  static func leave(for folder: String, in state: inout State) -> [Effect] {
    guard state.workspace?.folder.isIdentical(to: folder) != true else {
      return [.say(.refused("This workspace is open already."))]
    }
    return leave(for: .folder(folder), in: &state)
  }

  static func leave(for next: NextWorkspace, in state: inout State) -> [Effect] {
    state.end.nextWorkspace = next
    return end(asking: "Open \(next.title)?", .init("o", "open it", .navigation(.end)), in: &state)
  }

  private static func end(asking question: String, _ choice: Confirm.Choice, in state: inout State) -> [Effect] {
    let losses = losses(in: state)
    guard !losses.isEmpty else {
      state.end.hasCome = true
      return []
    }
    state.popups.push(
      Popup(Confirm(question, losses.map { StyledText($0) } + [""], choices: [.init("n", "stay"), choice])))
    return []
  }

  /// Sentences that say what quitting would end or lose.
  private static func losses(in state: State) -> [String] {
    var losses: [String] = []
    if !state.transfers.isEmpty {
      let verb = state.transfers.count == 1 ? "is" : "are"
      losses.append("\(state.transfers.count.counted("request")) \(verb) in flight and would be cancelled.")
    }
    for id in ScreenID.all { losses += state.screens[id].losses }
    guard !losses.isEmpty else { return [] }
    let drafts = state.sidebar.edited.filter { !$0.isScratch }.count
    if drafts > 0 { losses.append("Edits of \(drafts.counted("request")) are kept as drafts (✎).") }
    let assembled = state.groups.drafts.dirty.count
    if assembled > 0 { losses.append("Edits of \(assembled.counted("group")) are kept as drafts (✎).") }
    return losses
  }
}
