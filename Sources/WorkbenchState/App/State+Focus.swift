package import TerminalKit
import WorkbenchServices

// The pane that has the keys, and what they mean there.
extension State {
  /// The panes of this screen that there is something in.
  package var focusable: [Pane] {
    screen.panes.filter { $0 == .strip ? strip.selected != nil : screens[screen].canFocus($0) }
  }

  /// The contexts of the pane that has the focus, the narrowest first.
  package var keyContexts: [KeyContext] { keyContexts(of: focus) }

  package func keyContexts(of pane: Pane) -> [KeyContext] {
    component(pane).map { $0.keyContexts + KeyContext.around(isTyping: $0.isTyping) }
      ?? [.browsing, .always]
  }

  package func isTyping(_ pane: Pane) -> Bool { component(pane)?.isTyping == true }

  package func component(_ pane: Pane) -> (any PaneView)? {
    pane == .strip ? strip : screens[screen].view(of: pane)
  }

  /// Whether Esc means something to the editor, rather than leaving it.
  package var editorTakesEscape: Bool { isTyping(focus) && screens[screen].openEditor?.vi?.takesEscape == true }

  /// The mode of its keys, for the status line.
  package var editorStatus: String? {
    guard popups.isEmpty, isTyping(focus) else { return nil }
    return screens[screen].openEditor?.vi?.status
  }

  /// Does what a command does, or says why it cannot.
  package mutating func perform(_ id: CommandID) -> [Effect] {
    guard let command = commands.table[id], let action = commands.action(of: id) else { return [] }
    if let reason = command.disabledReason(self) {
      notice = .refused(reason)
      return []
    }
    return [.then(action)]
  }
}
