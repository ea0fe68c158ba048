import ParleyEngine
import ParleyModel
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// The newest lines of the log, below every screen but the log's own: those of the open request, or all.
///
/// Its lines come from the disk, so that a line that was seen is still there after a crash.
package struct LogStrip: Component {
  package enum Action: Sendable {
    /// Something new is in the log.
    case refresh
    case lines([LogEntry], of: Subject)
    case move(ListCursor.Step)
    case turnScope
    case open
  }

  package typealias Subject = LogSubject

  /// So many are held; the whole log is on screen 3.
  static let capacity = 100

  /// The newest at the end.
  private(set) var entries: [LogEntry] = []
  /// The subject whose lines were asked for last; nil before the first query.
  private(set) var subject: Subject?
  /// The subject of the entries: those of another subject stay until its own have been read.
  private(set) var shown: Subject?
  /// Whether a person wants the lines of everything, whatever is open.
  private(set) var showsEverything = false
  private(set) var cursor = ListCursor()
  /// How tall a person wants it: 1, 5 or 12 lines.
  package private(set) var wantedLines = 5
  private var height = 0
  /// Whether somebody is in it: only then older lines stay in view while new ones come.
  private var isFocused = false
  /// The line that was clicked last: the cursor is on the newest one without a click.
  private var wasClicked: Int?

  package static var keyContextSets: [[KeyContext]] {
    [[.strip] + KeyContext.around(isTyping: false)]
  }

  package var keyContexts: [KeyContext] { [.strip] }

  package var selected: LogEntry? {
    entries.indices.contains(cursor.selected) ? entries[cursor.selected] : nil
  }

  package mutating func show(lines: Int) { wantedLines = lines }

  /// Once it is left it shows the newest lines again.
  package mutating func follow(isFocused: Bool) {
    if self.isFocused, !isFocused { cursor.move(.last) }
    self.isFocused = isFocused
  }

  package mutating func grow() {
    wantedLines = wantedLines == 1 ? 5 : wantedLines == 5 ? 12 : 1
  }

  package mutating func resize(to size: Size) {
    height = size.height
    fit()
  }

  /// The title has a row of its own, where there is room for one.
  private var titleRows: Int { focus != nil && height >= 3 && !entries.isEmpty ? 1 : 0 }

  private mutating func fit() {
    let wasAtEnd = cursor.isAtEnd
    cursor.height = max(1, height - titleRows)
    if wasAtEnd { cursor.move(.last) }
  }
}

extension LogStrip {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .refresh: return query()
    case .lines(let lines, let subject): show(lines, of: subject)
    case .move(let step): cursor.move(step)
    // The state turns it to the request, as it does whenever another one is opened.
    case .turnScope: showsEverything.toggle()
    case .open: return selected.map { [.then(.log(.open($0)))] } ?? []
    }
    return []
  }

  /// Turns to the current place, if it has not yet.
  package mutating func loadIfNeeded(for subject: Subject) -> [Effect] {
    let wanted = showsEverything ? subject.ofEverything : subject
    guard wanted != self.subject else { return [] }
    self.subject = wanted
    return query()
  }

  package mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    guard case .mouse(let mouse) = event else { return [] }
    switch mouse.action {
    case .wheelUp: cursor.scroll(by: -1)
    case .wheelDown: cursor.scroll(by: 1)
    case .press(.left):
      let line = cursor.top + mouse.point.y - (height - cursor.visible.count)
      guard cursor.visible.contains(line) else {
        return titleRows > 0 && mouse.point.y == 0 ? [.then(.strip(.turnScope))] : []
      }
      let isSecond = cursor.selected == line && wasClicked == line
      cursor.select(line)
      wasClicked = line
      if isSecond { return [.then(.strip(.open))] }
    default: break
    }
    return []
  }

  private func query() -> [Effect] {
    subject.map { [.perform(LogStripEffect(subject: $0))] } ?? []
  }

  /// While it has the focus the cursor stays with its line; otherwise, and at the end, it goes along with what is new.
  private mutating func show(_ lines: [LogEntry], of subject: Subject) {
    // A result for a query that is no longer current.
    guard subject == self.subject else { return }
    let chosen = cursor.isAtEnd || !isFocused ? nil : selected?.id
    shown = subject
    entries = lines
    wasClicked = nil
    cursor.count = lines.count
    fit()
    cursor.select(chosen.flatMap { id in lines.firstIndex { $0.id == id } } ?? lines.count - 1)
  }
}

extension LogSubject {
  /// All there is, until the same moment.
  fileprivate var ofEverything: LogSubject {
    if case .past(_, let end) = self { .past(.everything, until: end) } else { .everything }
  }
}

