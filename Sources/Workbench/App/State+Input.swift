import TerminalKit
import WorkbenchServices
import WorkbenchState

extension State {
  mutating func handle(_ event: InputEvent) -> [Effect] {
    switch event {
    case .resize(let size): self.size = size
    case .hangup, .terminate: isEnding = true
    case .resumed, .woken: break
    case .key, .paste, .mouse:
      if event.isDeed { notice = nil }
      hasInput = true
      if let holding, popups.isEmpty { return inputWhileHeld(by: holding, event) }
      return popups.isEmpty ? inputOnScreen(event) : inputOverScreen(event)
    }
    return []
  }

  private mutating func inputOnScreen(_ event: InputEvent) -> [Effect] {
    if held.holds(event, isAwaited: isAwaited) {
      held.hold(event)
      return []
    }
    if event == .key(.control("c")) { held.drop() }
    escapes.note(event, typingIn: isTyping(focus) ? focus : nil)
    return input(event)
  }

  /// Keys that were typed ahead act now. A question that has come up in between was not meant by them: it is answered first.
  mutating func releaseHeld() -> [Effect] {
    if let popup = popups.top {
      return popup.sheet.isAwaited(in: self) ? [] : held.releaseForPopup().map { .then(.input($0)) }
    }
    // They were meant for a pop-up that is closed by now.
    _ = held.releaseForPopup()
    guard !isAwaited else { return [] }
    return held.release().map { .then(.input($0)) }
  }

  /// Whether the pane with the keys has still to get what they are meant for.
  private var isAwaited: Bool { screens[screen].isAwaited(in: focus) }

  private mutating func inputOverScreen(_ event: InputEvent) -> [Effect] {
    if case .mouse(let mouse) = event, mouse.action == .press(.left), arrangement.hints.contains(mouse.point) {
      return clickHint(at: mouse.point.x)
    }
    if popups.top?.isTooEarly(event, in: self) == true {
      held.holdForPopup(event)
      return []
    }
    escapes.note(event, typingIn: nil)
    var layers = popups
    let outcome = layers.handle(event, in: self)
    popups = layers
    if case .act(let action) = outcome { return [.then(action)] }
    return []
  }

  private mutating func input(_ event: InputEvent) -> [Effect] {
    switch event {
    case .key(let key): press(key)
    case .mouse(let mouse): handle(mouse)
    case .paste(let text): paste(text).map { [.then(.paste($0))] } ?? handOn(event, to: focus)
    case .resize, .hangup, .terminate, .resumed, .woken: handOn(event, to: focus)
    }
  }

  private mutating func press(_ key: Key) -> [Effect] {
    if key == .escape, keys.pending.isEmpty, editorTakesEscape { return handOn(.key(key), to: focus) }
    switch keys.press(key, in: keyContexts, of: commands.table.keymap) {
    case .command(let id): return perform(id)
    case .pending, .abandoned: return []
    case .unbound: return handOn(.key(key), to: focus)
    }
  }

  mutating func perform(_ id: CommandID) -> [Effect] {
    guard let command = commands.table[id], let action = commands.action(of: id) else { return [] }
    if let reason = command.disabledReason(self) {
      notice = .refused(reason)
      return []
    }
    return [.then(action)]
  }

  /// A press moves the focus; the wheel turns whatever is under it.
  private mutating func handle(_ mouse: Mouse) -> [Effect] {
    let arrangement = arrangement
    if mouse.action == .press(.left), let effects = clickBars(arrangement, mouse.point) { return effects }
    if let effects = drag(mouse) { return effects }
    if let effects = mouseOnList(mouse) { return effects }
    guard let pane = arrangement.pane(at: mouse.point) else { return [] }
    let leaving = pane == focus ? [] : leavingList(mouse)
    var entering: [Effect] = []
    if case .press = mouse.action, focusable.contains(pane) { entering = enter(pane) }
    let corner = arrangement.inside(pane).origin
    let point = Point(x: mouse.point.x - corner.x, y: mouse.point.y - corner.y)
    return leaving + entering + handOn(.mouse(Mouse(mouse.action, at: point, modifiers: mouse.modifiers)), to: pane)
  }

  /// Handles a click on the first or the last line; nil for a click anywhere else.
  private mutating func clickBars(_ arrangement: Arrangement, _ point: Point) -> [Effect]? {
    if arrangement.hints.contains(point) { return clickHint(at: point.x) }
    guard arrangement.topBar.contains(point) else { return nil }
    notice = nil
    if reading.isPlain { return [] }
    return topBar(width: size.width).item(at: point.x)?.command.map { perform($0) } ?? []
  }

  private mutating func handOn(_ event: InputEvent, to pane: Pane) -> [Effect] {
    pane == .strip
      ? strip.handle(event, in: context) : screens[screen].handle(event, on: pane, in: context)
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

// Where keys have their meaning.
extension State {
  /// The contexts of the pane that has the focus, the narrowest first.
  var keyContexts: [KeyContext] { keyContexts(of: focus) }

  func keyContexts(of pane: Pane) -> [KeyContext] {
    component(pane).map { $0.keyContexts + KeyContext.around(isTyping: $0.isTyping) }
      ?? [.browsing, .always]
  }

  func isTyping(_ pane: Pane) -> Bool { component(pane)?.isTyping == true }

  func component(_ pane: Pane) -> (any PaneView)? {
    pane == .strip ? strip : screens[screen].view(of: pane)
  }
}
