import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The keys of vi in texts of several lines.
enum EditingHandling {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "editing.vi", "Keys of vi",
        help: "Turns the keys of vi on or off in texts of several lines, such as bodies; kept in your settings.",
        in: [.browsing]
      ) { state in
        state.editing.turnVi()
      }
    ]
  }

  /// Gives the open editor the kind of keys that the person has set. Text copied in one field can be inserted into the
  /// next.
  static func follow(in state: inout State) {
    guard state.editing.usesVi || state.screens[state.screen].openEditor?.vi != nil else { return }
    guard let editor = state.screens[state.screen].openEditor else { return }
    if let vi = editor.vi, state.editing.usesVi { return state.editing.memory = vi.memory }
    let vi = state.editing.usesVi ? ViEditing(state.editing.memory) : nil
    state.screens[state.screen].changeEditor { $0.vi = vi }
  }
}

extension EditingStyle {
  /// Gives texts of many lines the keys of vi, or takes them away.
  fileprivate mutating func turnVi() -> [Effect] {
    usesVi.toggle()
    let words = usesVi ? "Texts of several lines have the keys of vi." : "Texts have the usual keys."
    let setting: PersonSettings.Editing = usesVi ? .vi : .plain
    return [.perform(SettingEffect(setting: .editing, value: setting.rawValue)), .say(.done(words))]
  }
}
