import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

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
    return isSearching ? "\(found), searching …" : "\(found) in \(all)\(leftOut.map { ", \($0)" } ?? "")"
  }

  /// The bodies that a search did not look at, in words.
  private var leftOut: String? { unsearched.map { "\($0.counted("body", "bodies")) too large to search" } }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    var area = rect
    if showsFilter {
      drawFilter(into: &frame, rect.row(0))
      area = rect.inset(top: 1)
    }
    guard !area.isEmpty else { return }
    let clock = LogClock(of: cursor.visible.map { window.exchanges[$0].startedAt }, now: context.now)
    let facts = HistoryColumns.Facts(window.exchanges)
    HistoryColumns(area.row(0), clock, facts).drawHead(into: &frame)
    let lines = area.inset(top: Self.headLines)
    if window.exchanges.isEmpty { drawEmpty(into: &frame, lines) }
    for line in cursor.visible where line - cursor.top < lines.height {
      let columns = HistoryColumns(lines.row(line - cursor.top), clock, facts)
      draw(window.exchanges[line], line, clock, columns, into: &frame, isFocused, context)
    }
    guard let completion, let point = frame.cursor else { return }
    completion.draw(into: &frame, within: rect, below: point)
  }

  private func drawEmpty(into frame: inout Frame, _ area: Rect) {
    guard hasLoaded, !area.isEmpty else { return }
    let none = "No exchange matches\(leftOut.map { ": \($0)" } ?? "")."
    let words =
      filter.isEmpty ? "Nothing has been sent yet. F5 sends a request." : isSearching ? "Searching …" : none
    frame.putHint(words, in: area.inset(left: 3, right: 1))
  }

  private func draw(
    _ exchange: HistoryEntry, _ line: Int, _ clock: LogClock, _ columns: HistoryColumns, into frame: inout Frame,
    _ isFocused: Bool, _ context: ViewContext
  ) {
    let ground: Role? = line == cursor.selected ? (isFocused && !isFiltering ? .selection : .selectionUnfocused) : nil
    if let ground { frame.fill(columns.row, style: Style(ground)) }
    let isMarked = context.marks.contains(.exchange(exchange.id))
    for (text, style, rect) in columns.cells(of: exchange, clock, isMarked: isMarked) where rect.width > 0 {
      frame.put(text.fitted(to: rect.width), at: rect.origin, style: style.on(ground), maxWidth: rect.width)
    }
  }

  private func drawFilter(into frame: inout Frame, _ row: Rect) {
    let note = isFiltering ? Self.help(host: selected?.url.urlHost) : ""
    ListFilterLine(input: input, problem: filter.problems.first, note: note, isTyping: isFiltering).draw(
      into: &frame, row)
  }

  /// - Parameter host: one that stands in the list: an example that finds nothing misleads.
  private static func help(host: String?) -> String {
    "any text  status>=500  since:1h  is:edited  host:\(host ?? "example.com")  name:login  ms>200  -not  method:post"
  }
}

/// The columns of the list: those without room are left out, the least important first; so are those that say nothing in any line.
struct HistoryColumns {
  /// The facts that are the same for all lines of a list.
  struct Facts {
    let hasNames, hasNotes, hasRuns: Bool
    /// Scheme and server of all of them; nil where they differ.
    let origin: String?
    /// Bytes of the longest URL.
    let longest: Int

    init(_ exchanges: [HistoryEntry]) {
      hasNames = exchanges.contains { $0.request?.isScratch == false }
      hasNotes = exchanges.contains { !HistoryColumns.note(on: $0).text.isEmpty }
      hasRuns = exchanges.contains { $0.groupID != nil }
      longest = exchanges.reduce(0) { max($0, $1.url.utf8.count) }
      let first = exchanges.count > 1 ? exchanges[0].url.origin : nil
      origin = first.flatMap { first in exchanges.allSatisfy { $0.url.isAt(first) } ? first : nil }
    }
  }

  let row: Rect
  let mark: Rect, time: Rect, method: Rect, name: Rect, status: Rect, duration: Rect, size: Rect, note: Rect, url: Rect
  /// The origin that is left out of all lines, for it has no room and tells none from another.
  private let origin: String?
  /// Whether there is room for the scheme in all lines: no line is spelled in another way than the others.
  private let showsScheme: Bool

