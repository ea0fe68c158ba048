import ParleyEngine
import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension ResponsePane {
  package func title(in context: ViewContext) -> PaneTitle {
    let right: StyledText = isRevealed ? [Span("secrets shown", .warning)] : ""
    return PaneTitle(StyledText([Span("Response", .title)] + otherEnvironment(in: context)), right: right)
  }

  /// `  in local`, once another environment is active than the one it was sent in.
  private func otherEnvironment(in context: ViewContext) -> [Span] {
    guard shownExchange.fromHistory == nil, let sent = shownExchange.environment,
      !sent.isIdentical(to: context.workspace.environment ?? "")
    else { return [] }
    return [Span("  in \(sent.fitted(to: 24))", .warning)]
  }

  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    let inner = rect.inset(left: 1)
    let layout = layout(in: inner)
    frame.put(banner(now: context.now), at: layout.banner.origin, maxWidth: layout.banner.width)
    if head == nil {
      guard keepsTabs || tab == .history else {
        return drawWithoutResponse(into: &frame, inner.inset(top: layout.banner.height), context)
      }
      drawOutcome(into: &frame, layout.status, context)
    } else {
      drawStatus(into: &frame, layout.status, context)
    }
    for (row, line) in reasons(columns: layout.reason.width).prefix(layout.reason.height).enumerated() {
      frame.put(line, at: layout.reason.row(row).origin, maxWidth: layout.reason.width)
    }
    drawTabs(into: &frame, layout.tabs)
    drawContent(into: &frame, layout.content, isFocused)
    if tab == .history { drawMarks(context.marks, into: &frame, layout.content, isFocused) }
    drawFoot(into: &frame, layout.foot, isFocused)
  }

  private func drawContent(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    if head == nil, stage.isOver, [.headers, .cookies, .timing].contains(tab) {
      frame.putHint("No response came.", in: area)
      return
    }
    switch tab {
    case .body where head == nil: drawFailure(into: &frame, area)
    case .body: drawBody(into: &frame, area, isFocused)
    case .headers: draw(headers, into: &frame, area, isFocused, empty: "No headers.")
    case .cookies: draw(self[.cookies], into: &frame, area, isFocused, empty: "The response sets no cookies.")
    case .history: draw(self[.history], into: &frame, area, isFocused, empty: "The request has not been sent yet.")
    case .timing: draw(timing, into: &frame, area, isFocused, empty: "Available when the response is complete.")
    case .wire:
      draw(wire, into: &frame, area, isFocused, empty: whyNoWire)
    }
  }

  private var whyNoWire: String {
    if summary == nil, !stage.isOver { return "Available when the response is complete." }
    return summary?.cached == nil ? RecordedExchange.unrecordedWire : RecordedExchange.unsentWire
  }

  /// ◆ before exchanges that are marked.
  private func drawMarks(_ marks: [ChainItem], into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    let cursor = self[.history].cursor
    for line in cursor.visible where line - cursor.top < area.height && past.indices.contains(line) {
      guard marks.contains(.exchange(past[line].id)) else { continue }
      let ground: Role? = line == cursor.selected ? isFocused ? .selection : .selectionUnfocused : nil
      frame.put([Span("◆", .mark)], at: area.row(line - cursor.top).origin.moved(right: 1), maxWidth: 1, on: ground)
    }
  }

  private func draw(_ pane: LinesPane, into frame: inout Frame, _ area: Rect, _ isFocused: Bool, empty: String) {
    guard !area.isEmpty else { return }
    guard !pane.lines.isEmpty else {
      frame.putHint(empty, in: area)
      return
    }
    pane.draw(into: &frame, area, isFocused: isFocused)
  }
}

// The two lines above.
extension ResponsePane {
  private func drawStatus(into frame: inout Frame, _ row: Rect, _ context: ViewContext) {
    guard let head else { return }
    var words = statusWords(head)
    words.append(redirectWords, Style(.info))
    if head.isMock { words.append("  MOCK", Style(.warning, .bold)) }
    if summary?.isEdited == true { words.append("  EDITED", Style(.warning, .bold)) }
    if let stream = streamWords(context, width: row.width - words.columns) {
      frame.put(words + stream, at: row.origin, maxWidth: row.width)
    } else if let summary {
      words.append("   \(ByteCount.text(summary.count))   \(summary.timings.total.short)")
      let used = frame.put(words, at: row.origin, maxWidth: row.width)
      let bar = TimingPhases(summary.timings).bar(width: min(60, row.width - used - 4))
      frame.put(bar, at: row.origin.moved(right: used + 3), maxWidth: max(0, row.width - used - 3))
    } else if let transfer = transfer(in: context) {
      let used = frame.put(words, at: row.origin, maxWidth: row.width)
      TransferLine(transfer, since: shownExchange.headAt ?? transfer.startedAt, now: context.now)
        .draw(into: &frame, row.inset(left: used + 3))
    } else {
      frame.put(words, at: row.origin, maxWidth: row.width)
    }
  }

