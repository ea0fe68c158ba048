import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

extension State {
  mutating func navigate(_ action: NavigationAction) -> [Effect] {
    switch action {
    case .show(let screen): return show(screen)
    case .focus(let pane): return enter(pane)
    case .jump: popups.push(Popup(Jump()))
    case .zoom: navigation.turnZoom()
    case .end: isEnding = true
    }
    return []
  }

  /// The panes of this screen that there is something in.
  var focusable: [Pane] {
    screen.panes.filter { $0 == .strip ? strip.selected != nil : screens[screen].canFocus($0) }
  }

  private mutating func show(_ screen: ScreenID) -> [Effect] {
    navigation.show(screen)
    return (screen.type.hasStrip ? [.then(.strip(.refresh))] : []) + screens[screen].appear()
  }

  private mutating func enter(_ pane: Pane) -> [Effect] {
    navigation.enter(pane)
    return pane == .composer || pane == .response ? workOnOpen() : []
  }

  mutating func moveFocus(by step: Int) -> [Effect] {
    let panes = focusable
    let place = panes.firstIndex(of: focus) ?? 0
    return enter(panes[(place + step + panes.count) % panes.count])
  }

  /// Esc: out of whatever was entered last. One that is pressed out of habit leaves no pane and no screen.
  mutating func goBack() -> [Effect] {
    if let effects = stopTreeWork() { return effects }
    if isZoomed {
      navigation.turnZoom()
      return []
    }
    if let way = screens[screen].goBack(from: focus) { return way.effects }
    let marks = chains.marks.count
    if focus == .sidebar, marks > 0 { return chain(.clear) + [.tookMarks(off: marks)] }
    guard screen != .requests else { return [] }
    if escapes.holdsBack(in: focus) { return [.escapeAgain(to: ScreenID.requests.type.title)] }
    let left = Notice.done("Back to the requests. \(screen.number) shows \(screen.type.title) again.")
    return show(.requests) + [.say(left)]
  }

  /// Ctrl-C: cancels what runs; with nothing running it goes back, and at last out.
  mutating func interrupt() -> [Effect] {
    if let left = stopAsking() ?? stopTreeWork() { return left }
    if screen == .groups, let run = groups.stoppable { return [.steer(run, .stop)] }
    let running = transfers.last { $0.request == tabs.open } ?? transfers.last
    if let running { return [.control(running.id, .cancel)] }
    guard !isAtRoot else { return quit() }
    let before = screen
    let effects = goBack()
    return screen == before ? effects + [.say(.done("Nothing runs, so Ctrl-C went back. q quits."))] : effects
  }

  private var isAtRoot: Bool {
    screen == .requests && focus == .sidebar && !sidebar.showsFilter && !isZoomed
  }

  /// `q`: asks when something would be cut off or lost.
  mutating func quit() -> [Effect] {
    nextWorkspace = nil
    return end(asking: "Quit?", .init("q", "quit", .navigation(.end)))
  }

  /// Ends this workspace, to go on with another one.
  mutating func leave(for folder: String) -> [Effect] {
    guard workspace?.folder.isIdentical(to: folder) != true else {
      return [.say(.refused("This workspace is open already."))]
    }
    nextWorkspace = folder
    return end(asking: "Open \(folder)?", .init("o", "open it", .navigation(.end)))
  }

  private mutating func end(asking question: String, _ choice: Confirm.Choice) -> [Effect] {
    let losses = losses
    guard !losses.isEmpty else {
      isEnding = true
      return []
    }
    popups.push(
      Popup(Confirm(question, losses.map { StyledText($0) } + [""], choices: [.init("n", "stay"), choice])))
    return []
  }

  /// Sentences that say what quitting would end or lose.
  private var losses: [String] {
    var losses: [String] = []
    if !transfers.isEmpty {
      let verb = transfers.count == 1 ? "is" : "are"
      losses.append("\(transfers.count.counted("request")) \(verb) in flight and would be cancelled.")
    }
    for id in ScreenID.all { losses += screens[id].losses }
    guard !losses.isEmpty else { return [] }
    let drafts = sidebar.edited.filter { !$0.isScratch }.count
    if drafts > 0 { losses.append("Edits of \(drafts.counted("request")) are kept as drafts (✎).") }
    let assembled = groups.drafts.dirty.count
    if assembled > 0 { losses.append("Edits of \(assembled.counted("group")) are kept as drafts (✎).") }
    return losses
  }
}
