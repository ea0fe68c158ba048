import TerminalKit

extension Composer {
  func title(in surroundings: Surroundings) -> PaneTitle {
    PaneTitle(StyledText(request.description))
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, surroundings: Surroundings) {
    frame.put("\(draft.method.isEmpty ? "GET" : draft.method) \(draft.url)", at: rect.origin, maxWidth: rect.width)
  }
}
