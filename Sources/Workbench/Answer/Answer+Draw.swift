import TerminalKit

extension Answer {
  func title(in surroundings: Surroundings) -> PaneTitle {
    PaneTitle("Answer")
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, surroundings: Surroundings) {
    frame.put(text, at: rect.origin, maxWidth: rect.width)
  }
}
