import TerminalKit
import WorkbenchServices
import WorkbenchState

extension State {
  static var editingCommands: [CommandRow] {
    [
      CommandRow(
        "editing.vi", "Keys of vi",
        help: "Turns the keys of vi on or off in texts of several lines, such as bodies; kept in your settings.",
        in: [.browsing]
      ) { state in
        state.turnVi()
      }
    ]
  }

  /// Gives texts of many lines the keys of vi, or takes them away.
  private mutating func turnVi() -> [Effect] {
    editing.usesVi.toggle()
    let words = editing.usesVi ? "Texts of several lines have the keys of vi." : "Texts have the usual keys."
    let setting: PersonSettings.Editing = editing.usesVi ? .vi : .plain
    return [.perform(SettingEffect(setting: .editing, value: setting.rawValue)), .say(.done(words))]
  }
}

// The editor that has the keys.
extension State {
  /// Gives the open editor the kind of keys that the person has set. Text copied in one field can be inserted into the
  /// next.
  mutating func followEditing() {
    guard editing.usesVi || screens[screen].openEditor?.vi != nil else { return }
    guard let editor = screens[screen].openEditor else { return }
    if let vi = editor.vi, editing.usesVi { return editing.memory = vi.memory }
    let vi = editing.usesVi ? ViEditing(editing.memory) : nil
    screens[screen].changeEditor { $0.vi = vi }
  }

  /// Whether Esc means something to the editor, rather than leaving it.
  var editorTakesEscape: Bool { isTyping(focus) && screens[screen].openEditor?.vi?.takesEscape == true }

  /// The mode of its keys, for the status line.
  var editorStatus: String? {
    guard popups.isEmpty, isTyping(focus) else { return nil }
    return screens[screen].openEditor?.vi?.status
  }
}
