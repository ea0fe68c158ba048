import ParleyEngine
package import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension KeyContext {
  /// In the list of breakpoints.
  package static let breakpoints: KeyContext = "groups.breakpoints"
}

/// The breakpoints of the group that is shown: where, when, on which condition, and whether they are on.
struct BreakpointSheet: Sheet {
  var keyContexts: [KeyContext] { [.breakpoints, .sheet] }
  var acceptWord: String { "edit" }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: return .close(nil)
    case .accept: return .act(.groups(.breakpoints(.edit)))
    case .move(let step): return .act(.groups(.breakpoints(.move(step))))
    case .next: return .act(.groups(.breakpoints(.move(.lines(1)))))
    case .previous: return .act(.groups(.breakpoints(.move(.lines(-1)))))
    case .copy, .turnKeeping, .acceptAll, .confirm: return .handled
    }
  }

  func claims(_ key: Key) -> Bool { key.typed == "g" }

  /// The only key that closes the list and does something.
  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event, key.typed == "g" else { return .ignored }
    return .close(.groups(.breakpoints(.goTo)))
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return turn(mouse, in: state) }
    let layout = layout(over: rect, in: state)
    let inside = rect.insidePopup(layout.size)
    let line = layout.cursor.top + mouse.point.y - inside.y
    guard inside.contains(mouse.point), layout.cursor.visible.contains(line) else { return .handled }
    return .act(.groups(.breakpoints(line == layout.cursor.selected ? .edit : .select(line))))
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let layout = layout(over: rect, in: state)
    let inside = frame.popup(
      layout.size, over: rect, title: "Breakpoints of \((state.groups.steps.group ?? "").fitted(to: 40))")
    if layout.rows.isEmpty { frame.putHint("No breakpoints. a adds one, b sets one at a step.", in: inside.row(0)) }
    for line in layout.cursor.visible where line - layout.cursor.top < layout.list {
      let row = inside.row(line - layout.cursor.top)
      let ground: Role? = line == layout.cursor.selected ? .selection : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      frame.put(layout.rows[line], at: row.origin, maxWidth: row.width, on: ground)
    }
    frame.popupScrollBar(layout.cursor.extent, beside: inside.top(layout.list))
    guard !layout.rows.isEmpty else { return }
    // The other keys are among the hints.
    let foot: StyledText = [Span("g", .hint), Span(" go to the step", .muted)]
    frame.put(foot, at: inside.row(inside.height - 1).origin, maxWidth: inside.width)
  }

  private struct Layout {
    let rows: [StyledText]
    let cursor: ListCursor
    let list: Int
    let size: Size
  }

  private func layout(over rect: Rect, in state: State) -> Layout {
    let screen = state.groups
    let list = screen.breakpoints[screen.steps.group]
    let columns = BreakpointColumns(list, screen.steps.outlines)
    let rows = list.map(columns.line)
    let height = max(1, min(rows.count, rect.height - 4))
    var cursor = screen.breakpoints.cursor
    cursor.count = rows.count
    cursor.height = height
    let widest = rows.reduce(76) { max($0, $1.columns) }
    return Layout(
      rows: rows, cursor: cursor, list: height,
      size: Size(width: max(20, min(widest, rect.width - 6)), height: height + 2))
  }
}

/// The lines of the list, its columns below each other.
private struct BreakpointColumns {
  let steps: [StepOutline]
  private let place: Int
  private let when: Int

  init(_ breakpoints: [StepBreakpoint], _ steps: [StepOutline]) {
    self.steps = steps
    place = breakpoints.reduce(10) { max($0, min(28, CellWidth.columns(of: Self.place(of: $1, in: steps).words))) }
    when = breakpoints.reduce(6) { max($0, min(24, CellWidth.columns(of: $1.when))) }
  }

  func line(_ breakpoint: StepBreakpoint) -> StyledText {
    let mark = BreakpointMark(breakpoint)
    let (words, isGone) = Self.place(of: breakpoint, in: steps)
    let text = breakpoint.isOn ? Style.text : Style.muted
    var line: StyledText = [
      Span(breakpoint.isOn ? "✓ " : "~ ", breakpoint.isOn ? Style(.success) : .muted),
      Span("\(mark.glyph) ", mark.style),
      Span(words.fitted(to: place).padded(to: place), isGone ? Style(.warning) : text),
      Span("  \(breakpoint.when.fitted(to: when).padded(to: when))", breakpoint.isOn ? .text : .muted),
    ]
    if breakpoint.moment != .shared, !breakpoint.condition.isEmpty {
      line.append("  \(breakpoint.condition)", breakpoint.isOn ? Style(.accent) : .muted)
    }
    if isGone { line.append("  not in the group any more", Style(.warning)) }
    return line
  }

  private static func place(of breakpoint: StepBreakpoint, in steps: [StepOutline]) -> (words: String, isGone: Bool) {
    guard let step = breakpoint.step else { return ("every step", false) }
    let element = breakpoint.element.map { "[\($0)]" } ?? ""
    guard let path = step.path(in: steps) else { return ("✗ \(step.name)\(element)", true) }
    return ("\(path) \(step.name)\(element)", false)
  }
}
