import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchState

/// The themes in a list; the one under the cursor is that of the whole screen while one looks at it.
struct ThemePicker: Sheet {
  private let themes: [Theme]
  /// The one in use until another is taken.
  private let current: String
  private var cursor = ListCursor()

  private static let nameColumns = 24

  init(_ themes: [Theme], current: String) {
    (self.themes, self.current) = (themes, current)
    cursor.count = themes.count
    cursor.select(themes.firstIndex { $0.name == current } ?? 0)
  }

  var dims: Bool { false }
  var acceptWord: String { "use this theme" }
  var closeWord: String { "keep \(current)" }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    cursor.height = height(over: state.arrangement.popups)
    switch action {
    case .close: return .close(.theme(.show(current)))
    case .accept: return .close(.theme(.choose(themes[cursor.selected].name)))
    case .move(let step): cursor.move(step)
    case .next: cursor.move(.lines(1))
    case .previous: cursor.move(.lines(-1))
    case .copy, .turnKeeping, .acceptAll, .confirm: return .handled
    }
    return .act(.theme(.show(themes[cursor.selected].name)))
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return turn(mouse, in: state) }
    cursor.height = height(over: rect)
    let inside = rect.insidePopup(size(over: rect))
    let line = cursor.top + mouse.point.y - inside.y
    guard inside.contains(mouse.point), cursor.visible.contains(line) else { return .handled }
    cursor.select(line)
    return .act(.theme(.show(themes[line].name)))
  }
}

// What it looks like.
extension ThemePicker {
  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    var cursor = cursor
    cursor.height = height(over: rect)
    let inside = frame.popup(size(over: rect), over: rect, title: "Theme")
    for line in cursor.visible {
      let row = inside.row(line - cursor.top)
      let isSelected = line == cursor.selected
      if isSelected { frame.fill(row, style: Style(.selection)) }
      let name = (themes[line].name == current ? "● " : "  ") + themes[line].name
      frame.put(name, at: row.origin, style: isSelected ? Style(.text, on: .selection) : .text, maxWidth: row.width)
    }
    frame.popupScrollBar(cursor.extent, beside: inside.top(cursor.height))
    frame.putHidden(of: cursor, before: Point(x: inside.maxX, y: inside.y + cursor.height))
    for (offset, line) in Self.sample.enumerated() where cursor.height + 1 + offset < inside.height {
      let row = inside.row(cursor.height + 1 + offset)
      frame.put(line, at: row.origin, maxWidth: row.width)
    }
  }

  /// A little of everything that has a colour.
  private static let sample: [StyledText] = [
    [Span("\"id\"", .key), Span(": "), Span("42", .number), Span(", "), Span("\"name\"", .key), Span(": ")],
    [Span("  "), Span("\"a text\"", .string), Span(", "), Span("true", .literal)],
    [Span("✓ 200 OK", .success), Span("  "), Span("✗ 503", .failure), Span("  "), Span("⚠ slow", .warning)],
    [Span("•••", .secret), Span("  "), Span("✎ edited", .mark), Span("  "), Span("found", .match)],
  ]

  private func height(over rect: Rect) -> Int { max(1, min(themes.count, 12, rect.height - 4)) }

  private func size(over rect: Rect) -> Size {
    let list = height(over: rect)
    let sample = rect.height - 4 - list > Self.sample.count ? Self.sample.count + 1 : 0
    let widest = themes.map { CellWidth.columns(of: $0.name) + 2 }.max() ?? 0
    return Size(width: min(max(Self.nameColumns, widest), rect.width - 8), height: list + sample)
  }
}