  init(_ row: Rect, _ clock: LogClock, _ facts: Facts) {
    self.row = row
    let width = row.width
    let hasNames = facts.hasNames
    let note = width >= 84 && facts.hasNotes ? facts.hasRuns ? max(10, min(18, width / 6)) : 10 : 0
    mark = Rect(x: row.x + 1, y: row.y, width: min(1, width), height: 1)
    let parts = row.inset(left: 3, right: 1).columns(
      .fixed(width >= 40 ? clock.width : 0), .fixed(width >= 30 ? MethodStyle.columns : 0),
      .fixed(width >= 84 && hasNames ? min(24, width / 6) : 0), .fixed(width >= 60 ? 6 : 3),
      .fixed(width >= 60 ? 8 : 0),
      .fixed(width >= 72 ? 8 : 0), .weight(1), .fixed(note), gap: 1)
    (time, method, name, status) = (parts[0], parts[1], parts[2], parts[3])
    (duration, size, url, self.note) = (parts[4], parts[5], parts[6], parts[7])
    showsScheme = facts.longest <= url.width
    origin = showsScheme ? nil : facts.origin
  }

  func drawHead(into frame: inout Frame) {
    let names: [(String, Rect)] = [
      ("sent", time), ("request", name), ("status", status),
      ("took".leftPadded(to: 8), duration), ("size".leftPadded(to: 8), size),
      (origin.map { "URL at \($0.withoutScheme)" } ?? "URL", url), ("note", note),
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
    let note = Self.note(on: exchange, in: self.note.width == 0 ? .max : self.note.width)
    let failure = exchange.status == nil && self.note.width == 0 ? note : (text: "", style: Style.muted)
    return [
      (isMarked ? "◆" : exchange.isEdited ? "✎" : exchange.isPinned ? "▪" : " ", Style(.mark), mark),
      (clock.text(of: exchange.startedAt), .muted, time),
      (MethodStyle.label(exchange.method), MethodStyle.style(exchange.method), method),
      (label, .text, name), (status, statusStyle, self.status),
      ((exchange.duration?.short ?? "").leftPadded(to: 8), .text, duration),
      ((exchange.status == nil ? "" : ByteCount.text(exchange.size)).leftPadded(to: 8), .muted, size),
      (url(of: exchange, failure.text), .text, url), (note.text, note.style, self.note),
      (failure.text, failure.style, placeOfFailure),
    ]
  }

  /// The place of the reason: a line that failed has neither duration nor size.
  private var placeOfFailure: Rect {
    Rect(x: duration.x, y: duration.y, width: duration.width == 0 ? 0 : max(0, url.x - duration.x - 1), height: 1)
  }

  /// The path is what tells lines apart: where there is no room for all, the host is cut before it.
  private func url(of exchange: HistoryEntry, _ failure: String) -> String {
    let reason = failure.isEmpty || placeOfFailure.width > 0 ? "" : "\(failure) "
    let width = url.width - CellWidth.columns(of: reason)
    if let origin {
      let path = exchange.url.dropFirst(origin.count)
      return reason + (path.isEmpty ? "/" : path)
    }
    let whole = exchange.url
    guard let start = whole.origin, !showsScheme || CellWidth.columns(of: whole) > width else { return reason + whole }
    let path = String(whole.dropFirst(start.count))
    let host = start.withoutScheme
    let room = width - CellWidth.columns(of: path)
    if room >= CellWidth.columns(of: host) { return reason + host + path }
    return reason + (reason.isEmpty || room >= Self.shortestHost ? host.fitted(to: max(Self.shortestHost, room)) : "")
      + path
  }

  private static let shortestHost = 8

  /// The most important things that there are to say besides, as many as have room.
  private static func note(on exchange: HistoryEntry, in room: Int = .max) -> (text: String, style: Style) {
    if exchange.status == nil, let code = exchange.errorCode {
      return (code.split(separator: ".").last.map(String.init) ?? code, Style(.failure))
    }
    let own =
      exchange.isEdited
      ? "edited" : exchange.isCached ? "from cache" : exchange.isPinned ? "pinned" : exchange.interruption
    let origins = exchange.groupID == nil ? [nil] : ["in a run", "run", nil]
    let notes = origins.map { [own, exchange.environment, $0].compactMap(\.self).joined(separator: ", ") }
    let text = notes.first { CellWidth.columns(of: $0) <= room } ?? own ?? exchange.environment ?? ""
    return (text, exchange.isEdited ? Style(.warning) : .muted)
  }
}

extension String {
  /// Scheme and authority of a URL; nil for any other text.
  fileprivate var origin: String? {
    guard let scheme = firstRange(of: "://") else { return nil }
    return String(self[..<scheme.upperBound]) + self[scheme.upperBound...].prefix { !"/?#".contains($0) }
  }

  fileprivate var withoutScheme: String { firstRange(of: "://").map { String(self[$0.upperBound...]) } ?? self }

  /// Whether it is a URL of that origin.
  fileprivate func isAt(_ origin: String) -> Bool {
    guard utf8.starts(with: origin.utf8) else { return false }
    return utf8.dropFirst(origin.utf8.count).first.map { "/?#".utf8.contains($0) } ?? true
  }
}
