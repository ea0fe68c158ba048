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
    case .focus(let pane): return enter(pane, in: &state)
    case .jump: state.popups.push(Popup(Jump()))
    case .zoom: state.navigation.turnZoom()
    case .end: state.end.hasCome = true
    }
    return []
  }

  private static func show(_ screen: ScreenID, in state: inout State) -> [Effect] {
    state.navigation.show(screen)
    return (screen.type.hasStrip ? [.then(.strip(.refresh))] : []) + state.screens[screen].appear()
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

  /// Esc: out of whatever was entered last. One that is pressed out of habit leaves no pane and no screen.
  static func goBack(in state: inout State) -> [Effect] {
    if let effects = TreeWorkHandling.stop(in: &state) { return effects }
    if state.isZoomed {
      state.navigation.turnZoom()
      return []
    }
    if let way = state.screens[state.screen].goBack(from: state.focus) { return way.effects }
    let marks = state.chains.marks.count
    if state.focus == .sidebar, marks > 0 { return ChainHandling.handle(.clear, in: &state) + [.tookMarks(off: marks)] }
    guard state.screen != .requests else { return [] }
    if state.input.escapes.holdsBack(in: state.focus) { return [.escapeAgain(to: ScreenID.requests.type.title)] }
    let left = Notice.done("Back to the requests. \(state.screen.number) shows \(state.screen.type.title) again.")
    return show(.requests, in: &state) + [.say(left)]
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
    state.end.nextWorkspace = folder
    return end(asking: "Open \(folder)?", .init("o", "open it", .navigation(.end)), in: &state)
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
