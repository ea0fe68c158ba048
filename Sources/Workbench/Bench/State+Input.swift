import TerminalKit

extension State {
  mutating func handle(_ event: InputEvent) -> [Effect] {
    switch event {
    case .key(let key): return press(key)
    case .paste: return handOn(event)
    case .mouse: return []
    case .resize(let size): self.size = size
    case .hangup, .terminate: isEnding = true
    case .resumed, .woken: break
    }
    return []
  }

  /// The contexts that keys have a meaning in now, the narrowest first.
  var keyContexts: [KeyContext] {
    pane { $0.keyContexts + ($0.isTyping ? [.typing, .always] : [.browsing, .always]) }
  }

  private mutating func press(_ key: Key) -> [Effect] {
    notice = nil
    switch keys.press(key, in: keyContexts, of: commands.table.keymap) {
    case .command(let id): return perform(id)
    case .pending, .abandoned: return []
    case .unbound: return handOn(.key(key))
    }
  }

  mutating func perform(_ id: CommandID) -> [Effect] {
    guard let command = commands.table[id], let action = commands.action(of: id) else { return [] }
    if let reason = command.disabledReason(self) {
      notice = reason
      return []
    }
    return [.then(action)]
  }

  /// To the pane that has the focus.
  private mutating func handOn(_ event: InputEvent) -> [Effect] {
    let surroundings = surroundings
    return switch focus {
    case .sidebar: sidebar.handle(event, in: surroundings)
    case .composer: desks.change { $0.composer.handle(event, in: surroundings) } ?? []
    case .answer: desks.change { $0.answer.handle(event, in: surroundings) } ?? []
    case .events: events.handle(event, in: surroundings)
    case .strip: strip.handle(event, in: surroundings)
    }
  }

  /// Asks the pane that has the focus.
  private func pane<Result>(_ ask: (any Component) -> Result) -> Result {
    switch focus {
    case .sidebar: ask(sidebar)
    case .composer: ask(desks.current?.composer ?? Composer(.scratch))
    case .answer: ask(desks.current?.answer ?? Answer(.scratch))
    case .events: ask(events)
    case .strip: ask(strip)
    }
  }
}
