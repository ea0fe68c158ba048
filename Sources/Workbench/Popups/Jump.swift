import TerminalKit

/// Puts a letter on every pane; the letter moves the focus there.
struct Jump: Sheet {
  let panes: [Pane]

  private var targets: Zip2Sequence<String, [Pane]> { zip("asdfgh", panes) }

  var dims: Bool { false }

  func claims(_ key: Key) -> Bool { key.typed != nil }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> { .close(nil) }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event else { return .ignored }
    return .close(targets.first { $0.0 == key.typed }.map { .navigation(.focus($0.1)) })
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return .handled }
    let hit = panes.first { state.arrangement.panes[$0]?.contains(mouse.point) == true }
    return .close(hit.map { .navigation(.focus($0)) })
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    for (letter, pane) in targets {
      guard let area = state.arrangement.panes[pane], !area.isEmpty else { continue }
      frame.put(" \(letter) ", at: area.origin.moved(right: 2), style: Style(.match))
    }
  }
}
