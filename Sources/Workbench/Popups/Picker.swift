import TerminalKit

/// A list to choose from, narrowed by typing.
struct Picker: Sheet {
  struct Item: Sendable {
    var text: String
    var style = Style.text
    /// In front of the text, such as the sign of the one in use.
    var mark = " "
    /// Behind the text, as far as there is room.
    var note = ""
    /// At the right edge.
    var key = ""
    var action: Action
    /// Why it cannot be chosen.
    var disabledReason: String?
  }

  /// An item that fits what was typed, with the letters that did.
  private struct Match: Sendable {
    let item: Item
    let places: [Int]
  }

  let title: String
  let items: [Item]
  /// Shown where there is nothing to choose from.
  let whenEmpty: String
  private var input = LineEditor()
  private var cursor = ListCursor()
  /// The best first.
  private var matches: [Match] = []

  init(
    _ title: String, _ items: [Item], selected: Int = 0,
    whenEmpty: String = "There is nothing to choose from."
  ) {
    self.title = title
    self.items = items
    self.whenEmpty = whenEmpty
    match()
    cursor.select(selected)
  }

  var isTyping: Bool { true }

  mutating func update(_ action: PopupAction, in state: State) -> LayerAnswer<Action> {
    cursor.height = height(in: state.size.height)
    switch action {
    case .close: return .close(nil)
    case .accept: return accept()
    case .move(let step): cursor.move(step)
    case .next: cursor.move(.lines(1))
    case .previous: cursor.move(.lines(-1))
    case .copy, .turnKeeping: break
    }
    return .handled
  }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerAnswer<Action> {
    guard input.take(event) else { return .handled }
    match()
    cursor.select(0)
    return .handled
  }

  /// A click takes what it hits.
  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerAnswer<Action> {
    guard mouse.action == .press(.left) else { return turn(mouse, in: state) }
    cursor.height = height(in: state.size.height)
    let inside = rect.insidePopup(size(over: rect, in: state))
    let line = cursor.top + mouse.point.y - inside.y - 2
    guard inside.contains(mouse.point), cursor.visible.contains(line) else { return .handled }
    cursor.select(line)
    return accept()
  }

  private func accept() -> LayerAnswer<Action> {
    guard matches.indices.contains(cursor.selected) else { return .handled }
    let item = matches[cursor.selected].item
    return item.disabledReason == nil ? .close(item.action) : .handled
  }

  private mutating func match() {
    matches = items.ranked(by: input.text, \.text).map { Match(item: $0.element, places: $0.match.places) }
    cursor.count = matches.count
  }

  fileprivate func height(in rows: Int) -> Int {
    max(1, min(items.count, rows - 8, 16))
  }
}

extension Picker {
  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    var cursor = cursor
    cursor.height = height(in: state.size.height)
    let inside = frame.popup(size(over: rect, in: state), over: rect, title: title)
    frame.put("›", at: inside.origin, style: Style(.hint))
    input.draw(into: &frame, rect: inside.row(0).inset(left: 2), isFocused: true)
    frame.put("─", repeated: inside.width, at: inside.row(1).origin, style: Style(.border))
    let nothing = items.isEmpty ? whenEmpty : "Nothing matches."
    if matches.isEmpty {
      frame.put(
        nothing, at: inside.row(2).origin.moved(right: 2), style: .muted, maxWidth: inside.width - 2
      )
    }
    for line in cursor.visible {
      draw(matches[line], into: &frame, inside.row(2 + line - cursor.top), isSelected: line == cursor.selected)
    }
  }

  private func size(over rect: Rect, in state: State) -> Size {
    let widest = items.map(\.columns).max() ?? CellWidth.columns(of: whenEmpty) + 4
    return Size(
      width: max(10, min(max(widest, 36), rect.width - 8, 84)),
      height: height(in: state.size.height) + 2)
  }

  private func draw(_ match: Match, into frame: inout Frame, _ row: Rect, isSelected: Bool) {
    let item = match.item
    let ground: Role? = isSelected ? .selection : nil
    if let ground { frame.fill(row, style: Style(ground)) }
    frame.put(item.mark, at: row.origin, style: Style(.accent, on: ground), maxWidth: 1)
    let keyColumns = CellWidth.columns(of: item.key)
    frame.put(item.key, at: Point(x: row.maxX - keyColumns, y: row.y), style: Style(.hint, on: ground))
    let text = row.inset(left: 2, right: keyColumns == 0 ? 0 : keyColumns + 2)
    let used = frame.put(words(of: match), at: text.origin, maxWidth: text.width, on: ground) + 3
    let note = (item.disabledReason ?? item.note).fitted(to: text.width - used)
    frame.put(note, at: text.origin.moved(right: used), style: Style(.muted, on: ground))
  }

  private func words(of match: Match) -> StyledText {
    let style = match.item.disabledReason == nil ? match.item.style : Style.muted
    return .marking(match.places, in: match.item.text, style)
  }
}

extension Picker.Item {
  /// What it takes to show all of it.
  fileprivate var columns: Int {
    [text, disabledReason ?? note, key].reduce(6) { $0 + CellWidth.columns(of: $1) }
  }
}
