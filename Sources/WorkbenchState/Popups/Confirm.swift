import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// A question with a few answers, each under a letter. In every question `n` is the answer that changes nothing, and `y`
/// the one that does what is asked; where several do, it chooses the first of them, and gives that where it is chosen.
///
/// An answer that is dangerous is given by no letter, for a letter is typed for many things, and by no Enter: its letter
/// chooses it at most, and a key that means nothing elsewhere gives it (`danger.confirm`).
package struct Confirm: Sheet {
  package struct Choice: Sendable {
    let key: Character
    let label: String
    let action: Action?
    /// Whether it cannot be undone.
    let isDangerous: Bool
    /// Whether it only shows something, so that the question is still to be answered.
    let stays: Bool

    package init(
      _ key: Character, _ label: String, _ action: Action? = nil, isDangerous: Bool = false, stays: Bool = false
    ) {
      self.key = key
      self.label = label
      self.action = action
      self.isDangerous = isDangerous
      self.stays = stays
    }
  }

  let title: String
  let lines: [StyledText]
  let choices: [Choice]
  /// Whether it may come up while somebody types: by itself, or after work that a key has begun.
  package let comesUnasked: Bool
  private var selected: Int
  /// Lines scrolled out at the top.
  private var top = 0

  /// - Parameters:
  ///   - selected: the initial choice for Enter; give the one that loses nothing.
  ///   - comesUnasked: whether it may come up while somebody types: by itself, or after work that a key has begun.
  package init(
    _ title: String, _ lines: [StyledText] = [], choices: [Choice], selected: Int = 0, comesUnasked: Bool = false
  ) {
    self.title = title
    self.lines = lines
    self.choices = choices
    self.selected = selected
    self.comesUnasked = comesUnasked
  }

  package var isDangerous: Bool { choices.contains(where: \.isDangerous) }
  package var acceptWord: String { choices[selected].isDangerous ? "" : choices[selected].label }
  package var confirmWord: String {
    if let confirmable { return confirmable.label }
    let letters = choices.filter(\.isDangerous).map { String($0.key) }
    return letters.isEmpty ? "" : "after \(letters.alternatives)"
  }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: return .close(nil)
    case .accept where choices[selected].isDangerous:
      return .act(.notice(.refused("Enter never does that: \(state.commands.confirmKey) does.")))
    case .accept: return give(selected)
    case .confirm: return confirmable.map { .close($0.action) } ?? .handled
    case .next: selected = (selected + 1) % choices.count
    case .previous: selected = (selected + choices.count - 1) % choices.count
    case .move(.lines(let count)): scroll(by: count, in: state)
    case .move, .copy, .turnKeeping, .acceptAll: break
    }
    return .handled
  }

  /// Nothing is allowed unseen because it does not fit.
  private mutating func scroll(by count: Int, in state: State) {
    let rect = state.arrangement.popups
    let buttons = ConfirmButtons(choices, selected: selected, in: state)
    let width = width(over: rect, buttons)
    let page = max(1, rect.height - 2 - buttons.rows(in: width).count)
    top = max(0, min(text(in: width).count - page, top + count))
  }

  /// The choice that a confirmation performs: the selected one if it is dangerous, otherwise the only dangerous one;
  /// nil if there is none, or more than one.
  private var confirmable: Choice? {
    if choices[selected].isDangerous { return choices[selected] }
    let dangers = choices.filter(\.isDangerous)
    return dangers.count == 1 ? dangers[0] : nil
  }

  package func claims(_ key: Key) -> Bool {
    key.typed == "y" || key.typed == "n" || choices.contains { $0.key == key.typed }
  }

  package mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event, let typed = key.typed else { return .ignored }
    if let place = choices.firstIndex(where: { $0.key == typed }) { return take(place, in: state) }
    switch typed {
    case "n": return refusal.map { take($0, in: state) } ?? .close(nil)
    case "y":
      guard let place = consents.first else { return take(0, in: state) }
      if consents.count == 1 || place == selected || choices[place].isDangerous { return take(place, in: state) }
      selected = place
      return .act(.notice(.done("Enter does it: \(choices[place].label).")))
    default: return .ignored
    }
  }

  private mutating func take(_ place: Int, in state: State) -> LayerOutcome<Action> {
    guard choices[place].isDangerous else { return give(place) }
    selected = place
    return .act(.notice(.done("\(state.commands.confirmKey) does it: \(choices[place].label).")))
  }

  private func give(_ place: Int) -> LayerOutcome<Action> {
    if choices[place].stays, let action = choices[place].action { return .act(action) }
    return .close(answer(place))
  }

  /// The action of an answer. One that turns down something dangerous says so, since nothing on screen changes.
  private func answer(_ place: Int) -> Action? {
    let choice = choices[place]
    return choice.action ?? (isDangerous ? .notice(.done("Nothing was done.")) : nil)
  }

  /// The answer that changes nothing; nil if none is known to.
  private var refusal: Int? { choices.firstIndex { $0.action == nil } }

  /// The answers that do something.
  private var consents: [Int] { choices.indices.filter { choices[$0].action != nil && !choices[$0].stays } }

  /// A click on an answer gives it.
  package mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return turn(mouse, in: state) }
    return choice(at: mouse.point, over: rect, in: state).map(give) ?? .handled
  }

  private func choice(at point: Point, over rect: Rect, in state: State) -> Int? {
    let buttons = ConfirmButtons(choices, selected: selected, in: state)
    let inside = rect.insidePopup(content(over: rect, buttons).size)
    let row = point.y - (inside.maxY - buttons.rows(in: inside.width).count)
    return buttons.choice(at: Point(x: point.x - inside.x, y: row), width: inside.width)
  }

  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let buttons = ConfirmButtons(choices, selected: selected, in: state)
    let content = content(over: rect, buttons)
    let inside = frame.popup(content.size, over: rect, title: title, role: .warning)
    for (row, line) in content.lines.enumerated() {
      frame.put(line, at: inside.row(row).origin, maxWidth: inside.width)
    }
    let rows = buttons.rows(in: inside.width)
    for (row, line) in rows.enumerated() {
      frame.put(line, at: inside.row(inside.height - rows.count + row).origin, maxWidth: inside.width)
    }
  }

  /// The lines that there is room for, and how much room they and the answers take.
  private func content(over rect: Rect, _ buttons: ConfirmButtons) -> (lines: [StyledText], size: Size) {
    let width = width(over: rect, buttons)
    let rows = buttons.rows(in: width).count
    let shown = text(in: width).fitted(to: max(0, rect.height - 2 - rows), from: top)
    return (shown, Size(width: width, height: shown.count + rows))
  }

  private func width(over rect: Rect, _ buttons: ConfirmButtons) -> Int {
    let widest = max(CellWidth.columns(of: title) + 2, buttons.columns, lines.map(\.columns).max() ?? 0)
    return max(10, min(widest, rect.width - 8, 76))
  }

  private func text(in width: Int) -> [StyledText] {
    lines.flatMap {
      $0.columns <= width ? [$0] : TextWrap.lines(of: $0.plain, width: width).map { StyledText($0) }
    }
  }
}

extension [StyledText] {
  /// As many lines as there is room for; where some are left out below, the last one says so.
  fileprivate func fitted(to height: Int, from top: Int) -> [StyledText] {
    let rest = dropFirst(top)
    guard rest.count > height else { return Array(suffix(height)) }
    guard height > 0 else { return [] }
    return rest.prefix(height - 1) + [StyledText("↓ \(rest.count - height + 1) more lines", .muted)]
  }
}