  private func statusWords(_ head: ResponseOverview) -> StyledText {
    [Span(head.statusLine, StatusStyle.style(head.status, isMissed: summary?.failure != nil))]
  }

  /// `  2 redirects`, behind the status; empty without.
  private var redirectWords: String {
    guard let hops = summary?.hops, !hops.isEmpty else { return "" }
    return "  \(hops.count.counted("redirect"))"
  }

  /// The columns of the redirects in the line of the status.
  var redirectColumns: Range<Int> {
    guard let head else { return 0..<0 }
    let start = statusWords(head).columns
    return start..<start + CellWidth.columns(of: redirectWords)
  }

  func transfer(in context: ViewContext) -> ActiveTransfer? {
    context.transfers.first { $0.id == exchange }
  }

  private func drawTabs(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    let line = tabLine
    line.draw(into: &frame, row)
    if tab == .body { frame.put(bodyWords, behind: line, in: row) }
  }

  private func title(of tab: Tab) -> TabLine.Title {
    switch tab {
    case .headers: TabLine.Title(tab.title, count: head.map { "\($0.headers.count)" } ?? "")
    case .cookies:
      TabLine.Title(tab.title, count: self[.cookies].lines.isEmpty ? "" : "\(self[.cookies].lines.count)")
    case .body, .timing, .wire, .history: TabLine.Title(tab.title)
    }
  }

  var tabLine: TabLine {
    TabLine(Tab.allCases.map(title), selected: tab.rawValue, width: size.width - 1)
  }

  var tabPlaces: [(tab: Tab, columns: Range<Int>)] {
    zip(Tab.allCases, tabLine.places).map { ($0, $1) }
  }

  private var bodyWords: StyledText { browser.words(contentType: head?.contentType) }
}

// Without a status.
extension ResponsePane {
  /// Whether the tabs stand although there is no response: what is known of the request that failed is in them.
  private var keepsTabs: Bool {
    switch stage {
    case .failed, .cancelled: true
    case .empty, .inFlight, .completed: false
    }
  }

  /// The line in the place of the status.
  private func drawOutcome(into frame: inout Frame, _ row: Rect, _ context: ViewContext) {
    guard case .failed(let problem) = stage else { return drawWithoutResponse(into: &frame, row, context) }
    frame.put([Span("✗ \(problem.heading)", .failure, .bold)], at: row.origin, maxWidth: row.width)
  }

  private func drawFailure(into frame: inout Frame, _ area: Rect) {
    guard case .failed(let problem) = stage else { return }
    FailureCard(problem, request: shownExchange.sentTo, hasWire: shownExchange.recorded != nil)
      .draw(into: &frame, area)
  }

  /// Whether the ways to begin are shown: nothing was sent yet, and there is no workspace.
  func invites(in context: ViewContext) -> Bool {
    guard case .empty = stage else { return false }
    return head == nil && tab != .history && request.isScratch && context.workspace.isScratch
  }

  private func drawWithoutResponse(into frame: inout Frame, _ rect: Rect, _ context: ViewContext) {
    switch stage {
    case .empty where invites(in: context): Invitation(context.workspace).draw(into: &frame, in: rect)
    case .empty:
      frame.putHint(
        request.defaults == nil
          ? "F5 sends the request." : "Each request that shares the defaults has its own response.",
        in: rect)
    case .cancelled:
      frame.putHint("Cancelled before a response arrived.", in: rect, style: Style(.warning))
    case .inFlight, .completed:
      guard let transfer = transfer(in: context) else { return }
      TransferLine(transfer, since: transfer.startedAt, now: context.now).draw(into: &frame, rect.row(0))
    case .failed(let problem):
      FailureCard(problem, request: shownExchange.sentTo, hasWire: shownExchange.recorded != nil).draw(
        into: &frame, rect)
    }
  }
}

// The body, and the line below it.
extension ResponsePane {
  func drawBody(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    guard !area.isEmpty else { return }
    guard let page = body.page, page.total > 0 else {
      let words = waitsForSecrets ? hiddenWords : absence
      frame.putHint(words, in: area)
      return
    }
    body.draw(into: &frame, area, isFocused: isFocused)
  }

  /// The reason why no line of the body is shown. A body that is there is never said to be missing.
  private var absence: String {
    guard stage.isOver else { return "No body yet." }
    guard body.page == nil, let count = summary?.count, count > 0 else { return "No body." }
    return "Loading the body, \(ByteCount.text(count)) …"
  }

  private var hiddenWords: String {
    stage.isOver
      ? "Not shown: it may contain the secret that had to be masked."
      : "Shown when complete: it contains a secret that must be masked."
  }

  func drawFoot(into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    if message.isOpen { return drawMessageLine(into: &frame, row, isFocused) }
    if tab == .body {
      browser.drawFoot(into: &frame, row, isFocused: isFocused)
    } else {
      self[tab].drawFoot(into: &frame, row, isFocused: isFocused)
    }
  }
}

extension ShownExchange.Stage {
  /// Whether nothing more can come.
  var isOver: Bool {
    switch self {
    case .empty, .inFlight: false
    case .completed, .failed, .cancelled: true
    }
  }
}
