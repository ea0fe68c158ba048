import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Choosing a theme.
enum ThemeHandling {
  static var command: CommandRow {
    CommandRow(
      "theme.pick", "Theme", help: "Chooses the colours; each theme shows while the cursor is on it.", in: [.browsing]
    ) { state in
      state.ask(ThemePicker(state.themes.all, current: state.themes.current))
    }
  }

  static func handle(_ action: ThemeAction, in state: inout State) -> [Effect] {
    switch action {
    case .show(let name): return state.themes.paint(name)
    case .choose(let name):
      state.themes.current = name
      return state.themes.paint(name) + [
        .perform(SettingEffect(setting: .theme, value: name)), .say(.done("Theme: \(name).")),
      ]
    }
  }
}
