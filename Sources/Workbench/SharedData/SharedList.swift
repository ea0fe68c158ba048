import ParleyEngine
import ParleyText
import TerminalKit

/// The keys, a line each. Holds only a window on them.
struct SharedList: PaneView {
  private(set) var window = SharedKeysWindow()
  /// Counts all keys that match, so that `cursor.top` may lie outside of the window until that is filled.
  var cursor = ListCursor()
  var input = LineEditor()
  var isFiltering = false
  /// What was asked for last, and has not come yet.
  private(set) var requested: SharedKeysQuery?
  var isStale = true
  /// Keys that somebody else wrote, and that the cursor has not left since.
  var changed: Set<SharedKey> = []
  /// Marked in the list.
  var observed: Set<String> = []
  /// The name the cursor goes to as soon as it is there.
  var wanted: String?

  var keyContexts: [KeyContext] { isFiltering ? [.sharedFilter] : [.sharedKeys, .shared] }
  var isTyping: Bool { isFiltering }
  var showsFilter: Bool { isFiltering || !input.isEmpty }

  func row(at line: Int) -> SharedRow? {
    let index = line - window.offset
    return window.rows.indices.contains(index) ? window.rows[index] : nil
  }

  var selected: SharedRow? { row(at: cursor.selected) }

  mutating func resize(to size: Size) {
    cursor.height = max(0, size.height - Self.headLines - (showsFilter ? 1 : 0))
  }

  /// The names of the columns.
  static let headLines = 1
}

// The window.
extension SharedList {
  /// No screen has more lines; without one the height is not known.
  private static let tallest = 1000

  /// Asks for the lines that are on screen and not in the window, unless they are in flight.
  mutating func missing() -> [Effect] {
    let visible = cursor.visible
    let held = window.offset..<window.offset + window.rows.count
    let isFilled = visible.isEmpty || held.contains(visible.lowerBound) && held.contains(visible.upperBound - 1)
    guard isStale || !isFilled else { return [] }
    let query = query
    guard isStale || query != requested else { return [] }
    (requested, isStale) = (query, false)
    return [.perform(SharedDataEffect.keys(query))]
  }

  /// Three screens full, so that small moves need no question.
  private var query: SharedKeysQuery {
    let height = max(1, min(cursor.height, Self.tallest))
    return SharedKeysQuery(
      filter: input.text, offset: max(0, cursor.top - height), around: wanted, count: 3 * height)
  }

  /// The cursor stays with its key, wherever that is by now.
  mutating func take(_ window: SharedKeysWindow, for query: SharedKeysQuery) {
    guard query.filter == input.text else { return }
    if query == requested { requested = nil }
    let name = wanted ?? selected?.key.name
    self.window = window
    cursor.count = window.total
    guard let name, let place = window.rows.firstIndex(where: { $0.key.name.isIdentical(to: name) }) else { return }
    wanted = nil
    cursor.select(window.offset + place)
  }

  /// The cursor goes to a key, whatever the filter hides.
  mutating func look(for name: String) {
    (input, isFiltering, wanted, isStale) = (LineEditor(), false, name, true)
  }

  mutating func filterChanged() {
    isStale = true
    cursor.move(.first)
  }
}

extension SharedList {
  func title(in context: ViewContext) -> PaneTitle {
    var left: StyledText = [Span("Shared data", .title)]
    if let environment = context.workspace.environment {
      let style = context.workspace.environments.first { $0.name.isIdentical(to: environment) }?.style ?? .text
      left.append(" ▸ ", .muted)
      left.append(environment.fitted(to: 24), style)
    }
    return PaneTitle(left, right: [Span(window.total.counted("key"), .muted)])
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    var area = rect
    if showsFilter {
      drawFilter(into: &frame, rect.row(0))
      area = rect.inset(top: 1)
    }
    guard !area.isEmpty else { return }
    let columns = SharedColumns(area.row(0))
    columns.drawHead(into: &frame)
    let lines = area.inset(top: Self.headLines)
    guard window.total > 0 else { return drawEmpty(into: &frame, lines) }
    for line in cursor.visible where line - cursor.top < lines.height {
      draw(
        line, into: &frame, columns.at(lines.row(line - cursor.top)), isFocused: isFocused && !isFiltering,
        context.now)
    }
  }

