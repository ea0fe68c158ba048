import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The changes of the key under the cursor, the newest first.
struct SharedHistory: PaneView {
  var rows: [SharedRow] = [] {
    didSet {
      cursor.count = rows.count
      marked = marked.filter { mark in rows.contains { $0.sequence == mark } }
    }
  }
  /// Changes that are to be compared, at most two.
  private(set) var marked: [Int64] = []
  var cursor = ListCursor()

  var keyContexts: [KeyContext] { [.sharedHistory, .shared] }

  var selected: SharedRow? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }

  mutating func resize(to size: Size) { cursor.height = size.height }

  /// Of a third one the first is no longer marked.
  mutating func mark() {
    guard let sequence = selected?.sequence else { return }
    if let place = marked.firstIndex(of: sequence) {
      marked.remove(at: place)
    } else {
      marked = marked.suffix(1) + [sequence]
    }
    cursor.move(.lines(1))
  }

  /// The versions to compare: two that are marked, the marked one with the one under the cursor, or that one with now.
  var compared: (Int64, Int64?)? {
    if marked.count == 2 { return (marked[0], marked[1]) }
    guard let selected else { return nil }
    if let mark = marked.first, mark != selected.sequence { return (mark, selected.sequence) }
    return (selected.sequence, nil)
  }

  func title(in context: ViewContext) -> PaneTitle {
    PaneTitle([Span("History", .title)], right: rows.count > 1 ? [Span(rows.count.grouped, .muted)] : "")
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    for line in cursor.visible where line - cursor.top < rect.height {
      let place = rect.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(place, style: Style(ground)) }
      draw(rows[line], into: &frame, place.inset(horizontal: 1), ground, context.shownTime)
    }
  }

  private func draw(_ row: SharedRow, into frame: inout Frame, _ place: Rect, _ ground: Role?, _ now: Timestamp) {
    let columns = HistoryOfKeyColumns(place)
    let clock = row.at.shortClock(now: now)
    let time = clock.contains(":") ? String(clock.prefix(columns.time.width)) : clock
    frame.put(time, at: columns.time.origin, style: Style.muted.on(ground), maxWidth: columns.time.width)
    let mark = marked.contains(row.sequence) ? "◇ " : ""
    let sign = mark + (row.isRestored ? "↶ " : row.isRemoval ? "✗ " : "")
    let name = row.isRemoval ? "deleted \((row.writer ?? "somebody").asWriter)" : row.writer ?? "somebody"
    let writer = columns.showsWriter || row.isRemoval ? sign + name : sign
    let room = row.isRemoval ? columns.rest.width : columns.longestWriter
    let used = frame.put(
      writer.fitted(to: room), at: columns.rest.origin, style: Style(row.isRemoval ? .failure : .text, on: ground))
    let value = columns.rest.inset(left: used + (columns.showsWriter ? 2 : 0))
    guard !row.isRemoval else { return }
    let words = row.change.map { StyledText($0.fitted(to: value.width), Style(.info)) }
    frame.put(words ?? row.shown(columns: value.width), at: value.origin, maxWidth: value.width, on: ground)
  }
}

/// The areas of the parts of a change. The value matters most: if there is little room, the writer is left out, and the
/// seconds.
private struct HistoryOfKeyColumns {
  private static let (leastValue, leastWriter) = (12, 8)

  let time: Rect
  /// Writer and value.
  let rest: Rect
  let showsWriter: Bool

  init(_ place: Rect) {
    showsWriter = place.width >= 9 + Self.leastWriter + 2 + Self.leastValue
    let width = min(showsWriter ? 8 : 5, place.width)
    time = Rect(x: place.x, y: place.y, width: width, height: place.height)
    rest = place.inset(left: width + 1)
  }

  /// As much as leaves room for the value.
  var longestWriter: Int { showsWriter ? rest.width - 2 - Self.leastValue : rest.width }
}

// Its changes.
extension SharedHistory {
  func compare(of name: String?) -> [Effect] {
    guard let name, let (one, other) = compared else { return [] }
    return [.perform(SharedDataEffect.intent(SharedDataIntent(name, .compare(one, other))))]
  }

  func restore(of name: String?) -> [Effect] {
    guard let name, let moment = selected else { return [] }
    return [.perform(SharedDataEffect.intent(SharedDataIntent(name, .restore(moment.sequence))))]
  }

  static let whyNotCompare: @Sendable (State) -> String? = { state in
    guard let row = state.shared.row, state.shared.history.compared != nil else {
      return "The cursor is not on a change."
    }
    return row.isSecret && !state.shared.value.isRevealed ? "The value is secret: reveal it first with v." : nil
  }
}
