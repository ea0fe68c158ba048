import TerminalKit
import WorkbenchParts
import WorkbenchState

/// The keys of the pane one is in, from the command table. They can be searched, exchanged, added and taken away.
struct Help: Sheet {
  /// All lines, and which of them belong to a command.
  private struct Content {
    var lines: [StyledText] = []
    var commands: [(id: CommandID, title: String, lines: Range<Int>)] = []

    mutating func begin(_ heading: String) {
      if !lines.isEmpty { lines.append("") }
      lines.append(StyledText(heading, Style(.title)))
    }

    mutating func add(_ command: Command<State>, _ words: [StyledText]) {
      commands.append((command.id, command.title, lines.count..<lines.count + words.count))
      lines += words
    }
  }

  let title: String
  let contexts: [KeyContext]
  /// Those of the other panes of the screen, which are searched, too.
  let others: [KeyContext]
  private var selected = 0
  private var top = 0
  private var choice: KeyChoice?
  private var filter = LineEditor()
  private var isFiltering = false

  private static let keyColumns = 20
  fileprivate static let enter = try? KeySequence("Enter")

  init(_ title: String, contexts: [KeyContext], others: [KeyContext]) {
    self.title = title
    self.contexts = contexts
    self.others = others
  }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    let rect = state.arrangement.popups
    let content = content(in: state, columns: Self.width(rect))
    switch action {
    case .close:
      guard isFiltering || !filter.isEmpty else { return .close(nil) }
      search(for: LineEditor(), isFiltering: false)
    case .accept where isFiltering: isFiltering = false
    case .accept: begin(content, state.commands)
    case .move(.lines(let count)): selected += count
    case .move(.pages(let count)):
      scroll(by: count * max(1, rect.height - 3), content, page: max(1, rect.height - 2))
      return .handled
    case .move(.first): selected = 0
    case .move(.last): selected = content.commands.count
    case .next, .previous, .copy, .turnKeeping, .acceptAll, .confirm: break
    }
    selected = max(0, min(content.commands.count - 1, selected))
    reveal(content, page: max(1, rect.height - 2))
    return .handled
  }

  /// The wheel and pages move what is seen; the bar comes along.
  private mutating func scroll(by count: Int, _ content: Content, page: Int) {
    let wanted = top + count
    top = max(0, min(content.lines.count - page, wanted))
    let isInSight = { (place: Int) in
      let lines = content.commands[place].lines
      return lines.lowerBound >= self.top && lines.upperBound <= self.top + page
    }
    let seen = content.commands.indices.filter(isInSight)
    guard let first = seen.first, let last = seen.last else { return }
    // At the ends the bar goes to the end.
    selected = wanted < 0 ? first : wanted > top ? last : max(first, min(last, selected))
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    let content = content(in: state, columns: Self.width(rect))
    switch mouse.action {
    case .wheelUp: scroll(by: -3, content, page: max(1, rect.height - 2))
    case .wheelDown: scroll(by: 3, content, page: max(1, rect.height - 2))
    case .press, .release: break
    }
    return .handled
  }

  private mutating func search(for filter: LineEditor, isFiltering: Bool) {
    (self.filter, self.isFiltering) = (filter, isFiltering)
    (selected, top) = (0, 0)
  }

  private mutating func reveal(_ content: Content, page: Int) {
    guard content.commands.indices.contains(selected) else { return }
    let lines = content.commands[selected].lines
    // The heading stands above the first one.
    let first = selected == 0 ? 0 : lines.lowerBound
    top = max(lines.upperBound - page, min(top, first))
  }

  private mutating func begin(_ content: Content, _ commands: CommandSet) {
    guard content.commands.indices.contains(selected) else { return }
    let (id, title, _) = content.commands[selected]
    let help = commands.table[id]?.help ?? ""
    choice = KeyChoice(id, title: title, help: help, keys: commands.keys(of: id))
  }
}

// Searching, and other keys.
extension Help {
  var isTyping: Bool { isFiltering && choice == nil }
  var acceptWord: String { choice?.acceptWord ?? (isFiltering ? "to the results" : "change keys") }
  var closeWord: String { choice != nil ? "cancel" : isFiltering || !filter.isEmpty ? "show all" : "close" }
  func claims(_ key: Key) -> Bool { choice != nil }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard choice != nil else { return handleSearch(event) }
    guard case .key(let key) = event, let answer = choice?.handle(key, state.commands) else { return .ignored }
    switch answer {
    case .stays: break
    case .ends: choice = nil
    case .does(let plan):
      choice = nil
      return .act(.overlay(.rebound(plan)))
    }
    return .handled
  }

  private mutating func handleSearch(_ event: InputEvent) -> LayerOutcome<Action> {
    if isFiltering {
      var typed = filter
      if typed.take(event) { search(for: typed, isFiltering: true) }
    } else if case .key(let key) = event, key.typed == "/" {
      search(for: filter, isFiltering: true)
    } else {
      return .ignored
    }
    return .handled
  }
}

