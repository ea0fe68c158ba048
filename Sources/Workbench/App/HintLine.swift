import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The last line: what the last key did, and the keys that matter here.
///
/// A class, since its closures would copy the whole state with it.
final class HintLine {
  let state: State

  init(_ state: State) { self.state = state }

  /// Draws the outcome of the last key, or the reason why it did nothing; behind it, as far as there is room, at most
  /// six keys that matter here.
  func draw(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    if let status = state.editorStatus {
      frame.put(status, at: row.origin.moved(right: 1), style: Style(.accent, .bold))
    }
    if state.input.held.isLong(at: state.now) { return drawAsking(into: &frame, row) }
    if state.popups.top?.hasRefused(at: state.now) == true { return drawNotYet(into: &frame, row) }
    if let notice = state.notice { drawNotice(in: Style(notice.kind.role), into: &frame, row) }
    for hint in hintLine(width: row.width) {
      frame.put(hint.item.words, at: row.origin.moved(right: hint.item.x))
    }
  }

  private func drawAsking(into frame: inout Frame, _ row: Rect) {
    let words: StyledText = [
      Span("Still working: keys count as soon as it is done …   ", .info), Span("Ctrl-C", .hint),
      Span(" stop waiting", .muted),
    ]
    frame.put(words, at: row.origin.moved(right: statusWidth + 1), maxWidth: max(0, row.width - statusWidth - 1))
  }

  /// In place of the hints, which are there again as soon as the keys count.
  private func drawNotYet(into frame: inout Frame, _ row: Rect) {
    let words = "Not yet: the question has just come up. Press it again in a moment."
    frame.put(words.fitted(to: row.width - 2), at: row.origin.moved(right: 1), style: Style(.warning))
  }

  /// A sentence that is longer than the line covers the lines above as well.
  private func drawNotice(in style: Style, into frame: inout Frame, _ row: Rect) {
    let lines = noticeLines
    closePanes(in: &frame, above: row.y - (lines.count - 1))
    for (line, text) in lines.enumerated() {
      let place = Rect(x: row.x, y: row.y - (lines.count - 1 - line), width: row.width, height: 1)
      if place.y < row.y { frame.fill(place, style: .text) }
      frame.put(text, at: place.origin.moved(right: statusWidth + 1), style: style)
    }
  }

  /// Moves the lower border of the panes above a sentence that covers it.
  private func closePanes(in frame: inout Frame, above line: Int) {
    let arrangement = state.arrangement
    let border = arrangement.area.maxY - 1
    if arrangement.hasBorders, border >= line { frame.copyRow(border, to: line - 1) }
  }

  /// The lines of the notice, of which the last one is that of the hints.
  private var noticeLines: [String] {
    guard let notice = state.notice.map({ state.commands.naming(keysIn: $0.text) }) else { return [] }
    let width = state.size.width - 2 - statusWidth
    let most = min(3, state.size.height / 8)
    guard most > 1, width > 0, CellWidth.columns(of: notice) > width else {
      return [notice.fitted(to: width)]
    }
    let lines = TextWrap.lines(of: notice, width: width)
    guard lines.count > most else { return lines }
    return lines.prefix(most - 1) + [lines[(most - 1)...].joined(separator: " ").fitted(to: width)]
  }

  private var noticeText: String { noticeLines.last ?? "" }

  /// Columns of the editor's mode, in front of all else.
  private var statusWidth: Int { state.editorStatus.map { CellWidth.columns(of: $0) + 3 } ?? 0 }

  /// The column of the first hint: behind the sentence, where there is one.
  private var hintStart: Int { statusWidth + (state.notice == nil ? 1 : CellWidth.columns(of: noticeText) + 4) }

  /// The hints that fit, in their places, and the keys they speak of.
  private func hintLine(width: Int) -> [(item: BarItem, keys: KeySequence)] {
    let (hints, start) = (hints, hintStart)
    let items = hints.map(\.item).placed(from: start, apart: 3)
    return zip(items, hints).prefix { $0.0.columns.upperBound <= width }.map { ($0, $1.keys) }
  }

  /// A click on a hint presses its keys.
  func click(at column: Int) -> [Effect] {
    let hit = hintLine(width: state.size.width).first { $0.item.columns.contains(column) }
    return hit?.keys.keys.map { .then(.input(.key($0))) } ?? []
  }

  private var hints: [(item: BarItem, keys: KeySequence)] {
    if case .refused? = state.notice?.kind { return [] }
    let contexts = state.popups.top?.keyContexts ?? state.keyContexts
    let all = state.commands.table.hints(in: contexts, for: state, limit: .max)
    // Of what only shows something one way out is enough, and it stands behind what can be done there.
    let onlyShows = state.popups.top.map { $0.acceptWord == $0.closeWord } ?? false
    let usable = all.filter { !onlyShows || $0.command.id != "popup.accept" }
    // Help keeps its place at the end, however many there are before it.
    let atEnd: Set<CommandID> = onlyShows ? ["bench.help", "popup.close"] : ["bench.help"]
    // Two keys that do the same here need one hint, and one that the sentence beside it names needs none.
    var words: Set<String> = []
    let said = Set(
      state.commands.naming(keysIn: state.notice?.text ?? "").split { $0 == " " || $0 == "," || $0 == "." }.map(
        String.init))
    let screen = state.screens[state.screen]
    let named = usable.compactMap { entry -> (id: CommandID, hint: (item: BarItem, keys: KeySequence))? in
      let word = word(for: entry.command, on: screen)
      guard let keys = entry.keys.first, !word.isEmpty, keys.label.count == 1 || !said.contains(keys.label),
        words.insert(word).inserted
      else { return nil }
      return (entry.command.id, (BarItem([Span(keys.label, .hint), Span(" \(word)", .muted)]), keys))
    }
    let last = named.filter { atEnd.contains($0.id) }
    let others = named.filter { !atEnd.contains($0.id) }.prefix(mostHints - last.count)
    return fitting((others + last).map(\.hint), keeping: last.count)
  }

