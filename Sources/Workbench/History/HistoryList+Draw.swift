import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit

extension HistoryList: PaneView {
  static var keyContextSets: [[KeyContext]] {
    let typing = KeyContext.around(isTyping: true)
    return [
      [.history] + KeyContext.around(isTyping: false), [.historyFilter] + typing,
      [.historyCompletion, .historyFilter] + typing,
    ]
  }

  var keyContexts: [KeyContext] {
    guard isFiltering else { return [.history] }
    return completion == nil ? [.historyFilter] : [.historyCompletion, .historyFilter]
  }

  var isTyping: Bool { isFiltering }

  func title(in context: ViewContext) -> PaneTitle {
    if let work { return PaneTitle([Span("History", .title)], right: work.text) }
    let marked = context.markedExchanges.count
    let marks: [Span] = marked == 0 ? [] : [Span("◆ \(marked.grouped) marked  ", .accent)]
    let kept = context.workspace.retention
    let words = filter.isEmpty && marks.isEmpty && !kept.isEmpty ? "\(countWords), kept \(kept)" : countWords
    return PaneTitle([Span("History", .title)], right: StyledText(marks + [Span(words, .muted)]))
  }

  private var countWords: String {
    let all = total.map { $0.counted("exchange") } ?? ""
    guard !filter.isEmpty else { return all }
    let found = "\(window.exchanges.count.grouped)\(window.older == nil && window.newer == nil ? "" : "+") found"
    return isSearching ? "\(found), searching …" : "\(found) in \(all)"
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    var area = rect
    if showsFilter {
      drawFilter(into: &frame, rect.row(0))
      area = rect.inset(top: 1)
    }
    guard !area.isEmpty else { return }
    let clock = LogClock(of: cursor.visible.map { window.exchanges[$0].startedAt }, now: context.now)
    HistoryColumns(area.row(0), clock, window).drawHead(into: &frame)
    let lines = area.inset(top: Self.headLines)
    if window.exchanges.isEmpty { drawEmpty(into: &frame, lines) }
    for line in cursor.visible where line - cursor.top < lines.height {
      draw(window.exchanges[line], line, clock, into: &frame, lines.row(line - cursor.top), isFocused, context)
    }
    guard let completion, let point = frame.cursor else { return }
    completion.draw(into: &frame, within: rect, below: point)
  }

  private func drawEmpty(into frame: inout Frame, _ area: Rect) {
    guard hasLoaded, !area.isEmpty else { return }
    let words =
      filter.isEmpty
      ? "Nothing has been sent yet. F5 sends a request." : isSearching ? "Searching …" : "No exchange matches."
    frame.put(words.fitted(to: area.width - 3), at: area.origin.moved(right: 3), style: .muted)
  }

  private func draw(
    _ exchange: HistoryEntry, _ line: Int, _ clock: LogClock, into frame: inout Frame, _ row: Rect, _ isFocused: Bool,
    _ context: ViewContext
  ) {
    let ground: Role? = line == cursor.selected ? (isFocused && !isFiltering ? .selection : .selectionUnfocused) : nil
    if let ground { frame.fill(row, style: Style(ground)) }
    let columns = HistoryColumns(row, clock, window)
    let isMarked = context.marks.contains(.exchange(exchange.id))
    for (text, style, rect) in columns.cells(of: exchange, clock, isMarked: isMarked) where rect.width > 0 {
      frame.put(text.fitted(to: rect.width), at: rect.origin, style: style.on(ground), maxWidth: rect.width)
    }
  }

  private func drawFilter(into frame: inout Frame, _ row: Rect) {
    let note = isFiltering ? Self.help : ""
    FilterLine(input: input, problem: filter.problems.first, note: note, isTyping: isFiltering).draw(into: &frame, row)
  }

  private static let help =
    "any text   status>=500   method:post   host:api   name:login   since:1h   ms>200   is:edited   -not"
}

/// The columns of the list: those without room are left out, the least important first; so are those that say nothing in any line.
struct HistoryColumns {
  let mark: Rect, time: Rect, method: Rect, name: Rect, status: Rect, duration: Rect, size: Rect, note: Rect, url: Rect

