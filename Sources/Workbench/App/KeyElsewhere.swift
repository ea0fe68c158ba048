import TerminalKit
import WorkbenchState

/// A key that does nothing in the pane that has the keys, though it does in others that are on screen.
struct KeyElsewhere {
  private let key: Key
  private let places: [(pane: Pane, title: String)]

  /// - Returns: nil where it does something here, begins something, or does nothing anywhere.
  init?(_ key: Key, in state: State) {
    guard !state.isTyping(state.focus), case .none = Self.meaning(of: key, on: state.focus, in: state) else {
      return nil
    }
    var seen: Set<CommandID> = []
    let others = state.focusable.filter { $0 != state.focus && !state.isTyping($0) }
    places = others.compactMap { pane in
      guard let command = Self.command(of: key, on: pane, in: state), !command.isMoving,
        seen.insert(command.name).inserted
      else { return nil }
      return (pane, command.title)
    }
    guard !places.isEmpty else { return nil }
    self.key = key
  }

  private static func command(of key: Key, on pane: Pane, in state: State) -> Command<State>? {
    guard case .command(let id) = meaning(of: key, on: pane, in: state) else { return nil }
    return state.commands.table[id]
  }

  private static func meaning(of key: Key, on pane: Pane, in state: State) -> Keymap.Match {
    state.commands.table.keymap.lookup([key], in: state.keyContexts(of: pane))
  }

  /// Two sentences.
  var words: String {
    let there = places.map { "in \($0.pane.title) “\($0.title)”" }.joined(separator: ", ")
    return "\(key.label) does nothing here. It is \(there)."
  }
}
