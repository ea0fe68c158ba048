import ParleyText
import TerminalKit
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

/// Pop-ups over the screen: the palette, the help, errors.
enum OverlayHandling {
  static func handle(_ action: OverlayAction, in state: inout State) -> [Effect] {
    switch action {
    case .palette: state.popups.push(Popup(PaletteHandling.palette(in: state)))
    case .run(let id): return run(id, in: &state)
    case .help:
      // A pop-up that offers help has keys of its own.
      if let popup = state.popups.top {
        state.popups.push(Popup(Help("Keys", contexts: popup.keyContexts, others: [])))
      } else {
        state.popups.push(
          Popup(
            Help(
              "Keys: \(state.focus.title)", contexts: state.keyContexts,
              others: PaletteHandling.otherContexts(in: state))))
      }
    case .rebound(let plan):
      state.commands = plan.commands
      return [.perform(KeyEffect(keys: plan.changes))]
    case .findKeys(let words, let text): return [.perform(PaletteKeysEffect(words: words, text: text))]
    case .foundKeys(let keys, let text): PaletteHandling.offer(keys: keys, for: text, in: &state)
    case .go(let target, let environment): return PaletteHandling.go(to: target, environment: environment, in: &state)
    case .askSnapshot(let group): return [.perform(SharedComparisonEffect.start(group))]
    }
    return []
  }

  static func showProblem(in state: inout State) {
    if let problem = state.failure.see() { state.popups.push(Popup(Card(problem))) }
  }

  /// Goes to the pane a command belongs to, and does it.
  private static func run(_ id: CommandID, in state: inout State) -> [Effect] {
    guard let command = state.commands.table[id] else { return [] }
    let home = state.focusable.first { !Set(state.keyContexts(of: $0)).isDisjoint(with: command.contexts) }
    let isHere = !Set(state.keyContexts).isDisjoint(with: command.contexts)
    if !isHere, let home { state.navigation.enter(home) }
    return state.perform(id)
  }
}

extension Picker {
  init(mistakes: [FileMistake]) {
    self.init(
      mistakes.count.counted("error in the files", "errors in the files"),
      mistakes.map { mistake in
        Item(
          text: "\(mistake.file):\(mistake.line)  \(mistake.message)",
          style: Style(mistake.isWarning ? .warning : .failure), mark: mistake.isWarning ? "⚠" : "✗",
          note: mistake.hint ?? "",
          action: .terminal(.edit(file: mistake.file, line: mistake.line)))
      })
  }
}
