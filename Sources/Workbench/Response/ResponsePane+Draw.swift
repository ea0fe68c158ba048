import ParleyEngine
import TerminalKit

extension ResponsePane {
  func title(in context: ViewContext) -> PaneTitle {
    let right: StyledText = isRevealed ? [Span("secrets shown", .warning)] : ""
    return PaneTitle("Response", right: right)
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    let inner = rect.inset(left: 1)
    let layout = layout(in: inner)
    frame.put(banner(now: context.now), at: layout.banner.origin, maxWidth: layout.banner.width)
    if head == nil {
      guard tab == .history || tab == .wire && recorded != nil else {
        return drawWithoutAnswer(into: &frame, inner.inset(top: layout.banner.height), context)
      }
      drawWithoutAnswer(into: &frame, layout.status, context)
    } else {
      drawStatus(into: &frame, layout.status, context)
    }
    for (row, line) in reasons(columns: layout.reason.width).prefix(layout.reason.height).enumerated() {
      frame.put(line, at: layout.reason.row(row).origin, maxWidth: layout.reason.width)
    }
    drawTabs(into: &frame, layout.tabs)
    drawContent(into: &frame, layout.content, isFocused)
    drawFoot(into: &frame, layout.foot, isFocused)
  }

  private func drawContent(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    switch tab {
    case .body: drawBody(into: &frame, area, isFocused)
    case .headers: draw(headers, into: &frame, area, isFocused, empty: "No headers.")
    case .cookies: draw(self[.cookies], into: &frame, area, isFocused, empty: "The response sets no cookies.")
    case .history: draw(self[.history], into: &frame, area, isFocused, empty: "The request has not been sent yet.")
    case .timing: draw(timing, into: &frame, area, isFocused, empty: "Available when the response is complete.")
    case .wire:
      let empty = summary == nil ? "Available when the response is complete." : "The wire was not recorded."
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
extension ResponsePane {
  private func drawStatus(into frame: inout Frame, _ row: Rect, _ context: ViewContext) {
    guard let head else { return }
    var words: StyledText = [
      Span(head.statusLine, StatusStyle.style(head.status, isMissed: summary?.failure != nil))
    ]
    if head.isMock { words.append("  MOCK", Style(.warning, .bold)) }
    if let summary {
      words.append("   \(summary.count.asBytes)   \(summary.timings.total.short)")
      let used = frame.put(words, at: row.origin, maxWidth: row.width)
      let bar = TimingPhases(summary.timings).bar(width: min(60, row.width - used - 4))
      frame.put(bar, at: row.origin.moved(right: used + 3), maxWidth: max(0, row.width - used - 3))
    } else if let transfer = transfer(in: context) {
      let used = frame.put(words, at: row.origin, maxWidth: row.width)
      TransferLine(transfer, since: headAt ?? transfer.startedAt, now: context.now)
        .draw(into: &frame, row.inset(left: used + 3))
    } else {
      frame.put(words, at: row.origin, maxWidth: row.width)
    }
  }

  func transfer(in context: ViewContext) -> ActiveTransfer? {
    context.transfers.first { $0.id == exchange }
  }

  private func drawTabs(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    let line = tabLine
    line.draw(into: &frame, row)
    let mode = bodyWords
    if tab == .body, mode.columns + line.end + 2 < row.width {
      frame.put(mode, at: Point(x: row.maxX - mode.columns - 1, y: row.y))
    }
  }

  private func title(of tab: Tab) -> TabLine.Title {
    switch tab {
    case .headers: TabLine.Title(tab.title, count: head.map { "\($0.headers.count)" } ?? "")
    case .cookies:
      TabLine.Title(tab.title, count: self[.cookies].lines.isEmpty ? "" : "\(self[.cookies].lines.count)")
    case .body, .timing, .wire, .history: TabLine.Title(tab.title)
    }
  }

  private var tabLine: TabLine {
    TabLine(
      Tab.allCases.map(title), selected: tab.rawValue, width: size.width - 2,
      reserved: tab == .body ? bodyWords.columns + 3 : 0)
  }

  var tabPlaces: [(tab: Tab, columns: Range<Int>)] {
    zip(Tab.allCases, tabLine.places).map { ($0, $1) }
  }

  /// What the body is, and how it is shown.
  private var bodyWords: StyledText {
    guard let page = body.page else { return "" }
    var words = StyledText()
    if prompt == nil, let shown = filter?.shown {
      words.append("f \(shown.fitted(to: max(8, size.width / 3)))  ", Style(.match))
    }
    if case .binary(let name) = page.kind { words.append("\(name)  ", .muted) }
    if page.kind == .text, let type = head?.contentType?.prefix(while: { $0 != ";" }) {
      words.append("\(type)  ", .muted)
    }
    words.append(page.mode.title, .muted)
    return words
  }
}

// Before there is a status.
extension ResponsePane {
  private func drawWithoutAnswer(into frame: inout Frame, _ rect: Rect, _ context: ViewContext) {
    switch stage {
    case .empty:
      frame.put("F5 sends the request.".fitted(to: rect.width), at: rect.origin, style: .muted)
    case .cancelled:
      frame.put("Cancelled before a response arrived.".fitted(to: rect.width), at: rect.origin, style: Style(.warning))
    case .onItsWay, .answered:
      guard let transfer = transfer(in: context) else { return }
      TransferLine(transfer, since: transfer.startedAt, now: context.now).draw(into: &frame, rect.row(0))
    case .failed(let problem):
      FailureCard(problem, request: sentTo, hasWire: recorded != nil).draw(into: &frame, rect)
    }
  }
}
