import ParleyEngine
import TerminalKit

/// Draws the time axis of a run, and the bars of its steps on it.
struct StepBars {
  let tree: StepTree

  func drawAxis(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    let label = tree.time.zoom.label
    let room = row.width - (label.isEmpty ? 0 : label.count + 1)
    for tick in tree.scale(columns: row.width).ticks() where tick.column + tick.label.count <= room {
      frame.put(tick.label, at: row.origin.moved(right: tick.column), style: .muted)
    }
    frame.put(label, at: row.origin.moved(right: row.width - label.count), style: Style(.mark))
  }

  func draw(
    of record: NodeRecord?, attempt: AttemptRow? = nil, _ verdict: StepVerdict, into frame: inout Frame, _ area: Rect,
    _ ground: Role?
  ) {
    guard !area.isEmpty else { return }
    let scale = tree.scale(columns: area.width)
    for cut in tree.axis.cuts {
      let column = scale.eighths(of: cut.at) / 8
      guard (0..<area.width).contains(column), tree.window.contains(tree.axis.offset(of: cut.at)) else { continue }
      frame.put("┊", at: area.origin.moved(right: min(column, area.width - 1)), style: Style(.border, on: ground))
    }
    let places =
      tree.axis.start == nil
      ? [] : (attempt.map(bars) ?? bars(of: record)).compactMap { draw($0, scale, into: &frame, area, ground) }
    drawMoment(scale, into: &frame, area, ground)
    let covered = (places.first?.lowerBound ?? 0)..<(places.last?.upperBound ?? 0)
    let hasReason = !verdict.reason.isEmpty
    let words = hasReason ? verdict.reason : shown(verdict.result, in: area.width)
    let least = hasReason ? Self.leastReason : StepVerdict.leastResult
    let isWritten = put(words, ofAtLeast: least, into: &frame, area, besides: covered, ground)
    // A list may take all of the axis.
    if !isWritten, let record, tree.run?.lists[record.path] != nil {
      let text = " \(verdict.reason) "
      guard covered.count > text.count + 4 else { return }
      frame.put(text, at: area.origin.moved(right: covered.lowerBound + 2), style: Style.muted.on(ground))
    }
  }

  /// A result leaves most of a short axis to the bars; the part *Output* has all of it.
  private func shown(_ result: String, in width: Int) -> String {
    width >= Self.roomyAxis ? result : result.fitted(to: max(StepVerdict.leastResult, width / 3))
  }

  private static let roomyAxis = 32
  /// Less of a reason says nothing.
  private static let leastReason = 8

  /// The moment that is shown of the past, as a line through all steps.
  private func drawMoment(_ scale: AxisScale, into frame: inout Frame, _ area: Rect, _ ground: Role?) {
    guard let past = tree.past, tree.axis.start != nil else { return }
    let column = min(area.width - 1, scale.eighths(of: past.time) / 8)
    let isInView = tree.window.contains(tree.axis.offset(of: past.time))
    guard column >= 0, isInView || past.index == past.moments.count - 1 else { return }
    frame.put("│", at: area.origin.moved(right: column), style: Style(.mark, on: ground))
  }

  private struct Bar {
    enum Form { case block, list, group, retryWait, pause }

    let span: Range<Timestamp>
    let form: Form
    let role: Role
    var isRequest = false
    var phases: AttemptPhases?
  }

  private func bars(of attempt: AttemptRow) -> [Bar] {
    let span = attempt.startedAt..<max(attempt.startedAt, attempt.span?.upperBound ?? tree.moment)
    return [
      Bar(
        span: span, form: .block, role: attempt.state.role, isRequest: attempt.exchange != nil, phases: attempt.phases)
    ]
  }