  /// More than these are not read at a glance.
  private var mostHints: Int { max(6, state.size.width / 18) }

  /// Those that matter least are left out where there is no room, but for the last ones. Beside a sentence the last ones may be all.
  private func fitting(
    _ hints: [(item: BarItem, keys: KeySequence)], keeping last: Int
  ) -> [(item: BarItem, keys: KeySequence)] {
    var hints = hints
    let least = state.notice == nil ? last + 1 : last
    while hints.count > least, hints.map(\.item).width(apart: 3) + hintStart > state.size.width {
      hints.remove(at: hints.count - 1 - last)
    }
    return hints
  }

  /// The key that sends says what it sends, or which group it runs.
  private func word(for command: Command<State>, on screen: any Screen) -> String {
    // Elsewhere the key of help is shown, or the pop-up says what it is for.
    if command.id == "description.show", !state.popups.isEmpty || !state.isTyping(state.focus) { return "" }
    if command.id == "popup.accept", let popup = state.popups.top {
      return popup.isSettled(at: state.now) ? popup.acceptWord : ""
    }
    if command.id == "danger.confirm", let popup = state.popups.top {
      return popup.isSettled(at: state.now) ? popup.confirmWord : ""
    }
    // At the last field Enter does the same.
    if command.id == "popup.acceptAll", state.popups.top?.acceptWord == "accept" { return "" }
    // A decoded value stands nowhere else, so that one wants it as text.
    if command.id == "sheet.copy" { return state.popups.top?.sheet is DecodedPopup ? "copy" : "" }
    if command.id == "popup.close", let popup = state.popups.top { return popup.closeWord }
    if command.id == "request.send" {
      return state.screen.type.sendWord(in: state, room: max(8, state.size.width / 5))
    }
    // The only open request has no next one to name.
    if command.id == "request.next", state.screen != .requests || state.tabs.row.count < 2 { return "" }
    if command.id == "history.compare", !state.context.markedExchanges.isEmpty {
      return state.context.markedExchanges.count == 1 ? "compare with ◆" : "compare ◆"
    }
    return screen.word(of: command.id) ?? command.hint?.word ?? command.title
  }

  private func canFollow(_ next: Keymap.Continuation) -> Bool {
    let keys = state.input.keys.pending + [next.key]
    guard case .command(let id) = state.commands.table.keymap.lookup(keys, in: state.keyContexts) else { return true }
    return state.commands.table[id]?.disabledReason(state) == nil
  }

  /// The box that says what may follow the keys pressed so far.
  func drawKeysThatFollow(into frame: inout Frame, above row: Rect) {
    guard !state.input.keys.pending.isEmpty,
      case .prefix(let following) = state.commands.table.keymap.lookup(state.input.keys.pending, in: state.keyContexts)
    else { return }
    // Keys that do the same stand on one line, and what cannot be done now on none.
    let usable = following.filter(canFollow)
    var choices: [(keys: String, label: String)] = []
    for next in usable.isEmpty ? following : usable {
      if let place = choices.firstIndex(where: { $0.label == next.label }) {
        choices[place].keys += ", \(next.key.label)"
      } else {
        choices.append((next.key.label, next.label))
      }
    }
    let lines = choices.map { "\($0.keys)  \($0.label)" }
    let width = min(row.width, (lines.map { CellWidth.columns(of: $0) }.max() ?? 0) + 4)
    let height = min(lines.count + 2, row.y)
    let area = Rect(x: row.maxX - width, y: row.y - height, width: width, height: height)
    frame.fill(area.withSurroundings(in: Rect(x: row.x, y: 0, width: row.width, height: row.y)))
    let inside = frame.box(
      area, title: state.input.keys.pending.map(\.label).joined(separator: " "), style: Style(.borderFocused)
    ).inset(horizontal: 1)
    for (line, choice) in zip(inside.y..<inside.maxY, choices) {
      frame.put(
        [Span(choice.keys, .hint), Span("  \(choice.label)")], at: Point(x: inside.x, y: line), maxWidth: inside.width)
    }
  }
}

/// Words in the first or the last line of the screen, which a click takes as the key does.
struct BarItem {
  var words: StyledText
  /// The command of a click; nil if there is nothing to do about it.
  var command: CommandID?
  /// Its first column.
  var x = 0

  init(_ words: StyledText, does command: CommandID? = nil) {
    self.words = words
    self.command = command
  }

  var columns: Range<Int> { x..<x + words.columns }
}

extension [BarItem] {
  /// One behind the other.
  func placed(from start: Int, apart gap: Int) -> [BarItem] {
    var x = start
    return map { item in
      var item = item
      item.x = x
      x += item.words.columns + gap
      return item
    }
  }

  func width(apart gap: Int) -> Int {
    reduce(0) { $0 + $1.words.columns } + gap * Swift.max(0, count - 1)
  }

  func item(at column: Int) -> BarItem? {
    first { $0.columns.contains(column) }
  }
}
