import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

// The environment that requests are sent in, and another one in its place.
extension State {
  func isActive(_ environment: String) -> Bool { workspace?.environment?.isIdentical(to: environment) == true }

  var environmentPicker: Picker {
    let environments = workspace?.environments ?? []
    let items = environments.map { environment in
      Picker.Item(
        text: environment.name, style: environment.style, mark: isActive(environment.name) ? "●" : " ",
        note: environment.asksBeforeSending ? "asks before sending anything but GET" : "",
        action: .workspace(.select(environment: environment.name)))
    }
    let edit = Picker.Item(
      text: "Variables and environments …", style: Style(.accent), key: "Alt-v", action: .environments(.open))
    let active = environments.firstIndex { isActive($0.name) }
    return Picker("Environment", items + [edit], selected: active ?? 0)
  }

  /// Other values stand behind the names now.
  mutating func switchedEnvironment() -> [Effect] {
    shared.forget()
    return screen == .cache ? [.then(.cache(.refresh))] : []
  }
}
