import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension Sidebar {
  package func title(in context: ViewContext) -> PaneTitle {
    // Those in folded folders count too.
    let shown = look.isNarrowed ? rows.compactMap { $0.request?.id } : nil
    let marks = context.marks.compactMap { if case .request(let id) = $0 { id } else { nil } }
    let isAmongShown = shown.map { Set(marks).isSubset(of: $0) } ?? true
    // A filter hides some of those that are marked: then they are no part of the number behind.
    var marked: StyledText =
      marks.isEmpty ? "" : [Span("◆\(marks.count)", .mark), Span(isAmongShown ? " of " : " · ", .muted)]
    // Esc takes these off too, and a group is made of them.
    let exchanges = context.markedExchanges.count
    let isElsewhere = marks.isEmpty && exchanges > 0
    if isElsewhere { marked = [Span("◆\(exchanges)", .mark), Span(" in History", .muted)] }
    // There is no room for the number besides.
    let total = requestCount == 0 || isElsewhere ? "" : count(of: shown, isBehindMarks: !marks.isEmpty && isAmongShown)
    return PaneTitle(
      [Span("Requests", .title)], right: marked + StyledText(total, .muted),
      short: StyledText(marked.spans.prefix(1).map(\.self)))
  }

  /// - Parameter shown: those that a filter leaves; nil without one.
  private func count(of shown: [RequestID]?, isBehindMarks: Bool) -> String {
    guard let shown else { return "\(requestCount)" }
    return isBehindMarks ? "\(shown.count)" : "\(shown.count) of \(requestCount)"
  }

  package var scrollExtent: ScrollExtent? { cursor.extent }

  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rows.isEmpty || showsFilter else {
      for (row, line) in empty(context).enumerated() where row < rect.height {
        frame.put(line, at: rect.row(row).origin.moved(right: 1), style: .muted, maxWidth: rect.width - 1)
      }
      return
    }
    var list = rect
    if showsFilter {
      look.drawFilter(into: &frame, rect.row(0), note: "name, URL  is:edited")
      list = rect.inset(top: 1)
    }
    if rows.isEmpty {
      frame.put("Nothing matches.", at: list.origin.moved(right: 1), style: .muted, maxWidth: max(0, list.width - 1))
    }
    for line in cursor.visible {
      let isSelected = line == cursor.selected
      let ground: Role? = isSelected ? (isFocused && !isTyping ? .selection : .selectionUnfocused) : nil
      draw(rows[line], into: &frame, list.row(line - cursor.top), ground, context)
    }
  }

  private func empty(_ context: ViewContext) -> [String] {
    context.workspace.isScratch
      ? ["No workspace here", "Alt-w opens one", "Alt-a imports an API"]
      : ["a creates a request", "Alt-a imports an API"]
  }

  private func draw(
    _ row: RequestTree.Row, into frame: inout Frame, _ rect: Rect, _ ground: Role?, _ context: ViewContext
  ) {
    if let ground { frame.fill(rect, style: Style(ground)) }
    let isOpen = row.request != nil && row.request?.id == context.request
    frame.put(isOpen ? "●" : " ", at: rect.origin.moved(right: 1), style: Style(.accent, on: ground))
    let isMarked = row.request.map { context.marks.contains(.request($0.id)) } ?? false
    if isMarked { frame.put([Span("◆", .mark)], at: rect.origin.moved(right: 2), maxWidth: 1, on: ground) }
    let marks = marks(of: row, isBusy: context.transfers.contains { $0.request == row.request?.id })
    let text = rect.inset(left: 3 + 2 * row.depth, right: marks.columns + (marks.isEmpty ? 1 : 2))
    frame.put(words(of: row, columns: text.width), at: text.origin, maxWidth: text.width, on: ground)
    frame.put(
      marks, at: Point(x: rect.maxX - 1 - marks.columns, y: rect.y), maxWidth: marks.columns, on: ground)
  }

  private func words(of row: RequestTree.Row, columns: Int) -> StyledText {
    switch row.content {
    case .folder(let isFolded):
      let name = row.name.fitted(to: columns - 2)
      return [Span(isFolded ? "▸ " : "▾ ", .muted), Span(name, .text, .bold)]
    case .leaf(let request):
      let method = MethodStyle.label(request.method)
      let gap = String(repeating: " ", count: MethodStyle.columns + 1 - method.count)
      let name = row.name.fitted(to: columns - MethodStyle.columns - 1)
      return [Span(method, MethodStyle.style(request.method)), Span(gap), Span(name)]
    }
  }

  private func marks(of row: RequestTree.Row, isBusy: Bool) -> StyledText {
    guard let request = row.request else { return "" }
    var marks = StyledText()
    if isBusy { marks.append("⇅", Style(.info)) }
    if request.hasMistake { marks.append("✗", Style(.failure)) }
    if edited.contains(request.id) { marks.append("✎", Style(.mark)) }
    return marks
  }
}
