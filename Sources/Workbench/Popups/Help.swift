import TerminalKit

/// The keys of the pane one is in, from the command table.
struct Help: Sheet {
  let title: String
  let contexts: [KeyContext]
  private var top = 0

  private static let keyColumns = 20

  init(_ title: String, contexts: [KeyContext]) {
    self.title = title
    self.contexts = contexts
  }

  mutating func update(_ action: PopupAction, in state: State) -> LayerAnswer<Action> {
    let page = max(1, state.size.height - 6)
    let last = max(0, lines(in: state, columns: Self.width(state.size)).count - page)
    switch action {
    case .close, .accept: return .close(nil)
    case .move(.lines(let count)): top += count
    case .move(.pages(let count)): top += count * page
    case .move(.first): top = 0
    case .move(.last): top = last
    case .next, .previous, .copy: break
    }
    top = max(0, min(last, top))
    return .handled
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let width = Self.width(rect.size)
    let lines = lines(in: state, columns: width)
    let height = max(1, min(lines.count, rect.height - 2))
    let inside = frame.popup(Size(width: width, height: height), over: rect, title: title)
    for (row, line) in lines.dropFirst(top).prefix(inside.height).enumerated() {
      frame.put(line, at: inside.row(row).origin, maxWidth: inside.width)
    }
    let hidden = lines.count - top - inside.height
    guard hidden > 0 else { return }
    let more = " ↓ \(hidden) more "
    frame.put(more, at: Point(x: inside.maxX - more.count, y: inside.maxY), style: .muted)
  }

  private static func width(_ size: Size) -> Int { max(10, min(90, size.width - 8)) }

  private func lines(in state: State, columns: Int) -> [StyledText] {
    contexts.flatMap { context -> [StyledText] in
      let entries = state.commands.table.entries(in: [context], for: state).filter { !$0.keys.isEmpty }
      guard !entries.isEmpty else { return [] }
      return [StyledText(context.heading, Style(.title))] + entries.flatMap { lines(of: $0, columns) } + [""]
    }.dropLast()
  }

  private func lines(of entry: CommandEntry<State>, _ columns: Int) -> [StyledText] {
    let keys = entry.keys.map(\.label).joined(separator: "  ").fitted(to: Self.keyColumns - 2)
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
