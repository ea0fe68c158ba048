import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension EventsScreen {
  package func title(in context: ViewContext) -> PaneTitle {
    let lines = window.total.counted("line") + (window.isSearching ? ", searching…" : "")
    if let moment {
      return PaneTitle(
        [Span("Events", .title), Span("  \(moment.words)", .mark)], right: [Span("\(lines)  ", .muted)])
    }
    guard !isFollowing else {
      return PaneTitle([Span("Events", .title)], right: [Span("\(lines)  ", .muted), Span("▶ follow", .success)])
    }
    let newer = window.total - totalWhenHeld
    let state = newer > 0 ? "‖ held, \(newer.grouped) newer" : "‖ held"
    return PaneTitle([Span("Events", .title)], right: [Span("\(lines)  ", .muted), Span(state, .warning)])
  }

  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    var list = rect
    if showsFilter {
      drawFilter(into: &frame, rect.row(0))
      list = rect.inset(top: 1)
    }
    guard window.total > 0 else {
      let none = moment == nil ? "No events yet. F5 sends a request." : "No event had come by then, or it is not kept."
      let sentence = filter.isEmpty ? none : wordsWithoutMatch
      let text = window.isSearching ? "Searching…" : sentence
      frame.put(text, at: list.origin.moved(right: 2), style: .muted, maxWidth: list.width - 2)
      return drawCompletion(into: &frame, rect)
    }
    let clock = LogClock(of: cursor.visible.compactMap(entry), now: context.now)
    for line in cursor.visible {
      draw(
        line, clock, in: context.workspace.environment, into: &frame, list.row(line - cursor.top),
        isFocused: isFocused && !isFiltering)
    }
    drawCompletion(into: &frame, rect)
  }

  private var wordsWithoutMatch: String {
    let hint = FilterWord.all(of: input.text).lazy.compactMap { FilterVocabulary.log.failureHint($0.text) }.first
    return ["No line matches.", hint].compactMap(\.self).joined(separator: " ")
  }

  private func drawCompletion(into frame: inout Frame, _ rect: Rect) {
    guard let completion, let cursor = frame.cursor else { return }
    completion.draw(into: &frame, within: rect, below: cursor)
  }

  private func draw(
    _ line: Int, _ clock: LogClock, in environment: String?, into frame: inout Frame, _ row: Rect, isFocused: Bool
  ) {
    let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
    if let ground { frame.fill(row, style: Style(ground)) }
    if let entry = entry(at: line) {
      LogLine(entry: entry, clock: clock, environment: environment).draw(into: &frame, row, on: ground)
    } else {
      frame.put("…", at: row.origin.moved(right: 2), style: .muted)
    }
  }

  private func drawFilter(into frame: inout Frame, _ row: Rect) {
    let note = isFiltering ? help : savedInUse?.name ?? ""
    ListFilterLine(input: input, problem: filter.problems.first, note: note, isTyping: isFiltering).draw(
      into: &frame, row)
  }

  /// Its server is that of the selected event: an example that finds nothing misleads.
  private var help: String {
    let server = selected.flatMap { EventFacts($0)?[.server] } ?? "api"
    return "words  kind:fail  status>=500  is:marked  name:login  server:\(server)  ms>200  -not  method:post"
  }
}
