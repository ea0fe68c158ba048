import TerminalKit

extension State {
  /// The picture of this state: pure, so that equal states look equal.
  func draw() -> Frame {
    var frame = Frame(size: size)
    let arrangement = arrangement
    frame.put("Parley", at: arrangement.topBar.origin)
    draw(sidebar, as: .sidebar, into: &frame, arrangement)
    draw(events, as: .events, into: &frame, arrangement)
    draw(strip, as: .strip, into: &frame, arrangement)
    if let desk = desks.current {
      draw(desk.composer, as: .composer, into: &frame, arrangement)
      draw(desk.answer, as: .answer, into: &frame, arrangement)
    }
    return frame
  }

  private func draw(
    _ component: some Component, as pane: Pane, into frame: inout Frame, _ arrangement: Arrangement
  ) {
    guard let rect = arrangement.panes[pane], !rect.isEmpty else { return }
    let isFocused = focus == pane
    if pane != .strip {
      frame.box(rect, style: Style(isFocused ? .borderFocused : .border))
      frame.put(component.title(in: surroundings).left, at: rect.origin.moved(right: 2))
    }
    component.draw(
      into: &frame, in: arrangement.inside(pane), isFocused: isFocused, surroundings: surroundings)
  }
}
