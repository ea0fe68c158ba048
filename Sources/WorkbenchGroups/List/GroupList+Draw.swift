import ParleyEngine
import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension GroupList {
  package func title(in context: ViewContext) -> PaneTitle {
    let count = context.workspace.groups.count
    let shown = look.isNarrowed ? "\(rows.count(where: \.isGroup)) of " : ""
    return PaneTitle([Span("Groups", .title)], right: count > 0 ? [Span("\(shown)\(count)", .muted)] : "")
  }

  package var scrollExtent: ScrollExtent? { cursor.extent }

  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rows.isEmpty || look.showsFilter else { return drawEmpty(into: &frame, rect, context) }
    if look.showsFilter { look.drawFilter(into: &frame, rect.row(0), note: "name or path") }
    let lines = rect.inset(top: look.filterLines)
    drawTeamTrouble(into: &frame, lines)
    for line in cursor.visible where line - cursor.top < lines.height {
      let row = lines.row(line - cursor.top)
      let isActive = isFocused && !isTyping
      let ground: Role? = line == cursor.selected ? (isActive ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      let isShown = rows[line].id == shown
      frame.put(isShown ? "●" : " ", at: row.origin.moved(right: 1), style: Style(.accent, on: ground))
      if marked.contains(rows[line].id) { frame.put("◇", at: row.origin, style: Style(.mark, on: ground)) }
      let text = row.inset(left: 3 + 2 * rows[line].depth, right: 1)
      frame.put(words(of: rows[line], text.width, context.now), at: text.origin, maxWidth: text.width, on: ground)
    }
  }

  /// In the last line, which a long list covers.
  private func drawTeamTrouble(into frame: inout Frame, _ lines: Rect) {
    guard let teamTrouble, lines.height > 0 else { return }
    let text = "⇄ \(teamTrouble)".fitted(to: lines.width - 2)
    frame.put(text, at: lines.row(lines.height - 1).origin.moved(right: 1), style: Style(.warning))
  }

  private func drawEmpty(into frame: inout Frame, _ rect: Rect, _ context: ViewContext) {
    let words = context.workspace.isScratch ? ["No workspace here"] : ["No groups yet:", "a creates one."]
    for (row, line) in words.enumerated() {
      frame.put(line.fitted(to: rect.width - 2), at: rect.row(row).origin.moved(right: 1), style: .muted)
    }
  }

  private func words(of row: Row, _ columns: Int, _ now: Timestamp) -> StyledText {
    switch row {
    case .folder(let path, let isFolded):
      let name = path.lastPathPart.fitted(to: columns - 2)
      return [Span(isFolded ? "▸ " : "▾ ", .muted), Span(name, .text, .bold)]
    case .group(let id, let hasMistake):
      let mark = marks(of: id, hasMistake: hasMistake)
      let name = id.lastPathPart.fitted(to: columns - mark.columns)
      let style = hasFile(id) ? Span(name, .text, .bold) : Span(name, .muted)
      return [style] + mark + chart(of: id, besides: name, columns - mark.columns)
    case .run(let run): return words(of: run, columns, now)
    case .teamRun(let run): return words(of: run, columns, now)
    }
  }

  private func words(of run: TeamRunSummary, _ columns: Int, _ now: Timestamp) -> StyledText {
    var words: StyledText = [
      Span("⇄ ", .info), Span("\(run.number) ", .text), run.state.glyph,
      Span("  \(run.at.shortClock(now: now)) ", .muted),
    ]
    words.append(run.person.fitted(to: max(0, columns - words.columns)), Style(.muted))
    return words
  }

  private func marks(of group: String, hasMistake: Bool) -> StyledText {
    guard hasFile(group) else { return [Span(" no file", .muted)] }
    var marks = StyledText()
    if hasMistake { marks.append(" ✗", Style(.failure)) }
    if edited.contains(group) { marks.append(" ✎", Style(.mark)) }
    return marks
  }

  /// At the right edge, as far as there is room.
  private func chart(of group: String, besides name: String, _ columns: Int) -> StyledText {
    let room = columns - CellWidth.columns(of: name) - 1
    let chart = RunChart(runs(of: group)).text(columns: min(Self.runsOfEach, room))
    return chart.isEmpty ? "" : [Span(String(repeating: " ", count: 1 + room - chart.columns))] + chart
  }

  private func words(of run: KeptRun, _ columns: Int, _ now: Timestamp) -> StyledText {
    let branch = RunBranch(run, depth: branches[run.id]?.depth ?? 0)
    let glyph = glyph(of: run)
    let time = pace[run.id] == nil ? run.summary.startedAt.shortClock(now: now) : "now"
    var words: StyledText = [
      Span(branch.sign, .border), Span(branch.number + " ", .text), glyph,
      Span(String(repeating: " ", count: max(1, 3 - CellWidth.columns(of: glyph.text)))), Span(time, .muted),
    ]
    let signs = [
      run.summary.imported.map { _ in Span("⇣", .info) }, isPublished(run) ? Span("⇄", .info) : nil,
      run.isPinned ? Span("◆", .mark) : nil,
    ]
    if signs.contains(where: { $0 != nil }) { words = words + [Span(" ")] + StyledText(signs.compactMap(\.self)) }
    words.append(branch.origin(in: columns - words.columns), .muted)
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
