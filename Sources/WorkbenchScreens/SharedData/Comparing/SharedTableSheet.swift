import ParleyEngine
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension KeyContext {
  package static let comparedShared: KeyContext = "shared.compared"
}

/// Compared keys over the screen: a line each, what both sides hold beside each other.
struct SharedTableSheet: Sheet {
  static let keyContextSets: [[KeyContext]] = [[.popup, .comparedShared, .sheet]]

  /// Whether its filter takes what is typed.
  private(set) var isTyping = false
  /// Whether a filter was kept.
  private var isFiltered = false

  var keyContexts: [KeyContext] { isTyping ? [] : [.comparedShared, .sheet] }
  var acceptWord: String { isTyping ? "to the keys" : "values" }
  var closeWord: String { isTyping || isFiltered ? "show all" : "close" }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close where isTyping || isFiltered:
      (isTyping, isFiltered) = (false, false)
      return .act(.shared(.compare(.clearFilter)))
    case .close: return .close(.shared(.compare(.leave)))
    case .accept where isTyping:
      (isTyping, isFiltered) = (false, state.shared.comparing.shown?.filter.isEmpty == false)
    case .accept: return .act(.shared(.compare(.open)))
    case .move(let step): return move(step, in: state)
    case .next: return move(.lines(1), in: state)
    case .previous: return move(.lines(-1), in: state)
    case .copy: return .act(.shared(.compare(.copy)))
    case .turnKeeping, .acceptAll, .confirm: break
    }
    return .handled
  }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    if isTyping { return .act(.shared(.compare(.type(event)))) }
    guard case .key(let key) = event, key.typed == "/" else { return .ignored }
    isTyping = true
    return .handled
  }

  /// The pages are as long as what is in sight.
  private func move(_ step: ListCursor.Step, in state: State) -> LayerOutcome<Action> {
    .act(.shared(.compare(.move(step, rows: Layout(state.arrangement.popups).list.height))))
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left), let view = state.shared.comparing.shown else { return turn(mouse, in: state) }
    let list = Layout(rect).list
    var cursor = view.cursor
    cursor.height = list.height
    let line = cursor.top + mouse.point.y - list.y
    guard list.contains(mouse.point), view.rows.indices.contains(line) else { return .handled }
    return .act(.shared(.compare(.select(line))))
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    guard let view = state.shared.comparing.shown else { return }
    let layout = Layout(rect)
    let count = view.table.differences
    let words = count == 0 ? "no differences" : count.counted("difference")
    _ = frame.popup(layout.size, over: rect, title: "\(view.table.title.fitted(to: 40)): \(words)")
    let columns = layout.columns(of: layout.head)
    for (text, column) in [("", columns.name), (view.table.left, columns.left), (view.table.right, columns.right)] {
      frame.put(text.fitted(to: column.width), at: column.origin, style: Style(.title))
    }
    var cursor = view.cursor
    cursor.height = layout.list.height
    for line in cursor.visible where line - cursor.top < layout.list.height {
      draw(view.rows[line], into: &frame, layout.list.row(line - cursor.top), layout, line == cursor.selected)
    }
    frame.popupScrollBar(cursor.extent, beside: layout.list)
    if view.rows.isEmpty { frame.putHint(view.filter.isEmpty ? "No key differs." : "No key matches.", in: layout.list) }
    draw(view.filter, into: &frame, below: layout.list)
  }

  /// In the border.
  private func draw(_ filter: LineEditor, into frame: inout Frame, below list: Rect) {
    let row = Rect(x: list.x, y: list.maxY, width: list.width / 2, height: 1)
    guard isTyping || !filter.isEmpty else {
      frame.put(" / filters by name ", at: row.origin, style: .muted, maxWidth: row.width)
      return
    }
    frame.put(" /", at: row.origin, style: Style(.hint), maxWidth: row.width)
    filter.draw(into: &frame, rect: row.inset(left: 2), isFocused: isTyping)
  }

  private func draw(
    _ row: SharedTable.Row, into frame: inout Frame, _ place: Rect, _ layout: Layout, _ isSelected: Bool
  ) {
    let ground: Role? = isSelected ? .selection : nil
    if let ground { frame.fill(place, style: Style(ground)) }
    let (style, columns) = (row.kind.style, layout.columns(of: place))
    frame.put(row.kind.sign, at: place.origin, style: style.on(ground))
    frame.put(row.name.fitted(to: columns.name.width), at: columns.name.origin, style: style.on(ground))
    for (side, column) in [(row.left, columns.left), (row.right, columns.right)] {
      let words = side?.shown(columns: column.width) ?? StyledText("missing", .muted)
      frame.put(words, at: column.origin, maxWidth: column.width, on: ground)
    }
  }
}

