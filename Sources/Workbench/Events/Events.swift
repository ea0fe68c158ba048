import ParleyEngine
import TerminalKit

/// Screen 3: everything that happened, a line each.
struct Events: Component {
  enum Action: Sendable {
    case delivered([EventSubscription.Delivery])
  }

  init() {}

  static var commands: [CommandRow] { [] }
  var keyContexts: [KeyContext] { [.events] }

  mutating func update(_ action: Action, in surroundings: Surroundings) -> [Effect] { [] }
  func title(in surroundings: Surroundings) -> PaneTitle { PaneTitle("Events") }
  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, surroundings: Surroundings) {}
}
