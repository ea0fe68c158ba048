import ParleyText
import TerminalKit

extension EventsScreen {
  func title(in context: ViewContext) -> PaneTitle {
    let lines = window.total.counted("line")
    guard !isFollowing else {
      return PaneTitle([Span("Events", .title)], right: [Span("\(lines)  ", .muted), Span("▶ follow", .success)])
    }
    let newer = window.total - totalWhenHeld
    let state = newer > 0 ? "‖ held, \(newer.grouped) newer" : "‖ held"
    return PaneTitle([Span("Events", .title)], right: [Span("\(lines)  ", .muted), Span(state, .warning)])
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    var list = rect
    if showsFilter {
      drawFilter(into: &frame, rect.row(0))
      list = rect.inset(top: 1)
    }
    guard window.total > 0 else {
      let sentence = filter.isEmpty ? "No events yet. F5 sends a request." : "No line matches."
      frame.put(sentence, at: list.origin.moved(right: 2), style: .muted, maxWidth: list.width - 2)
      return drawCompletion(into: &frame, rect)
    }
    let clock = LogClock(of: cursor.visible.compactMap(entry), now: context.now)
    for line in cursor.visible {
      draw(line, clock, into: &frame, list.row(line - cursor.top), isFocused: isFocused && !isFiltering)
    }
    drawCompletion(into: &frame, rect)
  }

  private func drawCompletion(into frame: inout Frame, _ rect: Rect) {
    guard let completion, let cursor = frame.cursor else { return }
    completion.draw(into: &frame, within: rect, below: cursor)
  }

  private func draw(_ line: Int, _ clock: LogClock, into frame: inout Frame, _ row: Rect, isFocused: Bool) {
    let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
    if let ground { frame.fill(row, style: Style(ground)) }
    if let entry = entry(at: line) {
      LogLine(entry: entry, clock: clock).draw(into: &frame, row, on: ground)
    } else {
      frame.put("…", at: row.origin.moved(right: 2), style: .muted)
    }
  }

  private func drawFilter(into frame: inout Frame, _ row: Rect) {
    frame.put("/", at: row.origin.moved(right: 1), style: Style(.hint))
    let note = filter.problems.first ?? (isFiltering ? Self.help : savedInUse?.name ?? "")
    let shown = note.fitted(to: max(0, row.width - CellWidth.columns(of: input.text) - 8))
    let width = CellWidth.columns(of: shown)
    let style = Style(filter.problems.isEmpty ? .muted : .failure)
    frame.put(shown, at: Point(x: row.maxX - 1 - width, y: row.y), style: style)
    input.draw(into: &frame, rect: row.inset(left: 3, right: width + 2), isFocused: isFiltering)
  }

  private static let help = "words   kind:fail   name:login   method:post   status>=500   ms>200   is:marked   -not"
}
