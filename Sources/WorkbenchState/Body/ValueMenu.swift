package import TerminalKit
import WorkbenchParts

/// The menu of actions on the value under the cursor: a letter performs one at once, arrows and Enter do too.
package struct ValueMenu: Sheet {
  package struct Item: Sendable {
    let key: Character
    let label: String
    package let action: Action
    /// The reason why the action is not possible here.
    var disabledReason: String?

    package init(key: Character, label: String, action: Action, disabledReason: String? = nil) {
      self.key = key
      self.label = label
      self.action = action
      self.disabledReason = disabledReason
    }
  }

  let title: String
  let items: [Item]
  private var cursor = ListCursor()

  init(_ title: String, _ items: [Item]) {
    self.title = title
    self.items = items
    cursor.count = items.count
  }

  package var dims: Bool { false }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    cursor.height = height(over: state.arrangement.popups)
    switch action {
    case .close: return .close(nil)
    case .accept: return take(cursor.selected)
    case .move(let step): cursor.move(step)
    case .next: cursor.move(.lines(1))
    case .previous: cursor.move(.lines(-1))
    case .copy, .turnKeeping, .acceptAll, .confirm: break
    }
    return .handled
  }

  package func claims(_ key: Key) -> Bool { items.contains { $0.key == key.typed } }

  package mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event, let place = items.firstIndex(where: { $0.key == key.typed }) else {
      return .ignored
    }
    return take(place)
  }

  /// A click takes what it hits.
  package mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return turn(mouse, in: state) }
    let inside = rect.insidePopup(Size(width: width(over: rect), height: height(over: rect)))
    guard inside.contains(mouse.point) else { return .handled }
    return take(cursor.top + mouse.point.y - inside.y)
  }

  /// One that cannot be done stays under the cursor, with its reason.
  private mutating func take(_ place: Int) -> LayerOutcome<Action> {
    guard items.indices.contains(place) else { return .handled }
    cursor.select(place)
    return items[place].disabledReason == nil ? .close(items[place].action) : .handled
  }
}

extension ValueMenu {
  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    var cursor = cursor
    cursor.height = height(over: rect)
    let size = Size(width: width(over: rect), height: cursor.height)
    let inside = frame.popup(size, over: rect, title: title.fitted(to: size.width - 2))
    for line in cursor.visible {
      draw(items[line], into: &frame, inside.row(line - cursor.top), isSelected: line == cursor.selected)
    }
    frame.popupScrollBar(cursor.extent, beside: inside)
  }

  private func draw(_ item: Item, into frame: inout Frame, _ row: Rect, isSelected: Bool) {
    let ground: Role? = isSelected ? .selection : nil
    if let ground { frame.fill(row, style: Style(ground)) }
    let isOff = item.disabledReason != nil
    frame.put(String(item.key), at: row.origin, style: Style(isOff ? .muted : .hint, on: ground))
    let label = StyledText(item.label.fitted(to: row.width - 3), isOff ? .muted : .text)
    let used = frame.put(label, at: row.origin.moved(right: 3), maxWidth: row.width - 3, on: ground) + 6
    let reason = (item.disabledReason ?? "").fitted(to: max(0, row.width - used))
    frame.put(reason, at: row.origin.moved(right: used), style: Style(.muted, on: ground))
  }

  private func width(over rect: Rect) -> Int {
    let wanted = items.map { 6 + CellWidth.columns(of: $0.label) + CellWidth.columns(of: $0.disabledReason ?? "") }
    let longest = max(wanted.max() ?? 0, CellWidth.columns(of: title) + 2, 36)
    return max(10, min(longest, rect.width - 8, 84))
  }

  private func height(over rect: Rect) -> Int { max(1, min(items.count, rect.height - 2)) }
}
