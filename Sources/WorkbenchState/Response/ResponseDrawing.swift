import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Draws a response: what came back, how far it is, or why nothing came.
struct ResponseDrawing {
  let pane: ResponsePane
  let layout: ResponseLayout
  let isFocused: Bool
  let context: ViewContext

  func draw(into frame: inout Frame, _ inner: Rect) {
    frame.put(pane.banner(now: context.now), at: layout.banner.origin, maxWidth: layout.banner.width)
    if pane.head == nil {
      guard keepsTabs || pane.tab == .history else {
        return drawWithoutResponse(into: &frame, inner.inset(top: layout.banner.height))
      }
      drawOutcome(into: &frame, layout.status)
    } else {
      drawStatus(into: &frame, layout.status)
    }
    let reasons = pane.reasons.lines(columns: layout.reason.width)
    for (row, line) in reasons.prefix(layout.reason.height).enumerated() {
      frame.put(line, at: layout.reason.row(row).origin, maxWidth: layout.reason.width)
    }
    drawTabs(into: &frame, layout.tabs)
    drawContent(into: &frame, layout.content)
    if pane.tab == .history { drawMarks(context.marks, into: &frame, layout.content) }
    drawFoot(into: &frame, layout.foot)
  }

  private func drawContent(into frame: inout Frame, _ area: Rect) {
    if pane.head == nil, pane.stage.isOver, [.headers, .cookies, .timing].contains(pane.tab) {
      frame.putHint("No response came.", in: area)
      return
    }
    switch pane.tab {
    case .body where pane.head == nil: drawFailure(into: &frame, area)
    case .body: drawBody(into: &frame, area)
    case .headers: draw(pane.headers, into: &frame, area, empty: "No headers.")
    case .cookies: draw(pane[.cookies], into: &frame, area, empty: "The response sets no cookies.")
    case .history: draw(pane[.history], into: &frame, area, empty: "The request has not been sent yet.")
    case .timing: draw(pane.timing, into: &frame, area, empty: "Available when the response is complete.")
    case .wire: draw(pane.wire, into: &frame, area, empty: whyNoWire)
    }
  }

  private var whyNoWire: String {
    if pane.summary == nil, !pane.stage.isOver { return "Available when the response is complete." }
    if case .failed(let problem) = pane.stage, problem.isOfUnsent { return RecordedExchange.nothingSent }
    return pane.summary?.cached == nil ? RecordedExchange.unrecordedWire : RecordedExchange.unsentWire
  }

  /// ◆ before exchanges that are marked.
  private func drawMarks(_ marks: [ChainItem], into frame: inout Frame, _ area: Rect) {
    let cursor = pane[.history].cursor
    for line in cursor.visible where line - cursor.top < area.height && pane.past.indices.contains(line) {
      guard marks.contains(.exchange(pane.past[line].id)) else { continue }
      let ground: Role? = line == cursor.selected ? isFocused ? .selection : .selectionUnfocused : nil
      frame.put([Span("◆", .mark)], at: area.row(line - cursor.top).origin.moved(right: 1), maxWidth: 1, on: ground)
    }
  }

  private func draw(_ pane: LinesPane, into frame: inout Frame, _ area: Rect, empty: String) {
    guard !area.isEmpty else { return }
    guard !pane.lines.isEmpty else {
      frame.putHint(empty, in: area)
      return
    }
    pane.draw(into: &frame, area, isFocused: isFocused)
  }
}

// The two lines above.
extension ResponseDrawing {
  private func drawStatus(into frame: inout Frame, _ row: Rect) {
    guard let head = pane.head else { return }
    var words = pane.statusWords(head)
    words.append(pane.redirectWords, Style(.info))
    if head.isMock { words.append("  MOCK", Style(.warning, .bold)) }
    if pane.summary?.isEdited == true { words.append("  EDITED", Style(.warning, .bold)) }
    if let stream = StreamWords(pane, in: context) {
      frame.put(words + stream.text(width: row.width - words.columns), at: row.origin, maxWidth: row.width)
    } else if let summary = pane.summary {
      words.append("   \(ByteCount.text(summary.count))   \(summary.timings.total.short)")
      let used = frame.put(words, at: row.origin, maxWidth: row.width)
      let bar = TimingPhases(summary.timings).bar(width: min(60, row.width - used - 4))
      frame.put(bar, at: row.origin.moved(right: used + 3), maxWidth: max(0, row.width - used - 3))
    } else if let transfer = pane.transfer(in: context) {
      let used = frame.put(words, at: row.origin, maxWidth: row.width)
      TransferLine(transfer, since: pane.shownExchange.headAt ?? transfer.startedAt, now: context.now)
        .draw(into: &frame, row.inset(left: used + 3))
    } else {
      frame.put(words, at: row.origin, maxWidth: row.width)
    }
  }

