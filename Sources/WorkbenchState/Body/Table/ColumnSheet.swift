import TerminalKit
import WorkbenchParts

/// Which columns of a table are shown, and in which order.
struct ColumnSheet: Sheet {
  private struct Column: Sendable {
    let name: String
    var isShown: Bool
  }

  private var columns: [Column]
  private var cursor = ListCursor()
  private let whenDone: @Sendable ([String]?) -> Action
  private let names: [String]

  /// - Parameters:
  ///   - shown: nil shows all.
  ///   - whenDone: called with the columns, or nil for all in the order of the body.
  init(_ head: TableHead, shown: [String]?, whenDone: @escaping @Sendable ([String]?) -> Action) {
    let first = shown ?? head.names
    names = head.names
    columns =
      first.map { Column(name: $0, isShown: true) }
      + head.names.filter { !first.contains($0) }.map { Column(name: $0, isShown: false) }
    self.whenDone = whenDone
    cursor.count = columns.count
  }

  var dims: Bool { false }
  var acceptWord: String { "show these" }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    cursor.height = height(over: state.arrangement.popups)
    switch action {
    case .close: return .close(nil)
    case .accept: return accept()
    case .move(let step): cursor.move(step)
    case .next: cursor.move(.lines(1))
    case .previous: cursor.move(.lines(-1))
    case .copy, .turnKeeping, .acceptAll, .confirm: break
    }
    return .handled
  }

  private func accept() -> LayerOutcome<Action> {
    let shown = columns.filter(\.isShown).map(\.name)
    guard !shown.isEmpty else { return .handled }
    return .close(whenDone(shown == names ? nil : shown))
  }

  func claims(_ key: Key) -> Bool { key.typed.map { " JKa".contains($0) } ?? false }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event, let letter = key.typed, columns.indices.contains(cursor.selected) else {
      return .ignored
    }
    switch letter {
    case " ": columns[cursor.selected].isShown.toggle()
    case "J": swap(with: cursor.selected + 1)
    case "K": swap(with: cursor.selected - 1)
    case "a":
      let isAll = columns.allSatisfy(\.isShown)
      for place in columns.indices { columns[place].isShown = !isAll }
    default: return .ignored
    }
    return .handled
  }

  /// A click shows or hides what it hits.
  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return turn(mouse, in: state) }
    let inside = rect.insidePopup(size(over: rect))
    let line = cursor.top + mouse.point.y - inside.y
    guard inside.contains(mouse.point), columns.indices.contains(line) else { return .handled }
    cursor.select(line)
    columns[line].isShown.toggle()
    return .handled
  }

  private mutating func swap(with place: Int) {
    guard columns.indices.contains(place) else { return }
    columns.swapAt(cursor.selected, place)
    cursor.select(place)
  }
}

extension ColumnSheet {
  private static let foot = "Space shows or hides   J K move   a all or none"

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    var cursor = cursor
    cursor.height = height(over: rect)
    let inside = frame.popup(size(over: rect), over: rect, title: "Columns")
    for line in cursor.visible {
      let row = inside.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? .selection : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      let column = columns[line]
      frame.put(column.isShown ? "✓" : " ", at: row.origin, style: Style(.success, on: ground))
      frame.put(
        column.name.fitted(to: row.width - 2), at: row.origin.moved(right: 2),
        style: Style(column.isShown ? .text : .muted, on: ground))
    }
    frame.put(Self.foot, at: inside.row(inside.height - 1).origin, style: .muted, maxWidth: inside.width)
    frame.popupScrollBar(cursor.extent, beside: inside.top(cursor.height))
    frame.putHidden(of: cursor, before: Point(x: inside.maxX, y: inside.maxY))
  }

  private func size(over rect: Rect) -> Size {
    Size(width: max(10, min(Self.foot.count, rect.width - 8)), height: height(over: rect) + 1)
  }

  private func height(over rect: Rect) -> Int { max(1, min(columns.count, rect.height - 4)) }
}
