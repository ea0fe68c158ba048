import TerminalKit

// The last line.
extension State {
  /// What the last key did, or why it did nothing; behind it, as far as there is room, at most six keys that matter here.
  func drawHints(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    if let notice {
      frame.put(noticeText, at: row.origin.moved(right: 1), style: Style(notice.kind.role))
    }
    for hint in hintLine(width: row.width) {
      frame.put(hint.item.words, at: row.origin.moved(right: hint.item.x))
    }
  }

  private var noticeText: String { notice.map { $0.text.fitted(to: size.width - 2) } ?? "" }

  /// The hints that fit, in their places, and the keys they speak of.
  private func hintLine(width: Int) -> [(item: BarItem, keys: KeySequence)] {
    let hints = hints
    let start = notice == nil ? 1 : CellWidth.columns(of: noticeText) + 4
    let items = hints.map(\.item).placed(from: start, apart: 3)
    return zip(items, hints).prefix { $0.0.columns.upperBound <= width }.map { ($0, $1.keys) }
  }

  /// A click on a hint presses its keys.
  mutating func clickHint(at column: Int) -> [Effect] {
    let hit = hintLine(width: size.width).first { $0.item.columns.contains(column) }
    return hit?.keys.keys.map { .then(.input(.key($0))) } ?? []
  }

  private var hints: [(item: BarItem, keys: KeySequence)] {
    if case .refused? = notice?.kind { return [] }
    let contexts = popups.top?.keyContexts ?? keyContexts
    let usable = commands.table.hints(in: contexts, for: self, limit: .max)
    // Help keeps its place at the end, however many there are before it.
    let others = usable.filter { $0.command.id != "bench.help" }
    let help = usable.filter { $0.command.id == "bench.help" }
    let hints = (others.prefix(6 - help.count) + help).compactMap { entry -> (BarItem, KeySequence)? in
      guard let keys = entry.keys.first else { return nil }
      return (BarItem([Span(keys.label, .hint), Span(" \(word(for: entry.command))", .muted)]), keys)
    }
    return fitting(hints.map { (item: $0.0, keys: $0.1) }, keeping: help.count)
  }

  /// Those that matter least are left out where there is no room, but for the last ones.
  private func fitting(
    _ hints: [(item: BarItem, keys: KeySequence)], keeping last: Int
  ) -> [(item: BarItem, keys: KeySequence)] {
    var hints = hints
    while hints.count > last + 1, hints.map(\.item).width(apart: 3) + 1 > size.width {
      hints.remove(at: hints.count - 1 - last)
    }
    return hints
  }

  /// The key that sends says what it sends, or which group it runs.
  private func word(for command: Command<State>) -> String {
    if command.id == "popup.accept", let popup = popups.top { return popup.acceptWord }
    let word = command.hint?.word ?? command.title
    guard command.id == "request.send" else { return word }
    let room = max(8, size.width / 5)
    if screen == .groups { return groups.group.map { "run \($0.fitted(to: room))" } ?? "run" }
    guard let composer = tabs.current?.composer else { return word }
    // Where the request is not to be seen, its method is no less telling than its name.
    let method = screen == .requests ? "" : "\(composer.draft.method.isEmpty ? "GET" : composer.draft.method) "
    return "\(word) \(method)\(composer.request.description.fitted(to: room))"
  }

  /// The box that says what may follow the keys pressed so far.
  func drawKeysThatFollow(into frame: inout Frame, above row: Rect) {
    guard !keys.pending.isEmpty,
      case .prefix(let following) = commands.table.keymap.lookup(keys.pending, in: keyContexts)
    else { return }
    let lines = following.map { "\($0.key.label)  \($0.label)" }
    let width = (lines.map { CellWidth.columns(of: $0) }.max() ?? 0) + 4
    let height = min(lines.count + 2, row.y)
    let area = Rect(x: max(0, row.maxX - width - 1), y: row.y - height, width: width, height: height)
    frame.fill(area)
    let inside = frame.box(
      area, title: keys.pending.map(\.label).joined(separator: " "), style: Style(.borderFocused)
    ).inset(horizontal: 1)
    for (line, next) in zip(inside.y..<inside.maxY, following) {
      frame.put([Span(next.key.label, .hint), Span("  \(next.label)")], at: Point(x: inside.x, y: line))
    }
  }
}
