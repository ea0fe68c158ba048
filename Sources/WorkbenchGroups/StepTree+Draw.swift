import ParleyEngine
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension StepTree {
  package func title(in context: ViewContext) -> PaneTitle {
    guard let group else { return PaneTitle([Span("Steps", .title)]) }
    var left: StyledText = [Span(group.fitted(to: 30), .title)]
    guard let run else {
      guard outline != nil else { return PaneTitle(left + [Span("   no file", .muted)]) }
      let count = outline?.steps.stepCount ?? 0
      let summary = signs.summary(
        steps: count, cannotRun: outline?.hasMistake == true, warnsOfRequests: outline?.warnsOfRequests == true)
      return PaneTitle(left + "   " + signs.words, right: stopsEverywhere + summary)
    }
    if let number = run.number { left.append("   run \(number)", Style(.title)) }
    left.append("   ")
    if let past { return PaneTitle(left + [Span(past.title, .mark)], right: [Span(past.event, .muted)]) }
    left = left + state(of: run, at: context.now, in: width - Self.edge - stopsEverywhere.columns - left.columns)
    let room = width - Self.titleFrame - left.columns - stopsEverywhere.columns
    return PaneTitle(left, right: stopsEverywhere + [Span(facts(of: run, in: room), .muted)])
  }

  /// The columns of an edge beside its titles, as far as they are of the pane; beside the left one alone.
  private static let titleFrame = 7
  private static let edge = 2

  private var stopsEverywhere: StyledText {
    marks.everywhere.isEmpty ? "" : [Span("\(marks.everywhere)  ", .failure)]
  }

  /// Of the step under the cursor, where that waits: whether it has run, and why it waits.
  var pause: StyledText {
    guard let stop = run?.stops.first(where: { $0.node.path == selected?.path }) else { return "" }
    let place = stop.result == nil ? "before" : "after"
    return [
      Span("   ▮▮ \(place)", .warning, .bold),
      Span("   \(run?.words(for: stop, parent: parent) ?? "")", stop.reason.style),
    ]
  }

  /// As much as there is room for: its time is left out first, then the step it began from, then its environment.
  private func facts(of run: ShownRun, in room: Int) -> String {
    if time.showsCriticalPath { return criticalPath(of: run) }
    let parent = parent.map { " of \($0)" } ?? ""
    let kind = run.summary.origin.map { "\($0.isFork ? "fork" : "replay")\(parent)" }
    let origin = run.summary.origin.map { "\(kind ?? "") from \(name(of: $0.from).fitted(to: 24))" }
    let time = run.isLive ? nil : "\(run.summary.startedAt.localDay) \(run.summary.startedAt.localClock)"
    let environment = run.summary.environment
    let choices = [[origin, environment, time], [origin, environment], [kind, environment], [origin], [environment]]
    let texts = choices.map { $0.compactMap(\.self).joined(separator: " · ") }
    return texts.first { CellWidth.columns(of: $0) <= room } ?? ""
  }

  /// `◆ 3 steps decided 380 ms of 400 ms`.
  private func criticalPath(of run: ShownRun) -> String {
    let whole = run.duration.map { " of \($0.short)" } ?? ""
    return "◆ \(time.critical.steps.count.counted("step")) decided \(time.critical.total.short)\(whole)"
  }

  /// The state of the run, and why it is so as far as there is room.
  private func state(of run: ShownRun, at now: Timestamp, in room: Int) -> StyledText {
    let state = state(of: run, at: now)
    return state.columns <= room ? state : StyledText(Array(state.spans.prefix(1)))
  }

  /// The state of the run: where it is, and why.
  private func state(of run: ShownRun, at now: Timestamp) -> StyledText {
    if !run.questions.isEmpty { return [Span("asks for \(run.questions[0].label)", .warning)] }
    if let stop = run.focus {
      let place = stop.result == nil ? "before" : "after"
      return [
        Span("paused \(place) \(stop.node.name)", .warning, .bold),
        Span("   \(run.words(for: stop, parent: parent))", stop.reason.style),
      ]
    }
    if run.isStopping { return [Span("stopping: steps with `always` still run", .warning)] }
    if run.isPaused { return [Span("pausing: steps in flight complete", .warning)] }
    if run.isLive { return [Span("running", .info, .bold)] }
    let took = run.duration.map { "   \($0.short)" } ?? ""
    let glyph = run.summary.state.glyph
    return [Span("\(glyph.text) \(run.summary.state.words)", glyph.style), Span(took, .muted)]
  }

  package var scrollExtent: ScrollExtent? { cursor.extent }

  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard isShowing, !rect.isEmpty else { return }
    guard run != nil else { return FileStepsDrawing(tree: self).draw(into: &frame, rect, isFocused: isFocused) }
    let columns = columns(in: rect)
    if finder.showsLine { finder.draw(into: &frame, rect.row(0), isFocused: isFocused) }
    let bars = StepBars(tree: self)
    drawHead(into: &frame, rect.row(headLines - 1), columns, bars)
    let lines = rect.inset(top: headLines)
    if rows.isEmpty {
      let words =
        finder.isFiltering
        ? "No step matches."
        : outline?.hasMistake == true ? "Its file has errors: F8 lists them." : "The group has no steps."
      frame.putHint(words, in: lines.inset(left: 2, right: 1))
    }
    for line in cursor.visible where line - cursor.top < lines.height {
      let row = lines.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      draw(rows[line], into: &frame, columns.at(row), ground, bars)
    }
    if cursor.visible.count + 1 < lines.height { drawLegend(into: &frame, lines.row(lines.height - 1)) }
    finder.drawCompletion(into: &frame, rect)
  }

  /// Below the steps, where they leave room.
  private func drawLegend(into frame: inout Frame, _ row: Rect) {
    let row = row.inset(left: 2, right: 1)
    frame.put(links.legend, at: row.origin, maxWidth: row.width)
  }

  /// Whether the step used the same at the same time as the one under the cursor, so that the intervals of both are lit.
  func overlaps(_ path: NodePath) -> Bool { links.overlaps(path, isFolded: folded.contains(path)) }

  private func columns(in rect: Rect) -> StepColumns {
    let (steps, gists) = longestSteps(withGists: rect.width >= Self.roomForGists)
    return StepColumns(
      rect, numbers: numberColumns, steps: steps, gists: gists, hasRun: run != nil, usual: usualColumns)
  }

  /// The columns as they are drawn, from the corner of the pane.
  var columns: StepColumns { columns(in: Rect(x: 0, y: 0, width: width, height: 1)) }

  func scale(columns: Int) -> AxisScale { AxisScale(axis, window, columns: columns) }

  func label(of row: StepRow) -> StepLabel {
    StepLabel(
      row, outline(of: row.path), run?.records[row.path], run?.lists[row.path], attempt: attemptRow(of: row),
      isFolded: folded.contains(row.path))
  }

  /// Columns of the longest step in view, and of the longest with its gist.
  private func longestSteps(withGists: Bool) -> (Int, Int) {
    cursor.visible.reduce((0, 0)) { longest, line in
      let name = label(of: rows[line]).text.columns
      let gist = withGists ? gistBehindName(of: rows[line]) : nil
      let room = gist.map { min(Self.mostGist, CellWidth.columns(of: $0)) + Self.gap } ?? 0
      return (max(longest.0, name), max(longest.1, name + room))
    }
  }

  /// In less, names and the axis need all there is.
  private static let roomForGists = 100
  private static let mostGist = 30
  /// Between a name and what stands behind it.
  private static let gap = 2

  /// The gist of a local job whose result stands elsewhere: a step that only checks has none of its own, and its gist stands there.
  private func gistBehindName(of row: StepRow) -> String? {
    guard row.attempt == nil, !row.path.isElement, let gist = gist(of: row.path), !gist.passesOn else { return nil }
    return gist.text
  }

  private func drawHead(into frame: inout Frame, _ row: Rect, _ columns: StepColumns, _ bars: StepBars) {
    let names = [("step", columns.step), ("state", columns.state), ("time", columns.time)]
    for (name, rect) in names where rect.width >= name.count {
      frame.put(name, at: Point(x: rect.x, y: row.y), style: .muted)
    }
    bars.drawAxis(into: &frame, columns.at(row).axis)
  }

  private func draw(
    _ row: StepRow, into frame: inout Frame, _ columns: StepColumns, _ ground: Role?, _ bars: StepBars
  ) {
    if let attempt = attemptRow(of: row) { return draw(attempt, row, into: &frame, columns, ground, bars) }
    let record = run?.records[row.path]
    let isWaiting = run?.stops.contains { $0.node.path == row.path } == true
    if let mark = marks[row.path] {
      frame.put(mark.glyph, at: columns.mark.origin, style: mark.style.on(ground))
    }
    let link = links.link(of: row.path, isFolded: folded.contains(row.path))
    let tint = link.map { Style($0.role) } ?? .muted
    frame.put("\(row.path)", at: columns.number.origin, style: tint.on(ground), maxWidth: columns.number.width)
    let overlap = overlaps(row.path) ? Span("⇄", .warning) : nil
    if let sign = time.isLit(row.path) ? Span("◆", .mark) : link?.sign ?? overlap {
      frame.put(sign.text, at: columns.gutter.origin, style: sign.style.on(ground))
    }
    let width = columns.step.width
    let words = label(of: row).text(in: width)
    frame.put(link.map { words.tinted($0.role) } ?? words, at: columns.step.origin, maxWidth: width, on: ground)
    let verdict = StepVerdict(
      record, outline(of: row.path), gist(of: row.path), in: run, isWaiting: isWaiting, change: change(of: row.path),
      at: moment)
    let result = columns.axis.isEmpty ? verdict.result : ""
    draw(
      result.isEmpty ? gistBehindName(of: row) ?? "" : result, behind: words, into: &frame, columns.step, ground)
    drawTimes(row, verdict, into: &frame, columns, ground)
    bars.draw(of: record, verdict, into: &frame, columns.axis, ground)
  }

  /// The gist has the room behind the name, or the result if there is no axis.
  private func draw(
    _ result: String, behind name: StyledText, into frame: inout Frame, _ area: Rect, _ ground: Role?
  ) {
    let room = area.inset(left: min(area.width, name.columns + Self.gap))
    guard !result.isEmpty, room.width >= StepVerdict.leastResult else { return }
    frame.put(result.fitted(to: room.width), at: room.origin, style: Style.muted.on(ground), maxWidth: room.width)
  }

  private func draw(
    _ attempt: AttemptRow, _ row: StepRow, into frame: inout Frame, _ columns: StepColumns, _ ground: Role?,
    _ bars: StepBars
  ) {
    let width = columns.step.width
    frame.put(label(of: row).text(in: width), at: columns.step.origin, maxWidth: width, on: ground)
    let verdict = StepVerdict(attempt)
    drawTimes(row, verdict, into: &frame, columns, ground)
    bars.draw(of: nil, attempt: attempt, verdict, into: &frame, columns.axis, ground)
  }

  private func drawTimes(
    _ row: StepRow, _ verdict: StepVerdict, into frame: inout Frame, _ columns: StepColumns, _ ground: Role?
  ) {
    frame.put(verdict.state, at: columns.state.origin, maxWidth: columns.state.width, on: ground)
    frame.put(
      verdict.time.leftPadded(to: columns.time.width), at: columns.time.origin, style: Style.text.on(ground),
      maxWidth: columns.time.width)
    guard row.attempt == nil, !columns.usual.isEmpty, let difference = usualDifference(of: row.path) else { return }
    frame.put(difference.text, at: columns.usual.origin, maxWidth: columns.usual.width, on: ground)
  }

  private func usualDifference(of path: NodePath) -> UsualDifference? {
    guard let taken = timeTaken(by: path), let usual = usualTime(of: path) else { return nil }
    return UsualDifference(taken, usual)
  }

  /// Columns of the longest difference in view: where nothing took another time than usual, the steps have the room.
  private var usualColumns: Int {
    rowsInView.reduce(0) { max($0, usualDifference(of: $1.path)?.text.columns ?? 0) }
  }

  private var rowsInView: ArraySlice<StepRow> { rows[cursor.visible] }

  private var numberColumns: Int {
    max(run?.tally.numberColumns ?? 1, outlineColumns)
  }
}

extension StyledText {
  /// Its plain words in another colour.
  fileprivate func tinted(_ role: Role) -> StyledText {
    StyledText(spans.map { $0.style.role == .text ? Span($0.text, Style(role, $0.style.attributes)) : $0 })
  }
}
