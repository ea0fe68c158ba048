import ParleyText
import TerminalKit

/// Where the key under the cursor is read and captured.
struct SharedUses: PaneView {
  private(set) var places: [SharedPlace] = [] {
    didSet { cursor.count = places.count }
  }
  /// Whether it has been looked up where the key is used.
  private var isKnown = false
  var cursor = ListCursor()

  var keyContexts: [KeyContext] { [.sharedUses, .shared] }

  var selected: SharedPlace? { places.indices.contains(cursor.selected) ? places[cursor.selected] : nil }

  /// - Parameter places: nil while nobody knows them, or there is no key.
  mutating func show(_ places: [SharedPlace]?) {
    self.places = places ?? []
    isKnown = places != nil
  }

  mutating func resize(to size: Size) { cursor.height = size.height }

  func title(in context: ViewContext) -> PaneTitle {
    PaneTitle([Span("Used by", .title)], right: places.count > 1 ? [Span(places.count.grouped, .muted)] : "")
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    if isKnown, places.isEmpty { frame.putHint("Not used in any file.", in: rect.inset(horizontal: 1)) }
    for line in cursor.visible where line - cursor.top < rect.height {
      let row = rect.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      draw(places[line], into: &frame, row.inset(horizontal: 1), ground)
    }
  }

  private func draw(_ place: SharedPlace, into frame: inout Frame, _ row: Rect, _ ground: Role?) {
    let sign: StyledText = place.captures ? [Span("→ ", .accent)] : [Span("← ", .info)]
    let used = frame.put(sign, at: row.origin, maxWidth: row.width, on: ground)
    let name = place.request.map(\.description) ?? place.file
    let words = frame.put(
      name.fitted(to: row.width - used), at: row.origin.moved(right: used), style: Style(.text, on: ground))
    let rest = row.inset(left: used + words + 1)
    frame.put("line \(place.line)".fitted(to: rest.width), at: rest.origin, style: Style.muted.on(ground))
  }
}
