import TerminalKit
import WorkbenchState

/// Puts a letter on everything that can have the focus: panes, tabs, the fields of a request. The letter goes there, as a click
/// would.
struct Jump: Sheet {
  private struct Target {
    let letter: Character
    let label: Point
    let action: Action
  }

  /// Those of the panes are the ones next to each other.
  private static let letters = "asdfghjklqwertyuiopzxcvbnm"

  var dims: Bool { false }

  func claims(_ key: Key) -> Bool { key.typed != nil }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> { .close(nil) }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event else { return .ignored }
    return .close(Self.targets(in: state).first { $0.letter == key.typed }?.action)
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return .handled }
    let hit = state.focusable.first { state.arrangement.panes[$0]?.contains(mouse.point) == true }
    return .close(hit.map { .navigation(.focus($0)) })
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    for target in Self.targets(in: state) where frame.bounds.contains(target.label) {
      frame.put(String(target.letter), at: target.label, style: Style(.match))
    }
    for pane in state.focusable {
      guard let area = state.arrangement.panes[pane], !area.isEmpty else { continue }
      frame.put(" ", at: area.origin.moved(right: 2), style: Style(.match))
      frame.put(" ", at: area.origin.moved(right: 4), style: Style(.match))
    }
  }

  /// Panes first, so that their letters are the same whatever is in them.
  private static func targets(in state: State) -> [Target] {
    let arrangement = state.arrangement
    var found = state.focusable.map { pane in
      let corner = arrangement.panes[pane]?.origin ?? Point(x: -10, y: -1)
      return (corner.moved(right: 3), Action.navigation(.focus(pane)))
    }
    for pane in state.focusable where arrangement.panes[pane] != nil {
      let inside = arrangement.inside(pane)
      for point in state.component(pane)?.jumpPoints ?? [] where Rect(origin: .zero, size: inside.size).contains(point)
      {
        let place = Point(x: inside.x + point.x, y: inside.y + point.y)
        found.append((place, .input(.mouse(Mouse(.press(.left), at: place)))))
      }
    }
    return zip(letters, found).map { Target(letter: $0, label: $1.0, action: $1.1) }
  }
}
