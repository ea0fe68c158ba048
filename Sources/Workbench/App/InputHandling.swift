import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Keys, the mouse, and pasted text.
enum InputHandling {
  static func handle(_ event: InputEvent, in state: inout State) -> [Effect] {
    switch event {
    case .resize(let size): state.size = size
    case .hangup, .terminate: state.end.hasCome = true
    case .resumed, .woken: break
    case .key, .paste, .mouse:
      if event.isDeed { state.notice = nil }
      if event.isDeed, event != .key(.escape) { state.navigation.noteDeed() }
      state.input.hasBegun = true
      if let holding = HoldHandling.holding(in: state), state.popups.isEmpty {
        return HoldHandling.handle(event, heldBy: holding, in: &state)
      }
      return state.popups.isEmpty ? inputOnScreen(event, in: &state) : inputOverScreen(event, in: &state)
    }
    return []
  }

  private static func inputOnScreen(_ event: InputEvent, in state: inout State) -> [Effect] {
    if state.input.held.holds(event, isAwaited: isAwaited(in: state)) {
      state.input.held.hold(event)
      return []
    }
    if event == .key(.control("c")) { state.input.held.drop() }
    state.input.escapes.note(event, typingIn: state.isTyping(state.focus) ? state.focus : nil)
    return input(event, in: &state)
  }

  /// Keys that were typed ahead act now. A question that has come up in between was not meant by them: it is answered first.
  static func releaseHeld(in state: inout State) -> [Effect] {
    if let popup = state.popups.top {
      return popup.sheet.isAwaited(in: state) ? [] : state.input.held.releaseForPopup().map { .then(.input($0)) }
    }
    // They were meant for a pop-up that is closed by now.
    _ = state.input.held.releaseForPopup()
    guard !isAwaited(in: state) else { return [] }
    return state.input.held.release().map { .then(.input($0)) }
  }

  /// Whether the pane with the keys has still to get what they are meant for.
  private static func isAwaited(in state: State) -> Bool { state.screens[state.screen].isAwaited(in: state.focus) }

  private static func inputOverScreen(_ event: InputEvent, in state: inout State) -> [Effect] {
    if case .mouse(let mouse) = event, mouse.action == .press(.left), state.arrangement.hints.contains(mouse.point) {
      return HintLine(state).click(at: mouse.point.x)
    }
    if state.popups.top?.isTooEarly(event, in: state) == true {
      state.input.held.holdForPopup(event)
      return []
    }
    state.input.escapes.note(event, typingIn: nil)
    var layers = state.popups
    let outcome = layers.handle(event, in: state)
    state.popups = layers
    if case .act(let action) = outcome { return [.then(action)] }
    return []
  }

  private static func input(_ event: InputEvent, in state: inout State) -> [Effect] {
    switch event {
    case .key(let key): press(key, in: &state)
    case .mouse(let mouse): click(mouse, in: &state)
    case .paste(let text):
      PasteHandling.paste(text, in: state).map { [.then(.paste($0))] } ?? handOn(event, to: state.focus, in: &state)
    case .resize, .hangup, .terminate, .resumed, .woken: handOn(event, to: state.focus, in: &state)
    }
  }

  private static func press(_ key: Key, in state: inout State) -> [Effect] {
    if key == .escape, state.input.keys.pending.isEmpty, state.editorTakesEscape {
      return handOn(.key(key), to: state.focus, in: &state)
    }
    if isForRefusedLine(key, in: &state) { return [] }
    let isWhole = state.input.keys.pending.isEmpty
    switch state.input.keys.press(key, in: state.keyContexts, of: state.commands.table.keymap) {
    case .command(let id):
      let effects = state.perform(id)
      if isWhole, let notice = state.notice, notice.kind == .refused { refuse(key, because: notice.text, in: &state) }
      return effects
    case .pending, .abandoned: return []
    case .unbound:
      let effects = handOn(.key(key), to: state.focus, in: &state)
      guard effects.isEmpty, !state.isTyping(state.focus) else { return effects }
      if let elsewhere = KeyElsewhere(key, in: state) {
        refuse(key, because: elsewhere.words, in: &state)
      } else if state.commands.opensLine(key) {
        refuse(key, because: "\(key.label) does nothing here.", in: &state)
      }
      return []
    }
  }

  /// The word for a line that could not be opened does nothing.
  private static func isForRefusedLine(_ key: Key, in state: inout State) -> Bool {
    guard let line = state.input.refusedLine else { return false }
    let takes = line.pane == state.focus && !state.isTyping(state.focus) && line.takes(key)
    if takes, !line.ends(with: key) { state.notice = line.notice } else { state.input.refusedLine = nil }
    return takes
  }

  /// Says why a key does nothing. Where it opens a line elsewhere, a word is typed for that at once, and must not act as keys.
  private static func refuse(_ key: Key, because reason: String, in state: inout State) {
    guard state.commands.opensLine(key) else { return state.notice = .refused(reason) }
    let line = RefusedLine(in: state.focus, because: reason)
    (state.input.refusedLine, state.notice) = (line, line.notice)
  }

  /// A press moves the focus; the wheel turns whatever is under it.
  private static func click(_ mouse: Mouse, in state: inout State) -> [Effect] {
    let arrangement = state.arrangement
    if mouse.action == .press(.left), let effects = clickBars(arrangement, mouse.point, in: &state) { return effects }
    if let effects = PaneSizeHandling.drag(mouse, in: &state) { return effects }
    if let effects = DroppedListHandling.handle(mouse, in: state) { return effects }
    guard let pane = arrangement.pane(at: mouse.point) else { return [] }
    let leaving = pane == state.focus ? [] : DroppedListHandling.leave(mouse, in: state)
    var entering: [Effect] = []
    if case .press = mouse.action, state.focusable.contains(pane) {
      entering = NavigationHandling.enter(pane, in: &state)
    }
    let corner = arrangement.inside(pane).origin
    let point = Point(x: mouse.point.x - corner.x, y: mouse.point.y - corner.y)
    let onPane = Mouse(mouse.action, at: point, modifiers: mouse.modifiers)
    return leaving + entering + handOn(.mouse(onPane), to: pane, in: &state)
  }

  /// Handles a click on the first or the last line; nil for a click anywhere else.
  private static func clickBars(_ arrangement: Arrangement, _ point: Point, in state: inout State) -> [Effect]? {
    if arrangement.hints.contains(point) { return HintLine(state).click(at: point.x) }
    guard arrangement.topBar.contains(point) else { return nil }
    state.notice = nil
    if state.reading.isPlain { return [] }
    return TopBar(state).items(width: state.size.width).item(at: point.x)?.command.map { state.perform($0) } ?? []
  }

  private static func handOn(_ event: InputEvent, to pane: Pane, in state: inout State) -> [Effect] {
    pane == .strip
      ? state.strip.handle(event, in: state.context)
      : state.screens[state.screen].handle(event, on: pane, in: state.context)
  }
}

extension InputEvent {
  /// Whether a person did something, and not only turned the wheel.
  fileprivate var isDeed: Bool {
    guard case .mouse(let mouse) = self else { return true }
    if case .press = mouse.action { return true }
    return false
  }
}
