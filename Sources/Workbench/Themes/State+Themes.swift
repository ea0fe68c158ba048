import TerminalKit
import WorkbenchServices

/// How the screen looks.
enum ThemeAction: Hashable, Sendable {
  /// For now.
  case show(String)
  /// From now on, in every session.
  case choose(String)
}

/// The themes there are, and the one in use.
struct Themes: Sendable {
  let all: [Theme]
  var current: String

  init(_ all: [Theme] = Theme.shipped, current: Theme = .dark) {
    self.all = all.contains(current) ? all : all + [current]
    self.current = current.name
  }
}

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

/// Keeps what a person has chosen for all workspaces.
struct SettingEffect: ServiceEffect {
  let setting: PersonSettings.Setting
  let value: String

  var lane: Lane? { Lane("settings", outlivesTheScreen: true) }

  func perform(with services: Services) async throws -> [Action] {
    try await services.person.keep(setting, value)
    return []
  }
}