  /// Its attempts, and what it waited for between them; of a list one, from its first element to its last.
  private func bars(of record: NodeRecord?) -> [Bar] {
    guard let record else { return [] }
    let isDimmed = tree.time.isDimmed(record.path)
    let isLit = tree.overlaps(record.path)
    if tree.run?.lists[record.path] != nil {
      let role: Role = isLit ? .warning : isDimmed || !record.state.isFinal ? .border : record.state.role
      return tree.spans(of: record.path).map { Bar(span: $0, form: .list, role: role) }
    }
    guard record.kind == .request || record.kind == .job else {
      return tree.spans(of: record.path).map { Bar(span: $0, form: .group, role: isLit ? .warning : .border) }
    }
    return record.timePieces(until: tree.moment).map { piece in
      switch piece.kind {
      case .send(let state, let phases):
        Bar(
          span: piece.span, form: .block, role: isLit ? .warning : isDimmed ? .muted : state.role,
          isRequest: record.kind == .request,
          phases: phases)
      case .retryWait: Bar(span: piece.span, form: .retryWait, role: .muted)
      case .pause: Bar(span: piece.span, form: .pause, role: .warning)
      }
    }
  }

  /// - Returns: the columns it takes; nil where it is out of view.
  private func draw(
    _ bar: Bar, _ scale: AxisScale, into frame: inout Frame, _ area: Rect, _ ground: Role?
  ) -> Range<Int>? {
    guard let span = scale.eighths(of: bar.span) else { return nil }
    // In a bar of one or two columns there is nothing to see of phases.
    let isUnknown = bar.isRequest && bar.phases == nil && span.count >= 24
    let block = AxisBar(span: span, pieces: pieces(of: bar, scale), isUnknown: isUnknown)
    guard bar.form == .block else {
      let sign =
        switch bar.form {
        case .list: "━"
        case .pause: "▮"
        case .block, .group, .retryWait: "─"
        }
      let line = String(repeating: sign, count: block.columns.count)
      frame.put(line, at: area.origin.moved(right: block.columns.lowerBound), style: Style(bar.role, on: ground))
      return block.columns
    }
    for cell in block.cells {
      let role = cell.phase == .queued ? .muted : bar.role
      let style = Style(role, cell.isReversed ? .reverse : [], on: ground)
      frame.put(cell.sign, at: area.origin.moved(right: cell.column), style: style)
    }
    return block.columns
  }

  /// In a bar of one or two columns there is nothing to see of them.
  private func pieces(of bar: Bar, _ scale: AxisScale) -> [AxisBar.Piece] {
    guard let phases = bar.phases else { return [] }
    let start = tree.axis.offset(of: bar.span.lowerBound)
    let pieces = phases.spans.map { phase, span in
      let from = scale.eighths(at: start + span.lowerBound)
      return AxisBar.Piece(phase: phase, span: from..<max(from, scale.eighths(at: start + span.upperBound)))
    }
    guard let first = pieces.first, let last = pieces.last else { return [] }
    return last.span.upperBound - first.span.lowerBound >= 24 ? pieces : []
  }

  /// Draws the reason for a state behind its bars, or before them where there is more room.
  /// - Returns: whether there is room for it.
  private func put(
    _ reason: String, ofAtLeast least: Int, into frame: inout Frame, _ area: Rect, besides bars: Range<Int>,
    _ ground: Role?
  ) -> Bool {
    let wanted = CellWidth.columns(of: reason)
    let after = bars.isEmpty ? area : area.inset(left: bars.upperBound + 1)
    let before = Rect(x: area.x, y: area.y, width: max(0, bars.lowerBound - 1), height: 1)
    let isBefore = wanted > after.width && before.width > after.width
    let room = isBefore ? before : after
    guard room.width >= min(least, wanted) else { return wanted == 0 }
    let text = reason.fitted(to: room.width)
    let start = isBefore ? max(0, room.width - CellWidth.columns(of: text)) : 0
    frame.put(text, at: room.origin.moved(right: start), style: Style.muted.on(ground))
    return true
  }
}

extension NodeRecord.State {
  /// How it looks.
  var role: Role {
    switch self {
    case .succeeded: .success
    case .failed: .failure
    case .running: .info
    case .waiting, .cancelled: .warning
    case .skipped, .neverRan: .muted
    }
  }
}
