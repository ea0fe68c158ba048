import TerminalKit

/// A question with a few answers, each under a letter.
struct Confirm: Sheet {
  struct Choice: Sendable {
    let key: Character
    let label: String
    let action: Action?

    init(_ key: Character, _ label: String, _ action: Action? = nil) {
      self.key = key
      self.label = label
      self.action = action
    }
  }

  let title: String
  let lines: [StyledText]
  let choices: [Choice]
  private var selected: Int

  /// - Parameter selected: what Enter takes at first; give the one that loses nothing.
  init(_ title: String, _ lines: [StyledText] = [], choices: [Choice], selected: Int = 0) {
    self.title = title
    self.lines = lines
    self.choices = choices
    self.selected = selected
  }

  mutating func update(_ action: PopupAction, in state: State) -> LayerAnswer<Action> {
    switch action {
    case .close: return .close(nil)
    case .accept: return .close(choices[selected].action)
    case .next: selected = (selected + 1) % choices.count
    case .previous: selected = (selected + choices.count - 1) % choices.count
    case .move, .copy, .turnKeeping: break
    }
    return .handled
  }

  func claims(_ key: Key) -> Bool {
    choices.contains { $0.key == key.typed }
  }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerAnswer<Action> {
    guard case .key(let key) = event, let choice = choices.first(where: { $0.key == key.typed }) else {
      return .ignored
    }
    return .close(choice.action)
  }

  /// A click on an answer gives it.
  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerAnswer<Action> {
    guard mouse.action == .press(.left) else { return .handled }
    let content = content(over: rect)
    let inside = rect.insidePopup(content.size)
    guard inside.row(inside.height - 1).contains(mouse.point) else { return .handled }
    let column = mouse.point.x - inside.x
    let hit = zip(choices, buttonPlaces).first { $0.1.contains(column) }
    return hit.map { .close($0.0.action) } ?? .handled
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let content = content(over: rect)
    let inside = frame.popup(content.size, over: rect, title: title, role: .warning)
    for (row, line) in content.lines.enumerated() {
      frame.put(line, at: inside.row(row).origin, maxWidth: inside.width)
    }
    frame.put(buttons, at: inside.row(inside.height - 1).origin, maxWidth: inside.width)
  }

  /// The lines that there is room for, and how much room they and the answers take.
  private func content(over rect: Rect) -> (lines: ArraySlice<StyledText>, size: Size) {
    let widest = max(title.count + 2, buttons.columns, lines.map(\.columns).max() ?? 0)
    let width = max(10, min(widest, rect.width - 8, 76))
    let text = lines.flatMap {
      $0.columns <= width ? [$0] : TextWrap.lines(of: $0.plain, width: width).map { StyledText($0) }
    }
    let shown = text.prefix(max(0, rect.height - 4))
    return (shown, Size(width: width, height: shown.count + (shown.isEmpty ? 1 : 2)))
  }

  /// The columns of each answer.
  private var buttonPlaces: [Range<Int>] {
    var start = 0
    return choices.map { choice in
      let width = CellWidth.columns(of: choice.label) + 4
      defer { start += width + 2 }
      return start..<start + width
    }
  }

  private var buttons: StyledText {
    var line = StyledText()
    for (index, choice) in choices.enumerated() {
      let ground: Role? = index == selected ? .selection : nil
      line.append(" ", Style(.text, on: ground))
      line.append("\(choice.key)", Style(.hint, on: ground))
      line.append(" \(choice.label) ", Style(.text, on: ground))
      line.append("  ")
    }
    return line
  }
}
