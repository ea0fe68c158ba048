import ParleyEngine
import ParleyText
import TerminalKit

extension StepTree {
  func title(in context: ViewContext) -> PaneTitle {
    guard let group else { return PaneTitle([Span("Steps", .title)]) }
    var left: StyledText = [Span(group.fitted(to: 30), .title)]
    guard let run else {
      let words = outline?.hasMistake == true ? "its file has errors" : "as defined in its file"
      return PaneTitle(left + [Span("   \(words)", .muted)], right: stopsOnFailure)
    }
    if let number = run.number { left.append("   run \(number)", Style(.title)) }
    left.append("   ")
    return PaneTitle(left + state(of: run, at: context.now), right: stopsOnFailure + [Span(facts(of: run), .muted)])
  }

  private var stopsOnFailure: StyledText {
    breakpoints.contains(.failure) ? [Span("● on failure  ", .failure)] : ""
  }

  private func facts(of run: ShownRun) -> String {
    let origin = run.summary.origin.map { "\($0.isFork ? "fork" : "replay") from \($0.from)" }
    let time = run.isLive ? nil : "\(run.summary.startedAt.localDay) \(run.summary.startedAt.localClock)"
    return [origin, run.summary.environment, time].compactMap(\.self).joined(separator: " · ")
  }

  /// Where it is, and why.
  private func state(of run: ShownRun, at now: Timestamp) -> StyledText {
    if !run.questions.isEmpty { return [Span("asks for \(run.questions[0].label)", .warning)] }
    if let stop = run.focus {
      let place = stop.result == nil ? "before" : "after"
      return [Span("paused \(place) \(stop.node.name)", .warning, .bold), Span("   \(stop.reason.words)", .muted)]
    }
    if run.isStopping { return [Span("stopping: steps with `always` still run", .warning)] }
    if run.isPaused { return [Span("pausing: steps in flight complete", .warning)] }
    if run.isLive { return [Span("running", .info, .bold)] }
    let took = run.summary.duration.map { "   \($0.short)" } ?? ""
    let glyph = run.summary.state.glyph
    return [Span("\(glyph.text) \(run.summary.state.words)", glyph.style), Span(took, .muted)]
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard isShowing, !rect.isEmpty else { return }
    let columns = StepColumns(
      rect, numbers: rows.reduce(1) { max($0, $1.path.description.count) }, steps: longestStep, hasRun: run != nil)
    drawHead(into: &frame, rect.row(0), columns)
    let lines = rect.inset(top: Self.headLines)
    if rows.isEmpty {
      let words = outline?.hasMistake == true ? "Its file has errors: F8 lists them." : "The group has no steps."
      frame.put(words.fitted(to: lines.width - 2), at: lines.origin.moved(right: 2), style: .muted)
    }
    for line in cursor.visible where line - cursor.top < lines.height {
      let row = lines.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      draw(rows[line], into: &frame, columns.at(row), ground)
    }
  }

  /// Full where it stops before the step.
  private func breakpointSign(_ path: NodePath) -> String? {
    guard !path.isElement else { return nil }
    if breakpoints.contains(.before(path.withoutElements)) { return "●" }
    return breakpoints.contains(.after(path.withoutElements)) ? "○" : nil
  }

  private func label(of row: StepRow) -> StepLabel {
    StepLabel(
      row, outline(of: row.path), run?.records[row.path], run?.lists[row.path], isFolded: folded.contains(row.path))
  }

  /// Of those in view.
  private var longestStep: Int {
    cursor.visible.reduce(0) { max($0, label(of: rows[$1]).text.columns) }
  }

  private func drawHead(into frame: inout Frame, _ row: Rect, _ columns: StepColumns) {
    let names = [("step", columns.step), ("state", columns.state), ("time", columns.time)]
    for (name, rect) in names where rect.width >= name.count {
      frame.put(name, at: Point(x: rect.x, y: row.y), style: .muted)
    }
    guard !columns.axis.isEmpty else { return }
    for tick in axis.ticks(columns: columns.axis.width) {
      frame.put(tick.label, at: Point(x: columns.axis.x + tick.column, y: row.y), style: .muted)
    }
  }

