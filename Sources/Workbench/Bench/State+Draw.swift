import TerminalKit

extension State {
  /// The picture of this state: pure, so that equal states look equal.
  func draw() -> Frame {
    var frame = Frame(size: size)
    guard !size.isEmpty else { return frame }
    let arrangement = arrangement
    drawTopBar(into: &frame, arrangement.topBar)
    drawPanes(into: &frame, arrangement)
    drawHints(into: &frame, arrangement.hints)
    drawKeysThatFollow(into: &frame, above: arrangement.hints)
    drawOpening(into: &frame)
    if let holding, popups.isEmpty { drawHold(by: holding, into: &frame, over: arrangement.popups) }
    if !popups.isEmpty { frame.cursor = nil }
    popups.draw(into: &frame, rect: arrangement.popups, in: self)
    return frame
  }

  private func drawPanes(into frame: inout Frame, _ arrangement: Arrangement) {
    // The focused one last: its border lies over the lines it shares.
    let panes = arrangement.panes.keys.sorted { left, right in
      (left == focus ? 1 : 0, left.order) < (right == focus ? 1 : 0, right.order)
    }
    for pane in panes where pane != .strip && arrangement.hasBorders {
      guard let rect = arrangement.panes[pane] else { continue }
      frame.box(rect, style: Style(focus == pane ? .borderFocused : .border))
    }
    joinBorders(in: &frame, arrangement)
    for pane in panes {
      switch pane {
      case .sidebar: draw(sidebar, as: pane, into: &frame, arrangement)
      case .events: draw(events, as: pane, into: &frame, arrangement)
      case .cache: draw(cache, as: pane, into: &frame, arrangement)
      case .strip: draw(strip, as: pane, into: &frame, arrangement)
      case .composer: draw(desks.current?.composer, as: pane, into: &frame, arrangement)
      case .answer: draw(desks.current?.answer, as: pane, into: &frame, arrangement)
      case .sharedKeys: draw(shared.list, as: pane, into: &frame, arrangement)
      case .sharedValue: draw(shared.value, as: pane, into: &frame, arrangement)
      case .sharedHistory: draw(shared.history, as: pane, into: &frame, arrangement)
      case .sharedUses: draw(shared.uses, as: pane, into: &frame, arrangement)
      case .groups: draw(groups.list, as: pane, into: &frame, arrangement)
      case .steps: draw(groups.steps, as: pane, into: &frame, arrangement)
      case .step: draw(groups.step, as: pane, into: &frame, arrangement)
      }
    }
  }

  private func draw(
    _ component: (some PaneView)?, as pane: Pane, into frame: inout Frame, _ arrangement: Arrangement
  ) {
    guard let rect = arrangement.panes[pane], !rect.isEmpty else { return }
    let isFocused = focus == pane && popups.isEmpty
    if arrangement.hasBorders, pane != .strip, let title = component?.title(in: surroundings) {
      frame.put(title, inEdgeOf: rect)
    }
    let inside = arrangement.inside(pane)
    if let component {
      component.draw(into: &frame, in: inside, isFocused: isFocused, surroundings: surroundings)
    } else if pane == .composer {
      drawWelcome(into: &frame, inside)
    }
  }

  /// Where panes share a line.
  private func joinBorders(in frame: inout Frame, _ arrangement: Arrangement) {
    guard arrangement.hasBorders else { return }
    joinSharedPanes(in: &frame, arrangement)
    join(.composer, .answer, in: &frame, arrangement)
    join(.steps, .step, in: &frame, arrangement)
    if shape == .narrow {
      for pane in [Pane.sharedValue, .sharedHistory, .sharedUses] { join(.sharedKeys, pane, in: &frame, arrangement) }
    }
  }

  /// Of two panes above each other.
  private func join(_ above: Pane, _ below: Pane, in frame: inout Frame, _ arrangement: Arrangement) {
    guard let upper = arrangement.panes[above], let lower = arrangement.panes[below], upper.x == lower.x else { return }
    let isFocused = focus == above || focus == below
    let style = Style(isFocused ? .borderFocused : .border)
    frame.put("├", at: lower.origin, style: style)
    frame.put("┤", at: Point(x: lower.maxX - 1, y: lower.y), style: style)
  }

  private func drawWelcome(into frame: inout Frame, _ rect: Rect) {
    guard workspace != nil else { return }
    let isEmpty = workspace?.requests.isEmpty == true
    let lines = isEmpty ? ["a makes a request."] : ["Enter opens a request, F5 sends it."]
    for (row, line) in lines.enumerated() {
      frame.put(line, at: rect.row(row + 1).origin.moved(right: 2), style: .muted, maxWidth: rect.width - 3)
    }
  }

  private func drawOpening(into frame: inout Frame) {
    guard workspace == nil, popups.isEmpty, size.height >= 3 else { return }
    let text = "Opening the workspace …"
    let inside = frame.popup(Size(width: text.count, height: 1), over: frame.bounds, title: "")
    frame.put(text, at: inside.origin, style: .muted, maxWidth: inside.width)
  }
}

extension Frame {
  /// Writes a title into the upper edge of a box: left, and right where there is room for both.
  mutating func put(_ title: PaneTitle, inEdgeOf rect: Rect) {
    let room = rect.width - 4
    guard room > 0 else { return }
    let right = title.right.columns
    let showsRight = right > 0 && title.left.columns + right + 5 <= room
    let left =
      title.left.columns > room - 2 ? StyledText(title.left.plain.fitted(to: room - 2), Style(.title)) : title.left
    if !left.isEmpty { put([Span(" ")] + left + [Span(" ")], at: rect.origin.moved(right: 1), maxWidth: room) }
    guard showsRight else { return }
    let start = Point(x: rect.maxX - right - 3, y: rect.y)
    put([Span(" ")] + title.right + [Span(" ")], at: start)
  }
}

extension Pane {
  /// In which panes are drawn over each other.
  fileprivate var order: Int { Pane.allCases.firstIndex(of: self) ?? 0 }
}
