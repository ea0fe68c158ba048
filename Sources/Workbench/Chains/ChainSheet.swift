import ParleyEngine
import ParleyText
import TerminalKit

extension KeyContext {
  /// In the steps and links of a group that is being made.
  static let chain: KeyContext = "chain"
}

/// The steps of a group that is made of what happened, and below each what it took from steps before it.
struct ChainSheet: Sheet {
  var keyContexts: [KeyContext] { [.chain, .sheet] }
  var acceptWord: String { "make the group" }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: .close(nil)
    case .accept:
      state.chains.draft?.items.isEmpty == false
        ? .close(.chain(.askName)) : .act(.notice(.refused("Every step is left out.")))
    case .move(let step): .act(.chain(.move(step)))
    case .next: .act(.chain(.move(.lines(1))))
    case .previous: .act(.chain(.move(.lines(-1))))
    case .copy, .turnKeeping, .confirm: .handled
    }
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left), let layout = Layout(state, over: rect) else { return turn(mouse, in: state) }
    let inside = rect.insidePopup(layout.size)
    let line = layout.cursor.top + mouse.point.y - inside.y
    guard inside.contains(mouse.point), mouse.point.y - inside.y < layout.list, layout.cursor.visible.contains(line)
    else { return .handled }
    return .act(line == layout.cursor.selected ? .chain(.toggle) : .chain(.select(line)))
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    guard let layout = Layout(state, over: rect) else { return }
    let draft = layout.draft
    let links = draft.taken.count
    let title = "From what happened: \(draft.items.count.counted("step")), \(links.counted("link"))"
    let inside = frame.popup(layout.size, over: rect, title: title)
    let lines = ChainLines(draft, now: state.now)
    let rows = draft.rows
    for line in layout.cursor.visible where line - layout.cursor.top < layout.list {
      let row = inside.row(line - layout.cursor.top)
      let ground: Role? = line == layout.cursor.selected ? .selection : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      frame.put(lines.line(rows[line]), at: row.origin, maxWidth: row.width, on: ground)
    }
    frame.popupScrollBar(layout.cursor.extent, beside: inside.top(layout.list))
    for (index, line) in lines.evidence.enumerated() where layout.list + 1 + index < inside.height {
      frame.put(line, at: inside.row(layout.list + 1 + index).origin, maxWidth: inside.width)
    }
  }

  private struct Layout {
    let draft: ChainDraft
    let cursor: ListCursor
    /// Lines of the list.
    let list: Int
    let size: Size

    /// The list, a blank line, and what is known of the line under the cursor.
    init?(_ state: State, over rect: Rect) {
      guard let draft = state.chains.draft else { return nil }
      self.draft = draft
      let foot = ChainLines.evidenceHeight + draft.refusals.count.clamped(to: 0...2) + 1
      list = max(1, min(draft.rows.count, rect.height - 2 - foot))
      var cursor = draft.cursor
      cursor.count = draft.rows.count
      cursor.height = list
      self.cursor = cursor
      size = Size(width: max(20, min(96, rect.width - 6)), height: list + foot)
    }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

/// The lines of the sheet.
struct ChainLines {
  private let draft: ChainDraft
  private let now: Timestamp

  init(_ draft: ChainDraft, now: Timestamp) {
    (self.draft, self.now) = (draft, now)
  }

  func line(_ row: ChainDraft.Row) -> StyledText {
    switch row {
    case .step(let index): line(ofStep: index)
    case .link(let index): line(of: draft.offer.links[index])
    case .change(let index): line(of: draft.offer.changes[index])
    }
  }

  private func line(ofStep index: Int) -> StyledText {
    let step = draft.steps[index]
    let isOut = draft.leftOut.contains(step.item)
    let number = draft.items.firstIndex(of: step.item).map { "\($0 + 1)" } ?? "–"
    var line: StyledText = [
      Span(isOut ? "· " : "✓ ", isOut ? .muted : Style(.success)),
      Span(number.padded(to: 3), .muted),
      Span(MethodStyle.column(step.method), isOut ? .muted : MethodStyle.style(step.method)),
      Span(step.request.description, isOut ? .muted : .text),
    ]
    if step.isNew { line.append("  new request", Style(.info)) }
    if name(of: step.item) != step.request.name { line.append(" as \(name(of: step.item))", .muted) }
    guard let startedAt = step.startedAt else {
      line.append("  not sent yet", .muted)
      return line
    }
    let status = step.status.map { "\($0)" } ?? "no response"
    line.append("  \(status)", step.status.map { StatusStyle.style($0, isMissed: false) } ?? Style(.failure))
    line.append("  \(startedAt.shortClock(now: now))", .muted)
    return line
  }

  private func line(of link: ChainOffer.Link) -> StyledText {
    let (sign, style): (String, Style) =
      switch link.state {
      case .possible: draft.isTaken(link) ? ("✓", Style(.success)) : ("·", .muted)
      case .kept: ("=", Style(.info))
      case .impossible: ("✗", Style(.warning))
      }
    return [
      Span("     \(sign) ", style), Span(link.id.place, draft.isTaken(link) ? Style(.accent) : .muted),
      Span("  ← \(name(of: link.id.source)) \(link.id.path)", .text),
      Span("  \(Sanitizer.visible(link.value).fitted(to: 32))", .muted),
    ]
  }

  private func line(of change: ChainOffer.Change) -> StyledText {
    let isTaken = draft.isTaken(change)
    let sign = change.obstacle == nil ? (isTaken ? "✓" : "·") : "✗"
    return [
      Span("     \(sign) ", isTaken ? Style(.success) : change.obstacle == nil ? .muted : Style(.warning)),
      Span(change.id.place, isTaken ? Style(.accent) : .muted), Span("  was sent", .text),
      Span("  \(Sanitizer.visible(change.value).fitted(to: 32))", .muted),
    ]
  }

  private func name(of item: ChainItem) -> String {
    draft.offer.steps.first { $0.item == item }?.name ?? draft.steps.first { $0.item == item }?.name ?? ""
  }

  static let evidenceHeight = 3

  /// What is known of the line under the cursor, why something is no step, and what keys do.
  var evidence: [StyledText] {
    let about: [StyledText] =
      switch draft.selected {
      case .link(let index): evidence(of: draft.offer.links[index])
      case .change(let index): evidence(of: draft.offer.changes[index])
      case .step(let index): evidence(of: draft.steps[index])
      case nil: []
      }
    let pad = Array(repeating: StyledText(), count: max(0, Self.evidenceHeight - 1 - about.count))
    let refusals = draft.refusals.prefix(2).map { StyledText("⚠ \($0)", Style(.warning)) }
    let keys = "Space take or leave   J K move the step   Enter make the group   Esc close"
    return about + pad + refusals + [StyledText(keys, .muted)]
  }

  private func evidence(of step: ChainOffer.Step) -> [StyledText] {
    guard step.isNew else { return [] }
    let path = "requests/\(step.request).yaml"
    let notes = step.notes.isEmpty ? "" : Sanitizer.visible(step.notes.joined(separator: " "))
    return [
      [Span("Makes \(path)", .accent), Span("  no request of the workspace sent it", .muted)],
      [Span(notes, Style(.warning))],
    ]
  }

  private func evidence(of change: ChainOffer.Change) -> [StyledText] {
    if let obstacle = change.obstacle { return [[Span("Not carried over: \(obstacle).", .warning)]] }
    let written = change.written.map { "the file says \(Sanitizer.visible($0).fitted(to: 40))" } ?? "the file has none"
    return [[Span("Written under with: it was sent so", .accent), Span("  \(written)", .muted)]]
  }

  private func evidence(of link: ChainOffer.Link) -> [StyledText] {
    let found = [link.encoding.map { "in \($0)" } ?? "exact", link.isStrong ? nil : "may be chance"]
      .compactMap(\.self).joined(separator: ", ")
    let written = link.written.map { "in place of \(Sanitizer.visible($0).fitted(to: 40))" } ?? ""
    switch link.state {
    case .possible:
      return [
        [Span(Sanitizer.visible(link.template), .accent), Span("  \(found)", .muted)], [Span(written, .muted)],
      ]
    case .kept(let step):
      return [
        [Span("Kept: the request reads {{\(Sanitizer.visible(link.written ?? ""))}}, which \(step) captures.", .info)]
      ]
    case .impossible(let reason): return [[Span("Cannot be written: \(reason).", .warning)]]
    }
  }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
