import ParleyText
import TerminalKit
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

// What is shown over the screen.
extension State {
  mutating func overlay(_ action: OverlayAction) -> [Effect] {
    switch action {
    case .palette: popups.push(Popup(palette))
    case .run(let id): return run(id)
    case .help:
      // A pop-up that offers help has keys of its own.
      if let popup = popups.top {
        popups.push(Popup(Help("Keys", contexts: popup.keyContexts, others: [])))
      } else {
        popups.push(Popup(Help("Keys: \(focus.title)", contexts: keyContexts, others: otherContexts)))
      }
    case .rebound(let plan):
      commands = plan.commands
      return [.perform(KeyEffect(keys: plan.changes))]
    case .findKeys(let words, let text): return [.perform(PaletteKeysEffect(words: words, text: text))]
    case .foundKeys(let keys, let text): offer(keys: keys, for: text)
    case .go(let target, let environment): return go(to: target, in: environment)
    case .askSnapshot(let group): return [.perform(SharedComparisonEffect.start(group))]
    }
    return []
  }

  mutating func showProblem() {
    if let problem = failure.see() { popups.push(Popup(Card(problem))) }
  }

  /// Goes to the pane a command belongs to, and does it.
  private mutating func run(_ id: CommandID) -> [Effect] {
    guard let command = commands.table[id] else { return [] }
    let isHere = !Set(keyContexts).isDisjoint(with: command.contexts)
    if !isHere, let home = home(of: command) { navigation.enter(home) }
    return perform(id)
  }

  var mistakePicker: Picker {
    let mistakes = workspace?.mistakes ?? []
    return Picker(
      mistakes.count.counted("error in the files", "errors in the files"),
      mistakes.map { mistake in
        Picker.Item(
          text: "\(mistake.file):\(mistake.line)  \(mistake.message)",
          style: Style(mistake.isWarning ? .warning : .failure), mark: mistake.isWarning ? "⚠" : "✗",
          note: mistake.hint ?? "",
          action: .terminal(.edit(file: mistake.file, line: mistake.line)))
      })
  }
}