  private func draw(_ row: StepRow, into frame: inout Frame, _ columns: StepColumns, _ ground: Role?) {
    let record = run?.records[row.path]
    let isWaiting = run?.stops.contains { $0.node.path == row.path } == true
    if let sign = breakpointSign(row.path) {
      frame.put(sign, at: columns.mark.origin, style: Style(.failure, on: ground))
    }
    frame.put("\(row.path)", at: columns.number.origin, style: Style.muted.on(ground), maxWidth: columns.number.width)
    let width = columns.step.width
    frame.put(label(of: row).text(in: width), at: columns.step.origin, maxWidth: width, on: ground)
    let verdict = StepVerdict(
      record, outline(of: row.path), in: run, isWaiting: isWaiting, isStale: !row.path.isElement && isStale(row.path),
      at: moment)
    frame.put(verdict.state, at: columns.state.origin, maxWidth: columns.state.width, on: ground)
    frame.put(
      verdict.time.leftPadded(to: columns.time.width), at: columns.time.origin, style: Style.text.on(ground),
      maxWidth: columns.time.width)
    drawBars(of: record, verdict, into: &frame, columns.axis, ground)
  }
}

// The axis.
extension StepTree {
  private func drawBars(
    of record: NodeRecord?, _ verdict: StepVerdict, into frame: inout Frame, _ area: Rect, _ ground: Role?
  ) {
    guard !area.isEmpty else { return }
    for cut in axis.cuts {
      let column = axis.eighths(of: cut.at, columns: area.width - 1) / 8
      frame.put("┊", at: area.origin.moved(right: column), style: Style(.border, on: ground))
    }
    let places = axis.start == nil ? [] : bars(of: record).map { draw($0, into: &frame, area, ground) }
    let covered = (places.first?.lowerBound ?? 0)..<(places.last?.upperBound ?? 0)
    put(verdict.reason, into: &frame, area, besides: covered, ground)
  }

  private struct Bar {
    let span: Range<Timestamp>
    /// Of what runs by itself; nil for a line around others.
    let role: Role?
  }

  /// An attempt each; of a list one, from its first element to its last.
  private func bars(of record: NodeRecord?) -> [Bar] {
    guard let record else { return [] }
    if let list = run?.lists[record.path] {
      return [list.span(until: moment)].compactMap(\.self).map { Bar(span: $0, role: nil) }
    }
    let isGroup = record.kind == .serial || record.kind == .concurrent
    return record.spans(until: moment).map { Bar(span: $0, role: isGroup ? nil : record.state.role) }
  }

  /// - Returns: the columns it takes.
  private func draw(_ bar: Bar, into frame: inout Frame, _ area: Rect, _ ground: Role?) -> Range<Int> {
    let from = min(axis.eighths(of: bar.span.lowerBound, columns: area.width), area.width * 8 - 1)
    let to = max(from + 1, axis.eighths(of: bar.span.upperBound, columns: area.width))
    let isTiny = bar.role != nil && to - from < 5
    let columns = from / 8..<(isTiny ? from / 8 + 1 : min(area.width, (to + 7) / 8))
    let sign = bar.role == nil ? "─" : isTiny ? "▏" : "█"
    frame.put(
      String(repeating: sign, count: columns.count), at: area.origin.moved(right: columns.lowerBound),
      style: Style(bar.role ?? .border, on: ground))
    return columns
  }

  /// Why something is as it is, behind its bars; before them where there is more room.
  private func put(_ reason: String, into frame: inout Frame, _ area: Rect, besides bars: Range<Int>, _ ground: Role?) {
    let wanted = CellWidth.columns(of: reason)
    let after = bars.isEmpty ? area : area.inset(left: bars.upperBound + 1)
    let before = Rect(x: area.x, y: area.y, width: max(0, bars.lowerBound - 1), height: 1)
    let isBefore = wanted > after.width && before.width > after.width
    let room = isBefore ? before : after
    guard room.width >= min(8, wanted), wanted > 0 else { return }
    let text = reason.fitted(to: room.width)
    let start = isBefore ? max(0, room.width - CellWidth.columns(of: text)) : 0
    frame.put(text, at: room.origin.moved(right: start), style: Style.muted.on(ground))
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

extension String {
  /// At the right end of so many columns.
  func leftPadded(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - CellWidth.columns(of: self))) + self
  }
}
