/// The screens, by the number that shows them.
enum Screen: Int, Hashable, Sendable, CaseIterable {
  case requests = 1
  case groups = 2
  case events = 3
  case cache = 4
  case shared = 5

  /// Its name where there is little room.
  var tab: String { self == .shared ? "Shared" : title }

  var title: String {
    switch self {
    case .requests: "Requests"
    case .groups: "Groups"
    case .events: "Events"
    case .cache: "Cache"
    case .shared: "Shared data"
    }
  }

  /// Its panes in the order of Tab.
  var panes: [Pane] {
    switch self {
    case .requests: [.sidebar, .composer, .answer, .strip]
    case .groups: [.groups, .steps, .step, .strip]
    case .events: [.events]
    case .cache: [.cache, .strip]
    case .shared: [.sharedKeys, .sharedValue, .sharedHistory, .sharedUses, .strip]
    }
  }
}

/// What can have the focus.
enum Pane: Hashable, Sendable, CaseIterable {
  case sidebar, composer, answer, events, cache, strip
  case sharedKeys, sharedValue, sharedHistory, sharedUses
  case groups, steps, step

  var title: String {
    switch self {
    case .sidebar: "Requests"
    case .composer: "Composer"
    case .answer: "Answer"
    case .events: "Events"
    case .cache: "Cache"
    case .strip: "Log strip"
    case .sharedKeys: "Shared data"
    case .sharedValue: "Value"
    case .sharedHistory: "History of the key"
    case .sharedUses: "Used by"
    case .groups: "Groups"
    case .steps: "Steps"
    case .step: "Step"
    }
  }
}
