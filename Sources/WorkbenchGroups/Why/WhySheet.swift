import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The way from an effect back to its first causes: a line for each link, the nearest first; below it what has changed since the run
/// succeeded, and what another value would give.
struct WhySheet: Sheet {
  var keyContexts: [KeyContext] { [.why, .sheet] }
  var acceptWord: String { "go there" }

  /// Once: another question is shown in the one that is open.
  func sheet(in state: State) -> (any Sheet)? { state.popups.top?.sheet is WhySheet ? nil : self }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    guard let place = state.groups.why.place else { return .close(nil) }
    switch action {
    case .close: return .close(nil)
    case .accept: return .close(.groups(.why(.go)))
    case .copy: return .act(.terminal(.copy(place.text, of: "the chain")))
    case .move(let step): return .act(.groups(.why(.move(step))))
    case .next: return .act(.groups(.why(.turn(1))))
    case .previous: return .act(.groups(.why(.turn(-1))))
    case .turnKeeping, .acceptAll, .confirm: return .handled
    }
  }

  func claims(_ key: Key) -> Bool { key.typed == "F" }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event, key.typed == "F" else { return .ignored }
    guard state.groups.why.place?.forkStep != nil else {
      return .act(.notice(.refused("No step follows from this line: a fork begins at one that names a step.")))
    }
    return .close(.groups(.why(.fork)))
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left), let place = state.groups.why.place else { return turn(mouse, in: state) }
    let layout = WhyLayout(place, over: rect)
    let inside = rect.insidePopup(layout.size)
    let row = layout.top + mouse.point.y - inside.y
    guard inside.contains(mouse.point), layout.rows.indices.contains(row), let line = layout.rows[row].line else {
      return .handled
    }
    if line == place.cursor { return .close(.groups(.why(.go))) }
    return .act(.groups(.why(.select(line))))
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    guard let place = state.groups.why.place else { return }
    let layout = WhyLayout(place, over: rect)
    let title = Printable.text(place.chain.question).fitted(to: max(8, layout.size.width - 2))
    let inside = frame.popup(layout.size, over: rect, title: title)
    let list = inside.inset(bottom: 2)
    for (line, row) in layout.rows.dropFirst(layout.top).prefix(list.height).enumerated() {
      let area = list.row(line)
      let ground: Role? = row.line == place.cursor ? .selection : nil
      if let ground { frame.fill(area, style: Style(ground)) }
      frame.put(row.text, at: area.origin, maxWidth: area.width, on: ground)
    }
    let extent = ScrollExtent(first: layout.top, shown: list.height, count: layout.rows.count)
    frame.popupScrollBar(extent, beside: list)
    frame.put(foot(of: place, in: inside.width), at: inside.row(inside.height - 1).origin, style: .muted)
  }

  /// As many of its keys as there is room for.
  private func foot(of place: WhyPlace, in width: Int) -> String {
    let others = place.questions.count > 1 ? ["Tab another question"] : []
    let fork = place.trial == nil ? "F fork: edit, then run" : "F fork with it, paused"
    let forks = place.forkStep == nil ? [] : [fork]
    var foot = "Enter go there, Backspace back"
    for key in ["t try a value"] + forks + ["d what changed", "n why a value is missing"] + others + ["y copy"]
    where foot.count + key.count + 3 <= width {
      foot += "   \(key)"
    }
    return foot.fitted(to: width)
  }
}