  init(_ row: Rect, _ clock: LogClock, _ window: HistoryWindow) {
    let width = row.width
    let hasNames = window.exchanges.contains { $0.request?.isScratch == false }
    let hasNotes = window.exchanges.contains { !Self.note(on: $0).text.isEmpty }
    mark = Rect(x: row.x + 1, y: row.y, width: min(1, width), height: 1)
    let parts = row.inset(left: 3, right: 1).columns(
      .fixed(width >= 40 ? clock.width : 0), .fixed(width >= 30 ? MethodStyle.columns : 0),
      .fixed(width >= 84 && hasNames ? min(24, width / 6) : 0), .fixed(width >= 60 ? 6 : 3),
      .fixed(width >= 60 ? 8 : 0),
      .fixed(width >= 72 ? 8 : 0), .weight(1), .fixed(width >= 84 && hasNotes ? 10 : 0), gap: 1)
    (time, method, name, status) = (parts[0], parts[1], parts[2], parts[3])
    (duration, size, url, note) = (parts[4], parts[5], parts[6], parts[7])
  }

  func drawHead(into frame: inout Frame) {
    let names: [(String, Rect)] = [
      ("time", time), ("request", name), ("status", status),
      ("took".leftPadded(to: 8), duration), ("size".leftPadded(to: 8), size),
      ("URL", url),
    ]
    for (name, rect) in names where rect.width > 0 {
      frame.put(name.fitted(to: rect.width), at: rect.origin, style: .muted)
    }
  }

  func cells(of exchange: HistoryEntry, _ clock: LogClock, isMarked: Bool) -> [(String, Style, Rect)] {
    let isMissed = exchange.errorCode != nil
    let status = exchange.status.map { "\($0)" } ?? "✗"
    let statusStyle = exchange.status.map { StatusStyle.style($0, isMissed: isMissed) } ?? Style(.failure)
    let label = exchange.request.map { "\($0)" } ?? "–"
    let note = Self.note(on: exchange)
    return [
      (isMarked ? "◆" : exchange.isEdited ? "✎" : exchange.isPinned ? "▪" : " ", Style(.mark), mark),
      (clock.text(of: exchange.startedAt), .muted, time),
      (MethodStyle.label(exchange.method), MethodStyle.style(exchange.method), method),
      (label, .text, name), (status, statusStyle, self.status),
      ((exchange.duration?.short ?? "").leftPadded(to: 8), .text, duration),
      ((exchange.status == nil ? "" : ByteCount.text(exchange.size)).leftPadded(to: 8), .muted, size),
      (url(of: exchange), .text, url), (note.text, note.style, self.note),
    ]
  }

  /// The path is what tells lines apart: where there is no room for all, the host is cut before it.
  private func url(of exchange: HistoryEntry) -> String {
    let whole = exchange.url
    guard let start = whole.origin else { return whole }
    let path = String(whole.dropFirst(start.count))
    guard CellWidth.columns(of: whole) > url.width else { return whole }
    let host = start.firstRange(of: "://").map { String(start[$0.upperBound...]) } ?? start
    let room = url.width - CellWidth.columns(of: path)
    return room >= CellWidth.columns(of: host) ? host + path : host.fitted(to: max(Self.shortestHost, room)) + path
  }

  private static let shortestHost = 8

  /// The most important thing that there is to say besides.
  private static func note(on exchange: HistoryEntry) -> (text: String, style: Style) {
    if exchange.status == nil, let code = exchange.errorCode {
      return (code.split(separator: ".").last.map(String.init) ?? code, Style(.failure))
    }
    let notes = [
      exchange.isEdited ? "edited" : exchange.isCached ? "from cache" : nil, exchange.isPinned ? "pinned" : nil,
      exchange.interruption, exchange.groupID == nil ? nil : "in a run",
    ].compactMap(\.self)
    return (notes.first ?? (exchange.environment ?? ""), exchange.isEdited ? Style(.warning) : .muted)
  }
}

extension String {
  /// Scheme and authority of a URL; nil for any other text.
  fileprivate var origin: String? {
    guard let scheme = firstRange(of: "://") else { return nil }
    return String(self[..<scheme.upperBound]) + self[scheme.upperBound...].prefix { !"/?#".contains($0) }
  }
}
