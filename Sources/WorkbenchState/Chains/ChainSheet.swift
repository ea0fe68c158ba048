import ParleyEngine
import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension KeyContext {
  /// In the steps and links of a group that is being made.
  package static let chain: KeyContext = "chain"
}

/// The steps of a group that is made of what happened, and below each what it took from steps before it.
package struct ChainSheet: Sheet {
  package init() {}

  package var isLeftByClick: Bool { false }

  package var keyContexts: [KeyContext] { [.chain, .sheet] }
  package var acceptWord: String { "make the group" }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: .close(nil)
    case .accept:
      state.chains.draft?.items.isEmpty == false
        ? .close(.chain(.askName)) : .act(.notice(.refused("Every step is left out.")))
    case .move(let step): .act(.chain(.move(step)))
    case .next: .act(.chain(.move(.lines(1))))
    case .previous: .act(.chain(.move(.lines(-1))))
    case .copy, .turnKeeping, .acceptAll, .confirm: .handled
    }
  }

  package mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left), let draft = state.chains.draft else { return turn(mouse, in: state) }
    let list = Self.list(of: draft, over: rect)
    guard let line = list.line(at: mouse.point, over: rect) else { return .handled }
    return .act(line == list.cursor.selected ? .chain(.toggle) : .chain(.select(line)))
  }

  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    guard let draft = state.chains.draft else { return }
    let title =
      "From what happened: \(draft.items.count.counted("step")), \(draft.taken.count.counted("link"))"
    let (lines, rows) = (ChainLines(draft, now: state.now), draft.rows)
    Self.list(of: draft, over: rect).draw(into: &frame, over: rect, title: title, foot: lines.evidence) {
      lines.line(rows[$0])
    }
  }

  private static func list(of draft: ChainDraft, over rect: Rect) -> FootedList {
    let foot = ChainLines.evidenceHeight + min(draft.refusals.count, ChainLines.mostRefusals)
    return FootedList(draft.cursor, of: draft.rows.count, foot: foot, widest: 96, over: rect)
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
  static let mostRefusals = 2

  /// The evidence for the line under the cursor, the reasons why something is no step, and the keys.
  var evidence: [StyledText] {
    let about: [StyledText] =
      switch draft.selected {
      case .link(let index): evidence(of: draft.offer.links[index])
      case .change(let index): evidence(of: draft.offer.changes[index])
      case .step(let index): evidence(of: draft.steps[index])
      case nil: []
      }
    let pad = Array(repeating: StyledText(), count: max(0, Self.evidenceHeight - 1 - about.count))
    let refusals = draft.refusals.prefix(Self.mostRefusals).map { StyledText("⚠ \($0)", Style(.warning)) }
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
