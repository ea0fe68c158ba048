import ParleyEngine
import TerminalKit

/// The newest events, below every screen.
struct LogStrip: Component {
  enum Action: Sendable {
    case delivered([EventSubscription.Delivery])
  }

  private(set) var lines = 1

  init() {}

  static var commands: [CommandRow] { [] }
  var keyContexts: [KeyContext] { [.strip] }

  mutating func grow() { lines = lines == 1 ? 5 : lines == 5 ? 12 : 1 }

  mutating func update(_ action: Action, in surroundings: Surroundings) -> [Effect] { [] }
  func title(in surroundings: Surroundings) -> PaneTitle { PaneTitle("") }
  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, surroundings: Surroundings) {}
}
