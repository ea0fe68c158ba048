package import TerminalKit
package import WorkbenchServices

/// How the screen looks.
package enum ThemeAction: Hashable, Sendable {
  /// For now.
  case show(String)
  /// From now on, in every session.
  case choose(String)
}

/// The themes there are, and the one in use.
package struct Themes: Sendable {
  package let all: [Theme]
  package var current: String

  package init(_ all: [Theme] = Theme.shipped, current: Theme = .dark) {
    self.all = all.contains(current) ? all : all + [current]
    self.current = current.name
  }

  package func paint(_ name: String) -> [Effect] {
    all.first { $0.name == name }.map { [.terminal(.paint($0))] } ?? []
  }
}

/// Keeps what a person has chosen for all workspaces.
package struct SettingEffect: ServiceEffect {
  let setting: PersonSettings.Setting
  let value: String

  package init(setting: PersonSettings.Setting, value: String) {
    self.setting = setting
    self.value = value
  }

  package var lane: Lane? { Lane("settings", outlivesTheScreen: true) }

  package func perform(with services: Services) async throws -> [Action] {
    try await services.person.keep(setting, value)
    return []
  }
}