/// Reads what the strip shows.
struct LogStripEffect: ServiceEffect {
  let subject: LogStrip.Subject

  var lane: Lane? { Lane("strip", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  func perform(with services: Services) async throws -> [Action] {
    let lines = try await services.history.newestLines(LogStrip.capacity, of: subject)
    return [.strip(.lines(lines, of: subject))]
  }
}

extension LogStrip {
  package func title(in context: ViewContext) -> PaneTitle { PaneTitle("") }

  /// The newest line stands at the bottom, also while there are few.
  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    frame.fill(rect, style: Style(.bar))
    if entries.isEmpty {
      let row = rect.row(rect.height - 1)
      frame.put(nothing, at: row.origin.moved(right: 2), style: Style(.muted, on: .bar), maxWidth: rect.width - 2)
    }
    let visible = cursor.visible
    let first = rect.height - visible.count
    let clock = LogClock(of: entries[visible], now: context.now)
    let extent = rect.height < 3 ? nil : cursor.extent
    for line in visible {
      let isSelected = isFocused && line == cursor.selected
      let row = rect.row(first + line - cursor.top).inset(right: extent == nil ? 0 : 2)
      if isSelected { frame.fill(row, style: Style(.selection)) }
      LogLine(entry: entries[line], clock: clock, environment: context.workspace.environment)
        .draw(into: &frame, row, on: isSelected ? .selection : .bar)
    }
    // In a strip of one row the sentence in place of lines stands alone; it names the subject too.
    if first > (entries.isEmpty ? 1 : 0) { drawSubject(into: &frame, rect.row(0).inset(right: extent == nil ? 0 : 2)) }
    if let extent {
      let edge = Rect(x: rect.maxX - 1, y: rect.y, width: 1, height: rect.height)
      frame.scrollBar(extent, along: edge, style: Style(isFocused ? .borderFocused : .border, on: .bar))
    }
  }

  private var nothing: String {
    if case .run = shown { return "No events of the run until then." }
    if case .past(.everything, _) = shown { return "No events until then." }
    // A request that was renamed has its earlier events under its earlier name.
    if case .request(let id)? = shown { return "No events under the name \(id) yet." }
    return focus.map { "No events of \($0) yet." } ?? "No events yet."
  }

  private var focus: String? { shown.flatMap(Self.words) }

  private static func words(for subject: Subject) -> String? {
    switch subject {
    case .request(let id): id.description
    case .shared(let names): names.sorted().joined(separator: ", ")
    case .run: "this run, until then"
    case .past(.everything, _): "all, until then"
    case .past(let subject, _): words(for: subject).map { "\($0), until then" }
    case .everything: nil
    }
  }

  /// Draws the subject of the lines at the right end of the first row, which no line stands in.
  private func drawSubject(into frame: inout Frame, _ row: Rect) {
    guard let focus else { return }
    let words = " events of \(focus.fitted(to: max(8, row.width / 4))) "
    let columns = CellWidth.columns(of: words)
    guard columns < row.width else { return }
    frame.put(words, at: Point(x: row.maxX - columns, y: row.y), style: Style(.muted, on: .bar))
  }
}

extension LogStrip {
  package static var commands: [CommandRow] {
    [
      CommandRow(
        .openEvent, "strip.open", in: [.strip], hint: .init("open", rank: 10), does: .strip(.open),
        disabledReason: { $0.strip.selected == nil ? "The cursor is not on a line." : nil }),
      CommandRow(
        "strip.scope", "This request or everything",
        help: "Shows events of the open request only, or all events.", keys: ["f"], in: [.strip],
        hint: .init("all / this", rank: 20), does: .strip(.turnScope)),
      CommandRow(
        "strip.scopeAnywhere", "Log strip: this request or everything",
        help: "Makes the log strip show the open request only, or everything.", keys: ["Alt-l"], in: [.always],
        does: .strip(.turnScope)),
      CommandRow(
        "strip.down", "Down", help: "Moves to a newer line.", keys: ["Down", "j"], in: [.strip],
        does: .strip(.move(.lines(1)))),
      CommandRow(
        "strip.up", "Up", help: "Moves to an older line.", keys: ["Up", "k"], in: [.strip],
        does: .strip(.move(.lines(-1)))),
      CommandRow(
        "strip.first", "Oldest", help: "Moves to the oldest line loaded.", keys: ["Home", "g"], in: [.strip],
        does: .strip(.move(.first))),
      CommandRow(
        "strip.last", "Newest", help: "Moves to the newest line.", keys: ["End", "G"], in: [.strip],
        does: .strip(.move(.last))),
    ]
  }
}
