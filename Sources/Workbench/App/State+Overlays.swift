import ParleyText
import TerminalKit

/// What explains the program, over any screen.
enum OverlayAction: Sendable {
  case palette
  case run(CommandID)
  case help
  /// Commands have other keys from now on.
  case rebound(KeyPlan)
  case showProblem
  case showMistakes
}

// What is shown over the screen.
extension State {
  mutating func overlay(_ action: OverlayAction) -> [Effect] {
    switch action {
    case .palette: popups.push(Popup(palette))
    case .run(let id): return run(id)
    case .help: popups.push(Popup(Help("Keys: \(focus.title)", contexts: keyContexts)))
    case .rebound(let plan):
      commands = plan.commands
      return [.perform(KeyEffect(keys: plan.changes))]
    case .showProblem: showProblem()
    case .showMistakes: popups.push(Popup(mistakePicker))
    }
    return []
  }

  private mutating func showProblem() {
    if let problem = failure.see() { popups.push(Popup(Card(problem))) }
  }

  /// Every command that can mean something on this screen, those of the pane one is in first.
  private var palette: Picker {
    let here = keyContexts
    let elsewhere = focusable.flatMap { pane in keyContexts(of: pane) }.filter { !here.contains($0) }
    let entries = commands.table.entries(in: here, for: self) + commands.table.entries(in: elsewhere, for: self)
    var seen: Set<CommandID> = ["bench.palette", "bench.paletteAnywhere"]
    let items = entries.filter { seen.insert($0.command.id).inserted }.map { entry in
      Picker.Item(
        text: entry.command.title, key: entry.keys.first?.label ?? "", action: .overlay(.run(entry.command.id)),
        disabledReason: entry.disabledReason)
    }
    return Picker("Commands", items)
  }

  /// Goes to the pane a command belongs to, and does it.
  private mutating func run(_ id: CommandID) -> [Effect] {
    guard let command = commands.table[id] else { return [] }
    let home = focusable.first { !Set(keyContexts(of: $0)).isDisjoint(with: command.contexts) }
    let isHere = !Set(keyContexts).isDisjoint(with: command.contexts)
    if !isHere, let home { navigation.enter(home) }
    return perform(id)
  }

  private var mistakePicker: Picker {
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
