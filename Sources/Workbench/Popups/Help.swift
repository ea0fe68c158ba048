import TerminalKit

/// The keys of the pane one is in, from the command table. Each can be exchanged for another.
struct Help: Sheet {
  /// The key that a command is being given.
  private struct Choice: Sendable {
    let command: CommandID
    let title: String
    var keys: [Key] = []
    /// Why it cannot have the one that was pressed.
    var mistake: String?
  }

  /// All lines, and which of them belong to a command.
  private struct Content {
    var lines: [StyledText] = []
    var commands: [(id: CommandID, title: String, lines: Range<Int>)] = []
  }

  let title: String
  let contexts: [KeyContext]
  private var selected = 0
  private var top = 0
  private var choice: Choice?

  private static let keyColumns = 20

  init(_ title: String, contexts: [KeyContext]) {
    self.title = title
    self.contexts = contexts
  }

  mutating func update(_ action: PopupAction, in state: State) -> LayerAnswer<Action> {
    let rect = state.arrangement.popups
    let content = content(in: state, columns: Self.width(rect))
    switch action {
    case .close: return .close(nil)
    case .accept: begin(content)
    case .move(.lines(let count)): selected += count
    case .move(.pages(let count)): selected += count * max(1, (rect.height - 2) / 2)
    case .move(.first): selected = 0
    case .move(.last): selected = content.commands.count
    case .next, .previous, .copy, .turnKeeping: break
    }
    selected = max(0, min(content.commands.count - 1, selected))
    reveal(content, page: max(1, rect.height - 2))
    return .handled
  }

  private mutating func reveal(_ content: Content, page: Int) {
    guard content.commands.indices.contains(selected) else { return }
    let lines = content.commands[selected].lines
    // The heading stands above the first one.
    let first = selected == 0 ? 0 : lines.lowerBound
    top = max(lines.upperBound - page, min(top, first))
  }

  private mutating func begin(_ content: Content) {
    guard content.commands.indices.contains(selected) else { return }
    choice = Choice(command: content.commands[selected].id, title: content.commands[selected].title)
  }
}

// Another key.
extension Help {
  func claims(_ key: Key) -> Bool { choice != nil }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerAnswer<Action> {
    guard case .key(let key) = event, choice != nil else { return .ignored }
    switch key {
    case .escape: choice = nil
    case .enter where choice?.keys.isEmpty == false: return finish(in: state)
    case .backspace where choice?.keys.isEmpty == false: choice?.keys.removeLast()
    default: choice?.keys.append(key)
    }
    choice?.mistake = nil
    return .handled
  }

  private mutating func finish(in state: State) -> LayerAnswer<Action> {
    guard let choice else { return .handled }
    let key = KeySequence(choice.keys)
    do throws(SettingsError) {
      let commands = try state.commands.giving(key, to: choice.command)
      self.choice = nil
      return .act(.shell(.rebound(commands, choice.command, key)))
    } catch {
      self.choice?.keys = []
      self.choice?.mistake = [error.summary, error.advice].compactMap(\.self).joined(separator: " ")
      return .handled
    }
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
    frame.put(
      " Enter gives it another key ", at: Point(x: inside.x, y: inside.maxY), style: .muted, maxWidth: inside.width / 2)
    if let choice { draw(choice, into: &frame, over: rect) }
  }

  private func draw(_ choice: Choice, into frame: inout Frame, over rect: Rect) {
    let width = max(10, min(60, rect.width - 8))
    let words =
      choice.keys.isEmpty ? "Press it. Esc gives up." : "Enter takes it. More keys follow it, Backspace takes one back."
    let mistake = choice.mistake.map {
      TextWrap.lines(of: $0, width: width).map { StyledText($0, Style(.failure)) } + [""]
    }
    let pressed: [StyledText] =
      choice.keys.isEmpty ? [] : [StyledText(KeySequence(choice.keys).label, Style(.hint)), ""]
    let hint = TextWrap.lines(of: words, width: width).map { StyledText($0, .muted) }
    frame.popup(
      (mistake ?? []) + pressed + hint, from: 0, width: width, over: rect, title: "A key for “\(choice.title)”",
      role: .warning)
  }

  private static func width(_ rect: Rect) -> Int { max(10, min(90, rect.width - 8)) }

  private func content(in state: State, columns: Int) -> Content {
    var content = Content()
    for context in contexts {
      let entries = state.commands.table.entries(in: [context], for: state)
      guard !entries.isEmpty else { continue }
      if !content.lines.isEmpty { content.lines.append("") }
      content.lines.append(StyledText(context.heading, Style(.title)))
      for entry in entries {
        let lines = lines(of: entry, columns)
        let start = content.lines.count
        content.commands.append((entry.command.id, entry.command.title, start..<start + lines.count))
        content.lines += lines
      }
    }
    return content
  }

  private func lines(of entry: CommandEntry<State>, _ columns: Int) -> [StyledText] {
    let written = entry.keys.isEmpty ? "–" : entry.keys.map(\.label).joined(separator: "  ")
    let keys = written.fitted(to: Self.keyColumns - 2)
    let gap = String(repeating: " ", count: max(0, Self.keyColumns - CellWidth.columns(of: keys)))
    let blank = String(repeating: " ", count: Self.keyColumns)
    return TextWrap.lines(of: entry.command.help, width: columns - Self.keyColumns).enumerated().map { index, text in
      index == 0 ? [Span(keys, .hint), Span(gap), Span(text)] : [Span(blank), Span(text)]
    }
  }
}

extension KeyContext {
  /// The title of its keys, in the help and in the key reference.
  var heading: String {
    switch self {
    case .always: "Everywhere, also while typing"
    case .browsing: "Everywhere"
    case .typing: "While typing"
    case .popup: "In pop-ups"
    case .sheet: "In pop-ups without a text field"
    case .strip: "In the log strip"
    case .sidebar: "In the list of requests"
    case .sidebarFilter: "While filtering requests"
    case .events: "In the event log"
    case .eventsFilter: "While filtering events"
    case .cache: "In the cache"
    case .cacheFilter: "While filtering entries of the cache"
    case .eventsCompletion: "In the list of what a filter could go on with"
    case .shared: "On the screen of shared data"
    case .sharedKeys: "In the list of keys"
    case .sharedFilter: "While filtering keys"
    case .sharedValue: "In the value of a key"
    case .sharedEditor: "While editing a value"
    case .sharedHistory: "In the history of a key"
    case .sharedUses: "In the list of places that use a key"
    default: "In the \(name)"
    }
  }
}
