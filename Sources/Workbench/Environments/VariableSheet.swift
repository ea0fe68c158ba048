import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension KeyContext {
  /// In the table of values and environments.
  static let variables: KeyContext = "variables"
}

/// The values of the workspace by environment, as a table that is edited.
struct VariableSheet: Sheet {
  var keyContexts: [KeyContext] { [.variables, .sheet] }
  var acceptWord: String { "edit" }

  func isAwaited(in state: State) -> Bool { !state.variables.isLoaded }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: return .close(nil)
    case .accept:
      guard state.variables.selected == nil else { return .act(.ask(VariableValueQuestion())) }
      return .act(.ask(EnvironmentForm.new(in: state.variables.home ?? .workspace)))
    case .move(let step): return .act(.environments(.move(step)))
    case .next: return .act(.environments(.turnColumn(1)))
    case .previous: return .act(.environments(.turnColumn(-1)))
    case .copy: return .act(.environments(.copyValue))
    case .turnKeeping, .acceptAll, .confirm: return .handled
    }
  }

  func claims(_ key: Key) -> Bool { key.typed == "d" }

  /// The only key that closes the table and goes elsewhere: to what requests share in the column's file.
  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event, key.typed == "d", let home = state.variables.home else { return .ignored }
    return .close(.request(.open(.defaults(of: home.defaults), focus: .composer)))
  }

  /// A click selects a cell, a second one edits it.
  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return turn(mouse, in: state) }
    let layout = VariableLayout(state, over: rect)
    let inside = rect.insidePopup(layout.size)
    let line = layout.cursor.top + mouse.point.y - inside.y - 1
    guard inside.contains(mouse.point), mouse.point.y > inside.y, layout.cursor.visible.contains(line),
      line - layout.cursor.top < layout.list
    else { return .handled }
    let column = layout.column(at: mouse.point.x - inside.x) ?? state.variables.column
    let isSecond = line == state.variables.row.selected && column == state.variables.column
    return .act(isSecond ? .ask(VariableValueQuestion()) : .environments(.select(row: line, column: column)))
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let layout = VariableLayout(state, over: rect)
    let inside = frame.popup(layout.size, over: rect, title: "Variables")
    layout.drawHead(into: &frame, inside.row(0), state)
    if let words = layout.whenEmpty { frame.putHint(words, in: inside.row(1)) }
    for line in layout.cursor.visible where line - layout.cursor.top < layout.list {
      layout.draw(line, into: &frame, inside.row(1 + line - layout.cursor.top))
    }
    frame.popupScrollBar(layout.cursor.extent, beside: inside.inset(top: 1).top(layout.list))
    layout.drawFoot(into: &frame, inside.inset(top: 1 + layout.list))
  }
}
