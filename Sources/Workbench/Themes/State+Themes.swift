import TerminalKit
import WorkbenchServices
import WorkbenchState

extension State {
  static var themeCommand: CommandRow {
    CommandRow(
      "theme.pick", "Theme", help: "Chooses the colours; each theme shows while the cursor is on it.", in: [.browsing]
    ) { state in
      state.ask(ThemePicker(state.themes.all, current: state.themes.current))
    }
  }

  mutating func theme(_ action: ThemeAction) -> [Effect] {
    switch action {
    case .show(let name): return paint(name)
    case .choose(let name):
      themes.current = name
      return paint(name) + [.perform(SettingEffect(setting: .theme, value: name)), .say(.done("Theme: \(name)."))]
    }
  }

  private func paint(_ name: String) -> [Effect] {
    themes.all.first { $0.name == name }.map { [.terminal(.paint($0))] } ?? []
  }
}