  private func drawEmpty(into frame: inout Frame, _ area: Rect) {
    guard !area.isEmpty, requested == nil else { return }
    let words = input.isEmpty ? "No shared keys yet. a creates one; requests capture into them." : "No key matches."
    frame.put(words.fitted(to: area.width - 3), at: area.origin.moved(right: 3), style: .muted)
  }

  private func draw(_ line: Int, into frame: inout Frame, _ columns: SharedColumns, isFocused: Bool, _ now: Timestamp) {
    let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
    if let ground { frame.fill(columns.row, style: Style(ground)) }
    guard let row = row(at: line) else {
      frame.put("…", at: columns.key.origin, style: Style.muted.on(ground))
      return
    }
    let isChanged = changed.contains(row.key)
    frame.put(
      isChanged ? "●" : observed.contains(row.key.name) ? "◉" : " ", at: columns.mark.origin,
      style: Style(isChanged ? .mark : .accent, on: ground))
    let name = Style(isChanged ? .mark : .key, on: ground)
    frame.put(row.key.name.fitted(to: columns.key.width), at: columns.key.origin, style: name)
    frame.put(
      row.shown(columns: columns.value.width), at: columns.value.origin, maxWidth: columns.value.width, on: ground)
    let facts = [
      (row.kind?.rawValue ?? "", columns.type), (row.cipher ?? "–", columns.cipher),
      (row.key.environment ?? "all", columns.scope), (row.writer ?? "–", columns.writer),
    ]
    for (text, rect) in facts where rect.width > 0 {
      frame.put(text.fitted(to: rect.width), at: rect.origin, style: Style.muted.on(ground))
    }
    let time = row.at.shortClock(now: now)
    frame.put(time.fitted(to: columns.when.width), at: columns.when.origin, style: Style.muted.on(ground))
  }

  private func drawFilter(into frame: inout Frame, _ row: Rect) {
    frame.put("/", at: row.origin.moved(right: 1), style: Style(.hint))
    input.draw(into: &frame, rect: row.inset(left: 3, right: 1), isFocused: isFiltering)
  }
}

/// Where the columns of the list stand: what there is no room for is left out, the least important first.
struct SharedColumns {
  var row: Rect
  var mark: Rect, key: Rect, value: Rect, type: Rect, cipher: Rect, scope: Rect, writer: Rect, when: Rect

  init(_ row: Rect) {
    self.row = row
    let width = row.width
    mark = Rect(x: row.x + 1, y: row.y, width: min(1, width), height: 1)
    let parts = row.inset(left: 3, right: 1).columns(
      .weight(2), .weight(width >= 110 ? 4 : 3), .fixed(width >= 70 ? 5 : 0),
      .fixed(width >= 50 ? (width >= 110 ? 10 : 7) : 0), .fixed(width >= 110 ? 10 : 0),
      .fixed(width >= 60 ? (width >= 110 ? 22 : 13) : 0), .fixed(width >= 40 ? 8 : 0), gap: width >= 90 ? 2 : 1)
    (key, value, type, cipher) = (parts[0], parts[1], parts[2], parts[3])
    (scope, writer, when) = (parts[4], parts[5], parts[6])
  }

  func at(_ row: Rect) -> SharedColumns {
    var copy = self
    copy.row = row
    for path in Self.all { copy[keyPath: path].origin.y = row.y }
    return copy
  }

  func drawHead(into frame: inout Frame) {
    let names = ["", "key", "value", "type", "cipher", "scope", "written by", "when"]
    for (name, path) in zip(names, Self.all) {
      let rect = self[keyPath: path]
      frame.put(name.fitted(to: rect.width), at: rect.origin, style: .muted)
    }
  }

  private static var all: [WritableKeyPath<SharedColumns, Rect>] {
    [\.mark, \.key, \.value, \.type, \.cipher, \.scope, \.writer, \.when]
  }
}

extension SharedRow {
  /// The value as a list shows it.
  func shown(columns: Int) -> StyledText {
    if kind == nil { return StyledText("removed", .muted) }
    if isSecret { return StyledText(Secrets.mask, Style(.secret)) }
    if let problem { return StyledText("✗ \(problem)".fitted(to: columns), Style(.failure)) }
    return StyledText((preview ?? "").fitted(to: columns), kind == .text ? Style(.string) : .text)
  }
}

extension Timestamp {
  /// The time of a day that is today, otherwise the day: in eight columns.
  func shortClock(now: Timestamp) -> String {
    localDate == now.localDate ? localClock : localDay
  }
}
