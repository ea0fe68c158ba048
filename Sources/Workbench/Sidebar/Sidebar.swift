import TerminalKit

/// The tree of requests.
struct Sidebar: Component {
  enum Action: Sendable {
    case workspace(WorkspaceSnapshot)
    case move(Int)
    case open
  }

  var requests: [RequestSummary] = []
  var selected = 0

  init() {}

  var keyContexts: [KeyContext] { [.sidebar] }

  static var commands: [CommandRow] {
    [
      CommandRow(
        "sidebar.down", "Down", help: "Moves down.", keys: ["Down", "j"], in: [.sidebar], does: .sidebar(.move(1))),
      CommandRow(
        "sidebar.up", "Up", help: "Moves up.", keys: ["Up", "k"], in: [.sidebar], does: .sidebar(.move(-1))),
      CommandRow(
        "sidebar.open", "Open", help: "Opens the request.", keys: ["Enter"], in: [.sidebar], does: .sidebar(.open)),
    ]
  }

  mutating func update(_ action: Action, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .workspace(let snapshot): requests = snapshot.requests
    case .move(let step): selected = max(0, min(requests.count - 1, selected + step))
    case .open: return requests.isEmpty ? [] : [.then(.shell(.open(requests[selected].id)))]
    }
    return []
  }

  func title(in surroundings: Surroundings) -> PaneTitle { PaneTitle("Requests") }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, surroundings: Surroundings) {
    for (row, request) in requests.prefix(rect.height).enumerated() {
      frame.put(request.id.rawValue, at: rect.row(row).origin, maxWidth: rect.width)
    }
  }
}
