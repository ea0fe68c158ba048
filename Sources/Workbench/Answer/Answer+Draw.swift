import ParleyEngine
import TerminalKit

extension Answer {
  func title(in surroundings: Surroundings) -> PaneTitle {
    let right: StyledText = isRevealed ? [Span("secrets shown", .warning)] : ""
    return PaneTitle("Answer", right: right)
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, surroundings: Surroundings) {
    guard !rect.isEmpty else { return }
    let inner = rect.inset(left: 1)
    if head == nil { return drawWithoutAnswer(into: &frame, inner, surroundings) }
    let layout = layout(in: inner)
    drawStatus(into: &frame, layout.status, surroundings)
    if let reason {
      frame.put(
        "✗ \(reason)".fitted(to: layout.reason.width), at: layout.reason.origin, style: Style(.failure),
        maxWidth: layout.reason.isEmpty ? 0 : .max)
    }
    drawTabs(into: &frame, layout.tabs)
    drawContent(into: &frame, layout.content, isFocused)
    drawFoot(into: &frame, layout.foot, isFocused)
  }

  private func drawContent(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    switch tab {
    case .body: drawBody(into: &frame, area, isFocused)
    case .headers: draw(headers, into: &frame, area, isFocused, empty: "No headers.")
    case .timing: draw(timing, into: &frame, area, isFocused, empty: "Known when the answer is complete.")
    case .wire:
      let empty = summary == nil ? "Known when the answer is complete." : "The wire was not recorded."
      draw(wire, into: &frame, area, isFocused, empty: empty)
    }
  }

  private func draw(_ pane: LinesPane, into frame: inout Frame, _ area: Rect, _ isFocused: Bool, empty: String) {
    guard !area.isEmpty else { return }
    guard !pane.lines.isEmpty else {
      frame.put(empty.fitted(to: area.width), at: area.origin, style: .muted)
      return
    }
    for line in pane.cursor.visible where line - pane.cursor.top < area.height {
      let row = area.row(line - pane.cursor.top)
      let ground: Role? = line == pane.cursor.selected ? isFocused ? .selection : .selectionUnfocused : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      frame.put(pane.lines[line], at: row.origin, maxWidth: row.width, on: ground, skipping: pane.left)
    }
  }
}

// The two lines above.
extension Answer {
  private func drawStatus(into frame: inout Frame, _ row: Rect, _ surroundings: Surroundings) {
    guard let head else { return }
    var words: StyledText = [
      Span(head.statusLine, StatusStyle.style(head.status, isMissed: summary?.miss != nil))
    ]
    if let summary {
      words.append("   \(summary.count.asBytes)   \(summary.timings.total.short)")
      let used = frame.put(words, at: row.origin, maxWidth: row.width)
      let bar = TimingPhases(summary.timings).bar(width: min(60, row.width - used - 4))
      frame.put(bar, at: row.origin.moved(right: used + 3), maxWidth: max(0, row.width - used - 3))
    } else if let transfer = transfer(in: surroundings) {
      let used = frame.put(words, at: row.origin, maxWidth: row.width)
      TransferLine(transfer, since: headAt ?? transfer.startedAt, now: surroundings.now)
        .draw(into: &frame, row.inset(left: used + 3))
    } else {
      frame.put(words, at: row.origin, maxWidth: row.width)
    }
  }

  func transfer(in surroundings: Surroundings) -> Transfer? {
    surroundings.transfers.first { $0.id == exchange }
  }

  private func drawTabs(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    for (tab, columns) in tabPlaces {
      let isShown = tab == self.tab
      frame.put(
        label(of: tab), at: row.origin.moved(right: columns.lowerBound),
        style: isShown ? Style(.accent, .bold) : .muted, maxWidth: row.width - columns.lowerBound)
    }
    let mode = bodyWords
    let used = tabPlaces.last?.columns.upperBound ?? 0
    if tab == .body, mode.columns + used + 2 < row.width {
      frame.put(mode, at: Point(x: row.maxX - mode.columns - 1, y: row.y))
    }
  }

  private func label(of tab: Tab) -> String {
    var words = tab.title
    if tab == .headers, let head { words += " \(head.headers.count)" }
    return tab == self.tab ? "[\(words)]" : words
  }

  var tabPlaces: [(tab: Tab, columns: Range<Int>)] {
    var start = 0
    return Tab.allCases.map { tab in
      let width = label(of: tab).count
      defer { start += width + (size.width >= 60 ? 3 : 2) }
      return (tab, start..<start + width)
    }
  }

  /// What the body is, and how it is shown.
  private var bodyWords: StyledText {
    guard let page = body.page else { return "" }
    var words = StyledText()
    if case .binary(let name) = page.kind { words.append("\(name)  ", .muted) }
    if page.kind == .text, let type = head?.contentType?.prefix(while: { $0 != ";" }) {
      words.append("\(type)  ", .muted)
    }
    words.append(page.mode.title, .muted)
    return words
  }
}

// Before there is a status.
extension Answer {
  private func drawWithoutAnswer(into frame: inout Frame, _ rect: Rect, _ surroundings: Surroundings) {
    switch stage {
    case .empty:
      frame.put("F5 sends the request.".fitted(to: rect.width), at: rect.origin, style: .muted)
    case .cancelled:
      frame.put("Cancelled before an answer came.".fitted(to: rect.width), at: rect.origin, style: Style(.warning))
    case .onItsWay, .answered:
      guard let transfer = transfer(in: surroundings) else { return }
      TransferLine(transfer, since: transfer.startedAt, now: surroundings.now).draw(into: &frame, rect.row(0))
    case .failed(let problem):
      FailureCard(problem, request: sentTo).draw(into: &frame, rect)
    }
  }
}