extension SharedTableSheet: SharedDataPart {
  /// The areas of its parts.
  struct Layout {
    let size: Size
    let head, list: Rect

    init(_ rect: Rect) {
      size = Size(width: max(16, rect.width - 6), height: max(2, rect.height - 2))
      let rows = rect.insidePopup(size).rows(.fixed(1), .weight(1))
      (head, list) = (rows[0], rows[1])
    }

    /// Behind the sign.
    func columns(of row: Rect) -> (name: Rect, left: Rect, right: Rect) {
      let parts = row.inset(left: 2).columns(.weight(2), .weight(3), .weight(3), gap: 2)
      return (parts[0], parts[1], parts[2])
    }
  }

  static var commands: [CommandRow] {
    [
      row(
        .nextDifference, "shared.nextDifference", in: [.comparedShared],
        hint: .init(SharedCommand.nextDifference.title.lowercased(), rank: 5)
      ) { screen, _ in
        screen.comparing.goToDifference(1)
        return []
      },
      row(
        .previousDifference, "shared.previousDifference", in: [.comparedShared],
        hint: .init(SharedCommand.previousDifference.title.lowercased(), rank: 5)
      ) { screen, _ in
        screen.comparing.goToDifference(-1)
        return []
      },
      copying(
        "copyToRight", "Copy to the right",
        "Copies the value of the left side to the right one; u on the screen takes it back.", ">", toRight: true),
      copying(
        "copyToLeft", "Copy to the left",
        "Copies the value of the right side to the left one; u on the screen takes it back.", "<", toRight: false),
      row(
        .onlyDifferences, "shared.onlyDifferences", in: [.comparedShared],
        hint: .init(SharedCommand.onlyDifferences.title.lowercased(), rank: 5)
      ) { screen, _ in
        screen.comparing.turnSame()
        return []
      },
      CommandRow(
        "shared.compared.help", "Help", help: "Shows the keys of the comparison.", keys: ["?"], in: [.comparedShared],
        hint: .init("help", rank: 90), does: .overlay(.help)),
    ]
  }

  private static func copying(
    _ id: String, _ title: String, _ help: String, _ key: String, toRight: Bool
  ) -> CommandRow {
    row(
      id, title, help, [key], in: [.comparedShared], hint: .init(title.lowercased(), rank: 5)
    ) { screen, _ in
      if let reason = screen.comparing.whyNotCopy(toRight: toRight) { return [.say(.refused(reason))] }
      return screen.comparing.copying(toRight: toRight).map { screen.many(.perform($0)) } ?? []
    }
  }
}

/// Two values laid over each other.
struct SharedValuesPopup: TextPopup {
  static let widest = 120

  let title: String
  private let shown: [StyledText]
  var top = 0

  init(_ title: String, _ pair: ComparedParts.Pair) {
    self.title = title
    var lines = DifferenceLines(ignoring: IgnoredPaths())
    lines.add(pair)
    shown = lines.lines.isEmpty ? [StyledText("Neither is there.", .muted)] : lines.lines.map(\.text)
  }

  func lines(columns: Int) -> [StyledText] { shown }
}