// What it looks like.
extension Help {
  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let width = Self.width(rect)
    let content = content(in: state, columns: width)
    let inside = frame.popup(content.lines, from: top, width: width, over: rect, title: title)
    if content.commands.indices.contains(selected) {
      for line in content.commands[selected].lines where (top..<top + inside.height).contains(line) {
        let row = inside.row(line - top)
        frame.fill(row, style: Style(.selection))
        frame.put(content.lines[line], at: row.origin, maxWidth: row.width, on: .selection)
      }
    }
    drawFoot(into: &frame, Rect(x: inside.x, y: inside.maxY, width: inside.width / 2, height: 1))
    choice?.draw(into: &frame, over: rect)
  }

  private func drawFoot(into frame: inout Frame, _ row: Rect) {
    guard isFiltering || !filter.isEmpty else {
      frame.put(" / searches   Enter changes keys ", at: row.origin, style: .muted, maxWidth: row.width)
      return
    }
    let room = min(row.width, CellWidth.columns(of: filter.text) + (isFiltering ? 4 : 3))
    frame.fill(Rect(x: row.x, y: row.y, width: room, height: 1))
    frame.put(" /", at: row.origin, style: Style(.hint), maxWidth: row.width)
    filter.draw(
      into: &frame, rect: Rect(x: row.x, y: row.y, width: room, height: 1).inset(left: 2), isFocused: isFiltering)
  }

  private static func width(_ rect: Rect) -> Int { max(10, min(90, rect.width - 8)) }

  private func content(in state: State, columns: Int) -> Content {
    var content = Content()
    // The line under the cursor has keys of its own, and needs no explanation but that of its pane.
    let explained = contexts.first { $0.purpose != nil }
    if filter.isEmpty, explained != contexts.first, let purpose = explained?.purpose {
      content.lines = Self.lines(ofPurpose: purpose, columns)
    }
    var moves: [CommandEntry<State>] = []
    for context in filter.isEmpty ? contexts : contexts + others {
      let entries = state.commands.table.entries(in: [context], for: state).filter { isWanted($0, state.commands) }
      let signs = context.signs.filter(isWanted)
      guard !entries.isEmpty || !signs.isEmpty else { continue }
      content.begin(context.heading)
      if let purpose = context.purpose, !filter.isEmpty || context != explained || context == contexts.first {
        content.lines += Self.lines(ofPurpose: purpose, columns) + [""]
      }
      let own = entries.filter { !$0.command.isMoving || others.contains(context) }
      for entry in own.filter(\.isOfEnter) + own.filter({ !$0.isOfEnter }) {
        content.add(entry.command, lines(of: entry, state.commands, columns))
      }
      if !signs.isEmpty { content.lines += [StyledText("Signs", .muted)] + signs.flatMap { lines(of: $0, columns) } }
      if own.count < entries.count { moves += entries.filter { $0.command.isMoving } }
    }
    // Everybody tries the arrows: what only this pane can do stands in front of them.
    if !moves.isEmpty { content.begin("Moving") }
    for entry in moves { content.add(entry.command, lines(of: entry, state.commands, columns)) }
    if content.lines.isEmpty { content.lines.append(StyledText("No command matches.", .muted)) }
    return content
  }

  private static func lines(ofPurpose purpose: String, _ columns: Int) -> [StyledText] {
    TextWrap.lines(of: purpose, width: columns).map { StyledText($0, .muted) }
  }

  /// Every word that is looked for stands in its keys, its title or its sentence.
  private func isWanted(_ entry: CommandEntry<State>, _ commands: CommandSet) -> Bool {
    let text = "\(entry.keys.map(\.label).joined(separator: " ")) \(entry.command.title) \(words(on: entry, commands))"
    return filter.text.split(separator: " ").allSatisfy { text.lowercased().contains($0.lowercased()) }
  }

  private func isWanted(_ sign: Sign) -> Bool {
    let text = "\(sign.glyphs) \(sign.meaning)".lowercased()
    return filter.text.split(separator: " ").allSatisfy { text.contains($0.lowercased()) }
  }

  /// The help on a command, with the default keys that the keys file takes from it.
  private func words(on entry: CommandEntry<State>, _ commands: CommandSet) -> String {
    let now = commands.keys(of: entry.command.id)
    let lost = entry.command.keys.compactMap { try? KeySequence($0) }.filter { !now.contains($0) }
    let note = lost.isEmpty ? "" : " Your keys file removes \(lost.map(\.label).joined(separator: ", "))."
    return entry.command.help.withoutBackticks + note
  }

  private func lines(of entry: CommandEntry<State>, _ commands: CommandSet, _ columns: Int) -> [StyledText] {
    let keys = entry.keys.isEmpty ? ["(no key, in :)"] : Self.rows(of: entry.keys.map(\.label))
    let texts = TextWrap.lines(of: words(on: entry, commands), width: columns - Self.keyColumns)
    return (0..<max(keys.count, texts.count)).map { row in
      let key = row < keys.count ? keys[row] : ""
      let gap = String(repeating: " ", count: max(0, Self.keyColumns - CellWidth.columns(of: key)))
      let text = row < texts.count ? texts[row] : ""
      return [Span(key, entry.keys.isEmpty ? .muted : .hint), Span(gap), Span(text)]
    }
  }

  private func lines(of sign: Sign, _ columns: Int) -> [StyledText] {
    let texts = TextWrap.lines(of: sign.meaning, width: columns - Self.keyColumns)
    return texts.enumerated().map { row, text in
      let glyphs = (row == 0 ? sign.glyphs : "").padded(to: Self.keyColumns)
      return [Span(glyphs, .accent), Span(text)]
    }
  }

  /// As many keys beside each other as their column has room for.
  private static func rows(of labels: [String]) -> [String] {
    labels.reduce(into: []) { rows, label in
      let longer = (rows.last.map { "\($0)  " } ?? "") + label
      if !rows.isEmpty, CellWidth.columns(of: longer) <= keyColumns - 2 {
        rows[rows.count - 1] = longer
      } else {
        rows.append(label.fitted(to: keyColumns - 2))
      }
    }
  }
}

extension String {
  /// As a screen shows it: what documentation sets as code is plain text there.
  var withoutBackticks: String { replacing("`", with: "") }
}

extension CommandEntry {
  /// Whether its key is the one that most people try first.
  fileprivate var isOfEnter: Bool { keys.contains { $0 == Help.enter } }
}
