package import TerminalKit

/// The screens with all that they hold.
package struct Screens: Sendable {
  /// Those that have been changed; any other is as it begins.
  private var held: [ScreenID: any Screen] = [:]

  /// One of the screens, to be changed in place.
  package subscript<S: Screen>(_ type: S.Type) -> S {
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

  package subscript(id: ScreenID) -> any Screen {
    get { held[id] ?? id.type.init() }
    _modify { yield &held[id, default: id.type.init()] }
  }
}

/// Which screen.
package struct ScreenID: Hashable, Sendable {
  package let type: any Screen.Type

  package init(_ type: any Screen.Type) {
    self.type = type
  }

  /// As it is called in files.
  package var name: String { type.name }

  /// Its panes in the order of Tab.
  package var panes: [Pane] { type.panes + (type.hasStrip ? [.strip] : []) }

  /// The command that shows it.
  package var command: CommandID { CommandID("screen.\(type.name)") }

  package static func == (left: ScreenID, right: ScreenID) -> Bool { left.type == right.type }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

/// An action that knows its screen.
package protocol ScreenAction: Sendable {
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
  package static func on<S: Screen>(_ type: S.Type, _ action: S.Action) -> Action {
    .screen(Addressed<S>(action: action))
  }

  /// The action for a screen of this type; nil if it is for something else.
  func aimed<S: Screen>(at type: S.Type) -> S.Action? {
    guard case .screen(let action) = self else { return nil }
    return action.aimed(at: type)
  }
}
