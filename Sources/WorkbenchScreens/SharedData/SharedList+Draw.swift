import ParleyEngine
import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension SharedList {
  package func title(in context: ViewContext) -> PaneTitle {
    var left: StyledText = [Span("Shared data", .title)]
    if let environment = context.workspace.environment {
      let style = context.workspace.environments.first { $0.name.isIdentical(to: environment) }?.style ?? .text
      left.append(" ▸ ", .muted)
      left.append(environment.fitted(to: 24), style)
    }
    if let team = context.workspace.team, let age = team.age {
      left.append("  team as of \(age.shortClock(now: context.now))", Style(.warning))
    }
    if let moment { left.append("  \(moment.words)", Style(.mark)) }
    let count = isFirstRead ? "" : window.keyCount.counted("key")
    return PaneTitle(left, right: activity + StyledText(arrangementWords + count, .muted))
  }

  /// The work in progress, or the keys it would apply to.
  private var activity: StyledText {
    if let work { return work.text }
    if isMarking { return [Span("◆ marking …  ", .accent)] }
    return marked.isEmpty ? "" : [Span("◆ \(marked.count.grouped) marked  ", .accent)]
  }

  /// Whether there is nothing to show only because it is on its way.
  private var isFirstRead: Bool { window.total == 0 && requested != nil }

  /// The arrangement of the list, as far as it is not the default.
  private var arrangementWords: String {
    let sorted = sort == SharedSort() ? "" : "by \(sort.field.rawValue) · "
    return isTree ? "tree · \(sorted)" : sorted
  }

  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    drawLines(into: &frame, rect, isFocused: isFocused, context)
    drawCompletion(into: &frame, rect)
  }

  private func drawLines(into frame: inout Frame, _ rect: Rect, isFocused: Bool, _ context: ViewContext) {
    var area = rect
    if showsFilter {
      drawFilter(into: &frame, rect.row(0))
      area = rect.inset(top: 1)
    }
    guard !area.isEmpty else { return }
    let columns = SharedColumns(area.row(0), filled, by: sort, needing: needs)
    columns.drawHead(into: &frame, sort)
    let lines = area.inset(top: Self.headLines)
    guard window.total > 0 else { return drawEmpty(into: &frame, lines) }
    for line in cursor.visible where line - cursor.top < lines.height {
      draw(
        line, into: &frame, columns.at(lines.row(line - cursor.top)), isFocused: isFocused && !isFiltering,
        context.shownTime)
    }
  }

  private func drawCompletion(into frame: inout Frame, _ rect: Rect) {
    guard isFiltering, let completion, let cursor = frame.cursor else { return }
    completion.draw(into: &frame, within: rect, below: cursor)
  }

  private func drawEmpty(into frame: inout Frame, _ area: Rect) {
    guard !area.isEmpty else { return }
    frame.putHint(wordsWhenEmpty, in: area.inset(left: 3, right: 1))
  }

  private var wordsWhenEmpty: String {
    if isFirstRead { return "Reading …" }
    if input.isEmpty, moment != nil { return "No shared key was there by then, as far as it is known." }
    if input.isEmpty {
      return "No shared keys yet: requests capture values, others read {{shared.NAME}}. a creates one."
    }
    return search.map { !$0.isDone } ?? false ? "Searching values…" : "No key matches.\(valueHint)"
  }

  /// Plain words are looked for in names alone.
  private var valueHint: String {
    let words = FilterWord.all(of: input.text)
    guard let word = words.first(where: { !$0.text.contains(":") && !$0.text.contains(" ") && !$0.isNegated }) else {
      return ""
    }
    return " value:\(word.text) searches the values."
  }

  private func draw(_ line: Int, into frame: inout Frame, _ columns: SharedColumns, isFocused: Bool, _ now: Timestamp) {
    let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
    if let ground { frame.fill(columns.row, style: Style(ground)) }
    let indent = columns.key.inset(left: 2 * (self.line(at: line)?.depth ?? 0))
    switch self.line(at: line) {
    case .key(let row, let depth): draw(row, depth, into: &frame, columns, indent, ground, now)
    case .group(let prefix, let count, let depth):
      draw(prefix, count, depth, into: &frame, indent, columns.row, ground)
    case .moreGroups(let count, _):
      let words = "… \(count.counted("more group")): / finds keys in them"
      frame.put(words, at: indent.origin, style: Style.muted.on(ground), maxWidth: columns.row.maxX - indent.x)
    case nil: frame.put("…", at: indent.origin, style: Style.muted.on(ground))
    }
  }

  private func draw(
    _ prefix: String, _ count: Int, _ depth: Int, into frame: inout Frame, _ place: Rect, _ row: Rect, _ ground: Role?
  ) {
    let sign = tree.isUnfolded(prefix) ? "▾ " : "▸ "
    let name = PrefixTree.shown(prefix, depth: depth)
    let text: StyledText = [Span(sign, .muted), Span(String(name), .text, .bold), Span("  \(count.grouped)", .muted)]
    frame.put(text, at: place.origin, maxWidth: max(0, row.maxX - place.x - 1), on: ground)
  }

  private func draw(
    _ row: SharedRow, _ depth: Int, into frame: inout Frame, _ columns: SharedColumns, _ place: Rect, _ ground: Role?,
    _ now: Timestamp
  ) {
    let (isChanged, isMarked) = (changed.contains(row.key), marked.contains(row.key))
    let others = isChanged ? "~" : observed.contains(row.key.name) ? "◉" : row.isTeams ? "⇄" : " "
    frame.put(
      isMarked ? "◆" : others, at: columns.mark.origin,
      style: Style(isChanged && !isMarked ? .mark : .accent, on: ground))
    let name = Style(isChanged ? .mark : .key, on: ground)
    let shown = isTree ? String(PrefixTree.shown(row.key.name, depth: depth)) : row.key.name
    frame.put(shown.fitted(to: place.width), at: place.origin, style: name)
    frame.put(
      row.shown(columns: columns.value.width), at: columns.value.origin, maxWidth: columns.value.width, on: ground)
    let facts = [
      (columns.showsSize ? ByteCount.text(row.size) : row.kind?.rawValue ?? "", columns.type),
      (row.cipher ?? "–", columns.cipher),
      (row.key.environment ?? "all", columns.scope), (row.writer ?? "–", columns.writer),
    ]
    for (text, rect) in facts where rect.width > 0 {
      frame.put(text.fitted(to: rect.width), at: rect.origin, style: Style.muted.on(ground))
    }
    if let left = row.listedTimeLeft(now: now), columns.left.width > 0 {
      frame.put(left.text.fitted(to: columns.left.width), at: columns.left.origin, style: left.style.on(ground))
    }
    let time = row.at.shortClock(now: now)
    frame.put(time.fitted(to: columns.when.width), at: columns.when.origin, style: Style.muted.on(ground))
  }

  private static let help = "value:ada   type:jwt   by:user/login   since:1h   expires<1h   encrypted:none   -not"

  private func drawFilter(into frame: inout Frame, _ row: Rect) {
    let note = search?.words ?? (isFiltering ? Self.help : "")
    ListFilterLine(input: input, problem: filter.problems.first, note: note, isTyping: isFiltering).draw(
      into: &frame, row)
  }
}