  private func drawTabs(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    let line = pane.tabLine
    line.draw(into: &frame, row)
    if pane.tab == .body { frame.put(bodyWords, behind: line, in: row) }
  }

  private var bodyWords: StyledText { pane.browser.words(contentType: pane.head?.contentType) }
}

// Without a status.
extension ResponseDrawing {
  /// Whether the tabs stand although there is no response: what is known of the request that failed is in them.
  private var keepsTabs: Bool {
    switch pane.stage {
    case .failed, .cancelled: true
    case .empty, .inFlight, .completed: false
    }
  }

  /// The line in the place of the status.
  private func drawOutcome(into frame: inout Frame, _ row: Rect) {
    guard case .failed(let problem) = pane.stage else { return drawWithoutResponse(into: &frame, row) }
    frame.put([Span("✗ \(problem.heading)", .failure, .bold)], at: row.origin, maxWidth: row.width)
  }

  private func drawFailure(into frame: inout Frame, _ area: Rect) {
    guard case .failed(let problem) = pane.stage else { return }
    FailureCard(problem, request: pane.shownExchange.sentTo, hasWire: pane.shownExchange.recorded != nil)
      .draw(into: &frame, area)
  }

  private func drawWithoutResponse(into frame: inout Frame, _ rect: Rect) {
    switch pane.stage {
    case .empty where pane.invites(in: context): Invitation(context.workspace).draw(into: &frame, in: rect)
    case .empty:
      frame.putHint(
        pane.request.defaults == nil
          ? "F5 sends the request." : "Each request that shares the defaults has its own response.",
        in: rect)
    case .cancelled:
      frame.putHint("Cancelled before a response arrived.", in: rect, style: Style(.warning))
    case .inFlight, .completed:
      guard let transfer = pane.transfer(in: context) else { return }
      TransferLine(transfer, since: transfer.startedAt, now: context.now).draw(into: &frame, rect.row(0))
    case .failed(let problem):
      FailureCard(problem, request: pane.shownExchange.sentTo, hasWire: pane.shownExchange.recorded != nil).draw(
        into: &frame, rect)
    }
  }
}

// The body, and the line below it.
extension ResponseDrawing {
  private func drawBody(into frame: inout Frame, _ area: Rect) {
    guard !area.isEmpty else { return }
    guard let page = pane.body.page, page.total > 0 else {
      let words = pane.waitsForSecrets ? hiddenWords : absence
      frame.putHint(words, in: area)
      return
    }
    pane.body.draw(into: &frame, area, isFocused: isFocused)
  }

  /// The reason why no line of the body is shown. A body that is there is never said to be missing.
  private var absence: String {
    guard pane.stage.isOver else { return "No body yet." }
    guard pane.body.page == nil, let count = pane.summary?.count, count > 0 else { return "No body." }
    return "Loading the body, \(ByteCount.text(count)) …"
  }

  private var hiddenWords: String {
    pane.stage.isOver
      ? "Not shown: it may contain the secret that had to be masked."
      : "Shown when complete: it contains a secret that must be masked."
  }

  private func drawFoot(into frame: inout Frame, _ row: Rect) {
    if pane.message.isOpen { return pane.message.draw(into: &frame, row, isFocused: isFocused) }
    if pane.tab == .body {
      pane.browser.drawFoot(into: &frame, row, isFocused: isFocused)
    } else {
      pane[pane.tab].drawFoot(into: &frame, row, isFocused: isFocused)
    }
  }
}
