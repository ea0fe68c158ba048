import ParleyText
import TerminalKit

/// The answers below a question, as far as they fit beside each other, then below each other.
struct ConfirmButtons {
  private let choices: [Confirm.Choice]
  private let selected: Int
  /// The key that gives a dangerous answer.
  private let key: String
  /// Whether keys count yet.
  private let isSettled: Bool

  init(_ choices: [Confirm.Choice], selected: Int, in state: State) {
    self.choices = choices
    self.selected = selected
    key = state.commands.confirmKey
    isSettled = state.popups.top?.isSettled(at: state.now) != false
  }

  /// The choices in one row, and the key in its own.
  var columns: Int {
    max(
      choices.indices.reduce(-2) { $0 + label(of: $1).columns + 2 }, isOnlyDanger ? 0 : label(of: choices.count).columns
    )
  }

  /// The choices, and behind them the key that does the chosen one, where there are several it could do.
  private var buttons: Range<Int> { 0..<choices.count + (isOnlyDanger ? 0 : 1) }

  private var isOnlyDanger: Bool { choices.count(where: \.isDangerous) < 2 }

  func rows(in width: Int) -> [StyledText] {
    places(in: width).map { row in
      StyledText(row.map { label(of: $0.choice).spans }.joined(separator: [Span("  ")]).map { $0 })
    }
  }

  /// The choice at a point, which is counted from the first row.
  func choice(at point: Point, width: Int) -> Int? {
    let rows = places(in: width)
    guard rows.indices.contains(point.y) else { return nil }
    let hit = rows[point.y].first { $0.columns.contains(point.x) }?.choice
    return hit == choices.count ? choices[selected].isDangerous ? selected : nil : hit
  }

  private func places(in width: Int) -> [[(choice: Int, columns: Range<Int>)]] {
    var rows: [[(choice: Int, columns: Range<Int>)]] = [[]]
    for choice in buttons {
      let columns = label(of: choice).columns
      var start = rows[rows.count - 1].last.map { $0.columns.upperBound + 2 } ?? 0
      // The key is no further choice.
      if start > 0, start + columns > width || choice == choices.count {
        rows.append([])
        start = 0
      }
      rows[rows.count - 1].append((choice, start..<start + columns))
    }
    return rows
  }

  private func label(of place: Int) -> StyledText {
    guard place < choices.count else {
      let isMeant = choices[selected].isDangerous
      return [Span(" \(dangers), then ", isMeant ? .text : .muted), Span("\(key) ", isMeant ? .hint : .muted)]
    }
    let choice = choices[place]
    let ground: Role? = place == selected ? .selection : nil
    return [
      Span(place == selected ? "›" : " ", .hint),
      Span(keys(of: place), Style(isSettled ? .hint : .muted, on: ground)),
      Span(" \(choice.label) ", Style(isSettled ? .text : .muted, on: ground)),
    ]
  }

  /// The letters of the dangerous answers: `m or t`.
  private var dangers: String {
    choices.filter(\.isDangerous).map { String($0.key) }.alternatives
  }

  private func keys(of place: Int) -> String {
    let choice = choices[place]
    return choice.isDangerous && isOnlyDanger ? key : "\(choice.key)"
  }
}

extension CommandSet {
  /// The key that gives a dangerous answer.
  var confirmKey: String {
    table.keymap.sequences(for: "danger.confirm", in: [.danger]).first?.label ?? "–"
  }
}
