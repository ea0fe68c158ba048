import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

/// The environment that requests are sent in, and another one in its place.
enum EnvironmentSwitch {
  static func picker(in state: State) -> Picker {
    let environments = state.workspace?.environments ?? []
    let items = environments.map { environment in
      Picker.Item(
        text: environment.name, style: environment.style,
        mark: state.workspace?.sends(in: environment.name) == true ? "●" : " ",
        note: environment.asksBeforeSending ? "asks before sending anything but GET" : "",
        action: .workspace(.select(environment: environment.name)))
    }
    let edit = Picker.Item(
      text: "Variables and environments …", style: Style(.accent), key: state.commands.label(of: "environment.edit"),
      action: .environments(.open))
    let active = environments.firstIndex { state.workspace?.sends(in: $0.name) == true }
    return Picker("Environment", items + [edit], selected: active ?? 0)
  }

  /// Other values stand behind the names now.
  static func switched(in state: inout State) -> [Effect] {
    state.shared.forget()
    return state.screen == .cache ? [.then(.cache(.refresh))] : []
  }
}

extension WorkspaceSnapshot {
  /// Whether requests are sent in this environment.
  func sends(in environment: String) -> Bool { self.environment?.isIdentical(to: environment) == true }
}
