import ParleyEngine
import ParleyStore
import TerminalKit

extension GroupList {
  func title(in context: ViewContext) -> PaneTitle {
    let count = context.workspace.groups.count
    return PaneTitle([Span("Groups", .title)], right: count > 0 ? [Span("\(count)", .muted)] : "")
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rows.isEmpty else { return drawEmpty(into: &frame, rect) }
    for line in cursor.visible where line - cursor.top < rect.height {
      let row = rect.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      let isShown = rows[line].id == shown
      frame.put(isShown ? "●" : " ", at: row.origin.moved(right: 1), style: Style(.accent, on: ground))
      let text = row.inset(left: 3, right: 1)
      frame.put(words(of: rows[line], text.width, context.now), at: text.origin, maxWidth: text.width, on: ground)
    }
  }

  private func drawEmpty(into frame: inout Frame, _ rect: Rect) {
    for (row, line) in ["No groups yet:", "a file under groups/", "creates one."].enumerated() {
      frame.put(line.fitted(to: rect.width - 2), at: rect.row(row).origin.moved(right: 1), style: .muted)
    }
  }

  private func words(of row: Row, _ columns: Int, _ now: Timestamp) -> StyledText {
    switch row {
    case .group(let name, let hasMistake):
      let mark: StyledText = hasMistake ? [Span(" ✗", .failure)] : ""
      return [Span(name.fitted(to: columns - mark.columns), .text, .bold)] + mark
    case .run(let run): return words(of: run, now)
    }
  }

  private func words(of run: KeptRun, _ now: Timestamp) -> StyledText {
    let number = String(run.sequence)
    let glyph = glyph(of: run)
    let time = pace[run.id] == nil ? run.summary.startedAt.shortClock(now: now) : "now"
    var words: StyledText = [
      Span(String(repeating: " ", count: max(0, 4 - number.count)) + number + " ", .text), glyph,
      Span(String(repeating: " ", count: max(1, 3 - CellWidth.columns(of: glyph.text)))), Span(time, .muted),
    ]
    if run.isPinned { words.append(" ◆", Style(.mark)) }
    return words
  }

  private func glyph(of run: KeptRun) -> Span {
    switch pace[run.id] {
    case .running: Span("▶", .info)
    case .paused: Span("▮▮", .warning)
    case nil: run.summary.state.glyph
    }
  }
}

extension RunRecording.State {
  /// Tells without colour too.
  var glyph: Span {
    switch self {
    case .running: Span("▶", .info)
    case .succeeded: Span("✓", .success)
    case .failed: Span("✗", .failure)
    case .stopped: Span("■", .warning)
    case .interrupted: Span("⚡", .warning)
    }
  }

  var words: String {
    switch self {
    case .running: "running"
    case .succeeded: "done"
    case .failed: "failed"
    case .stopped: "stopped"
    case .interrupted: "interrupted: Parley ended during the run"
    }
  }
}
