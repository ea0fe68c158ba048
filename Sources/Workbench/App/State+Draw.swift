import TerminalKit
import WorkbenchParts
import WorkbenchState

extension State {
  /// The picture of this state: pure, so that equal states look equal.
  func draw() -> Frame {
    var frame = Frame(size: size)
    guard !size.isEmpty else { return frame }
    let arrangement = arrangement
    TopBar(self).draw(into: &frame, arrangement.topBar)
    // A screen reader would read the panes behind a pop-up along with it.
    if popups.isEmpty || !reading.isPlain { drawPanes(into: &frame, arrangement) }
    let hints = HintLine(self)
    hints.draw(into: &frame, arrangement.hints)
    hints.drawKeysThatFollow(into: &frame, above: arrangement.hints)
    drawOpening(into: &frame)
    if let holding = HoldHandling.holding(in: self), popups.isEmpty {
      HoldHandling.draw(holding, into: &frame, over: arrangement.popups, in: self)
    }
    if !popups.isEmpty { frame.cursor = nil }
    popups.draw(into: &frame, rect: arrangement.popups, in: self)
    if reading.isPlain { frame.makePlain() }
    return frame
  }

  private func drawPanes(into frame: inout Frame, _ arrangement: Arrangement) {
    // The focused one last: its border lies over the lines it shares.
    let shown = screen.panes.filter { arrangement.panes[$0] != nil }
    let panes = shown.filter { $0 != focus } + shown.filter { $0 == focus }
    for pane in panes where pane != .strip && arrangement.hasBorders {
      guard let rect = arrangement.panes[pane] else { continue }
      frame.box(rect, style: Style(focus == pane ? .borderFocused : .border))
    }
    joinBorders(in: &frame, arrangement)
    for pane in panes {
      draw(pane == .strip ? strip : screens[screen].view(of: pane), as: pane, into: &frame, arrangement)
    }
  }

  private func draw(
    _ component: (any PaneView)?, as pane: Pane, into frame: inout Frame, _ arrangement: Arrangement
  ) {
    guard let rect = arrangement.panes[pane], !rect.isEmpty else { return }
    let isFocused = focus == pane && popups.isEmpty
    if arrangement.hasBorders, pane != .strip, let title = component?.title(in: context) {
      frame.put(title, inEdgeOf: rect)
    }
    if arrangement.hasBorders, pane != .strip, let component, let extent = component.scrollExtent {
      let rows = component.scrolledRows(of: rect.height - 2)
      let edge = Rect(x: rect.maxX - 1, y: rect.y + 1 + rows.lowerBound, width: 1, height: rows.count)
      frame.scrollBar(extent, along: edge, style: Style(focus == pane ? .borderFocused : .border))
    }
    let inside = arrangement.inside(pane)
    component?.draw(into: &frame, in: inside, isFocused: isFocused, context: context)
  }

  /// Joins the borders of panes that share a line.
  private func joinBorders(in frame: inout Frame, _ arrangement: Arrangement) {
    guard arrangement.hasBorders else { return }
    for joint in screens[screen].joints(of: arrangement.panes) {
      frame.put(joint.sign, at: joint.point, style: Style(joint.panes.contains(focus) ? .borderFocused : .border))
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
    let right = [title.right, title.short].first { $0.columns > 0 && title.left.columns + $0.columns + 4 <= room }
    let left =
      title.left.columns > room - 2 ? StyledText(title.left.plain.fitted(to: room - 2), Style(.title)) : title.left
    if !left.isEmpty { put([Span(" ")] + left + [Span(" ")], at: rect.origin.moved(right: 1), maxWidth: room) }
    guard let right else { return }
    put([Span(" ")] + right + [Span(" ")], at: Point(x: rect.maxX - right.columns - 3, y: rect.y))
  }
}
