import TerminalKit

/// The screens with all that they hold.
struct Screens: Sendable {
  /// One row for each screen; its place is the number that shows it.
  static let all: [any Screen.Type] = [
    RequestsScreen.self,
    GroupsScreen.self,
    EventsScreen.self,
    CacheScreen.self,
    SharedDataScreen.self,
    HistoryScreen.self,
  ]

  private var held: [ScreenID: any Screen] = Dictionary(
    uniqueKeysWithValues: all.map { (ScreenID($0), $0.init()) })

  /// One of the screens, to be changed in place.
  subscript<S: Screen>(_ type: S.Type) -> S {
    get { held[ScreenID(type)] as? S ?? S() }
    _modify {
      let id = ScreenID(type)
      var screen = held[id] as? S ?? S()
      // While it is changed nothing else holds it, so that nothing large is copied.
      held[id] = nil
      defer { held[id] = screen }
      yield &screen
    }
  }

  subscript(id: ScreenID) -> any Screen {
    get { held[id] ?? id.type.init() }
    _modify { yield &held[id, default: id.type.init()] }
  }
}

/// Which screen.
struct ScreenID: Hashable, Sendable {
  let type: any Screen.Type

  init(_ type: any Screen.Type) {
    self.type = type
  }

  /// As it is called in files.
  var name: String { type.name }

  static var all: [ScreenID] { Screens.all.map { ScreenID($0) } }

  /// The digit that shows it.
  var number: Int { (Self.all.firstIndex(of: self) ?? 0) + 1 }

  /// Its panes in the order of Tab.
  var panes: [Pane] { type.panes + (type.hasStrip ? [.strip] : []) }

  /// The command that shows it.
  var command: CommandID { CommandID("screen.\(type.name)") }

  static func == (left: ScreenID, right: ScreenID) -> Bool { left.type == right.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

/// An action that knows its screen.
protocol ScreenAction: Sendable {
  func perform(in state: inout State) -> [Effect]
  /// The action for a screen of this type; nil if it is for another one.
  func aimed<S: Screen>(at type: S.Type) -> S.Action?
}

private struct Addressed<S: Screen>: ScreenAction {
  let action: S.Action

  func perform(in state: inout State) -> [Effect] {
    state.screens[S.self].update(action, in: state.context)
  }

  func aimed<Other: Screen>(at type: Other.Type) -> Other.Action? { action as? Other.Action }
}

extension Action {
  /// An action of a screen.
  static func on<S: Screen>(_ type: S.Type, _ action: S.Action) -> Action { .screen(Addressed<S>(action: action)) }

  /// The action for a screen of this type; nil if it is for something else.
  func aimed<S: Screen>(at type: S.Type) -> S.Action? {
    guard case .screen(let action) = self else { return nil }
    return action.aimed(at: type)
  }
}
