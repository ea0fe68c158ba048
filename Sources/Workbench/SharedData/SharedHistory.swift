import ParleyEngine
import ParleyText
import TerminalKit

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
  }

  /// What is compared: two that are marked, the marked one with that under the cursor, or that with now.
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
      draw(rows[line], into: &frame, place.inset(horizontal: 1), ground, context.now)
    }
  }

  private func draw(_ row: SharedRow, into frame: inout Frame, _ place: Rect, _ ground: Role?, _ now: Timestamp) {
    let time = row.at.shortClock(now: now)
    frame.put(time, at: place.origin, style: Style.muted.on(ground), maxWidth: place.width)
    let mark = marked.contains(row.sequence) ? "◇ " : ""
    let sign = mark + (row.isRestored ? "↶ " : row.kind == nil ? "✗ " : "")
    let writer = place.inset(left: 9)
    let used = frame.put(
      (sign + (row.writer ?? "somebody")).fitted(to: writer.width), at: writer.origin,
      style: Style(row.kind == nil ? .failure : .text, on: ground))
    let value = writer.inset(left: used + 2)
    guard value.width >= 8, row.kind != nil else { return }
    frame.put(row.shown(columns: value.width), at: value.origin, maxWidth: value.width, on: ground)
  }
}
