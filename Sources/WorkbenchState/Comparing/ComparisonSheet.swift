import ParleyEngine
import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension KeyContext {
  package static let comparedResponses: KeyContext = "responses.compared"
}

/// Two responses over the screen: beside each other where there is room, else in one column with a sign before each line.
package struct ComparisonSheet: Sheet {
  /// From this many columns on they stand beside each other.
  static let wide = 116

  package var keyContexts: [KeyContext] { [.comparedResponses, .sheet] }
  package var acceptWord: String { "close" }

  package static let keyContextSets: [[KeyContext]] = [[.popup, .comparedResponses, .sheet]]

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close, .accept: .close(.comparing(.leave))
    case .move(let step): .act(.comparing(.move(step)))
    case .next: .act(.comparing(.across(1)))
    case .previous: .act(.comparing(.across(-1)))
    case .copy: .act(.comparing(.copy))
    case .turnKeeping, .acceptAll, .confirm: .handled
    }
  }

  package mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left), let comparison = state.comparison else { return turn(mouse, in: state) }
    let layout = Layout(rect)
    let line = comparison.cursor.top + mouse.point.y - layout.list.y
    guard layout.list.contains(mouse.point), comparison.lines.indices.contains(line) else { return .handled }
    return .act(.comparing(.select(line)))
  }

  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    guard let comparison = state.comparison else { return }
    let layout = Layout(rect)
    let count = comparison.differences
    let words = count == 0 ? "no differences" : count.counted("difference")
    _ = frame.popup(layout.size, over: rect, title: "\(comparison.subject): \(words)")
    drawHead(of: comparison, into: &frame, layout, state.now)
    var cursor = comparison.cursor
    cursor.height = layout.list.height
    for line in cursor.visible where line - cursor.top < layout.list.height {
      let row = layout.list.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? .selection : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      draw(comparison.lines[line], into: &frame, row, layout, ground, skipping: comparison.shift)
    }
    frame.popupScrollBar(cursor.extent, beside: layout.list)
    if comparison.lines.isEmpty { frame.putHint("The responses are the same.", in: layout.list) }
    frame.put(foot(of: comparison), at: layout.foot.origin, maxWidth: layout.foot.width)
  }

  private func draw(
    _ line: DifferenceLine, into frame: inout Frame, _ row: Rect, _ layout: Layout, _ ground: Role?, skipping: Int
  ) {
    guard layout.isWide else {
      frame.put(line.text, at: row.origin, maxWidth: row.width, on: ground, skipping: skipping, marksStart: true)
      return
    }
    frame.put(line.difference.sign, at: row.origin, style: line.difference.style.on(ground))
    let columns = layout.columns(of: row)
    for (text, column) in [(line.left, columns.left), (line.right, columns.right)] {
      guard let text else { continue }
      frame.put(text, at: column.origin, maxWidth: column.width, on: ground, skipping: skipping, marksStart: true)
    }
    frame.put("│", at: columns.middle, style: Style.muted.on(ground))
  }

  private func drawHead(of comparison: ResponseComparison, into frame: inout Frame, _ layout: Layout, _ now: Timestamp)
  {
    let clock = LogClock(of: [comparison.responses.left.startedAt, comparison.responses.right.startedAt], now: now)
    let width = layout.isWide ? layout.columns(of: layout.head.row(0)).left.width : layout.head.width
    let left = Self.head(comparison.responses.left, "-", Style(.failure), clock, width)
    let right = Self.head(comparison.responses.right, "+", Style(.success), clock, width)
    guard layout.isWide else {
      frame.put(left, at: layout.head.origin, maxWidth: layout.head.width)
      frame.put(right, at: layout.head.row(1).origin, maxWidth: layout.head.width)
      return
    }
    let columns = layout.columns(of: layout.head.row(0))
    frame.put(left, at: columns.left.origin, maxWidth: columns.left.width)
    frame.put(right, at: columns.right.origin, maxWidth: columns.right.width)
  }

  /// `- POST 127.0.0.1:8080/user/login  200  1.2 KB  38 ms  14:02:11 in staging`. Where there is little room, the size
  /// and the duration give way to what tells the sides apart.
  private static func head(
    _ side: HistoryEntry, _ sign: String, _ style: Style, _ clock: LogClock, _ width: Int
  ) -> StyledText {
    let status = side.status.map { "\($0)" } ?? "no response"
    let moment =
      String(clock.text(of: side.startedAt).drop { $0 == " " }) + (side.environment.map { " in \($0)" } ?? "")
    let measures = [ByteCount.text(side.size), side.duration?.short].compactMap(\.self)
    let texts = (0...measures.count).reversed().map { count in
      "  \(([status] + measures.prefix(count) + [moment]).joined(separator: "  "))"
    }
    let columns = width - CellWidth.columns(of: "\(sign) \(side.method) ")
    let behind = texts.first { CellWidth.columns(of: $0) + shortestAddress <= columns } ?? texts[measures.count]
    let room = max(shortestAddress, columns - CellWidth.columns(of: behind))
    return [
      Span("\(sign) \(side.method) \(address(side.url, in: room))", style), Span(behind, .muted),
    ]
  }

  private static let shortestAddress = 12

  /// Without its scheme, and without its server where there is no room for that.
  private static func address(_ url: String, in room: Int) -> String {
    let short = url.firstRange(of: "://").map { String(url[$0.upperBound...]) } ?? url
    guard CellWidth.columns(of: short) > room, let path = short.firstIndex(of: "/") else { return short }
    return String(short[path...]).fitted(to: room)
  }

  private func foot(of comparison: ResponseComparison) -> StyledText {
    let path = comparison.selected?.path.map { "\($0)" } ?? ""
    let ignored = comparison.ignored.count
    let paths = comparison.ignored.joined(separator: ", ").fitted(to: 60)
    let words = ignored > 0 ? "   ≈ \(ignored.counted("path")) ignored: \(paths)" : ""
    return [Span(path.fitted(to: 60), .info), Span(words, .muted)]
  }
}

extension ComparisonSheet {
  /// The areas of its parts.
  struct Layout {
    let size: Size
    let isWide: Bool
    let head, list, foot: Rect

    init(_ rect: Rect) {
      size = Size(width: max(16, rect.width - 6), height: max(3, rect.height - 2))
      isWide = size.width >= ComparisonSheet.wide - 6
      let inside = rect.insidePopup(size)
      let rows = inside.rows(
        .fixed(isWide ? 1 : min(2, max(0, inside.height - 1))), .weight(1), .fixed(inside.height >= 6 ? 1 : 0))
      (head, list, foot) = (rows[0], rows[1], rows[2])
    }

    /// Columns for the text of a line, or of each half of one.
    var textColumns: Int { isWide ? columns(of: list).right.width : list.width }

    /// Behind the sign.
    func columns(of row: Rect) -> (left: Rect, middle: Point, right: Rect) {
      let halves = row.inset(left: 2).columns(.weight(1), .fixed(1), .weight(1), gap: 1)
      return (halves[0], halves[1].origin, halves[2])
    }
  }

  package static var commands: [CommandRow] {
    [
      row(.nextDifference, "responses.next", hint: .init("next", rank: 1)) { state in
        ComparingHandling.look(in: &state) { $0.goToDifference(1) }
      },
      row(.previousDifference, "responses.previous", hint: .init("previous", rank: 2)) { state in
        ComparingHandling.look(in: &state) { $0.goToDifference(-1) }
      },
      row(.onlyDifferences, "responses.same", hint: .init("only differences", rank: 3)) { state in
        ComparingHandling.look(in: &state) { $0.turnSame() }
      },
      row(
        "ignore", "Ignore this path",
        "Leaves the path under the cursor out of comparisons of this request's responses; again compares it.", ["i"],
        hint: .init("ignore this path", rank: 4), disabledReason: needsPath
      ) { state in
        ComparingHandling.ignorePath(in: state)
      },
      row(
        "paths", "Ignored paths", "Edits the paths that comparisons of this request's responses ignore.", ["I"],
        hint: .init("ignored paths", rank: 5)
      ) { state in
        state.comparison.map {
          [.ask(IgnoredPathsForm(paths: $0.ignored) { .comparing(.setPaths($0)) })]
        } ?? []
      },
    ]
  }

  private static let needsPath: @Sendable (State) -> String? = { state in
    let path = state.comparison?.selected?.path
    return path == nil || path == .root ? "The line stands for no single path." : nil
  }

  private static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], hint: Command<State>.Hint,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }, does change: @escaping StateChange
  ) -> CommandRow {
    CommandRow(
      CommandID("responses.\(id)"), title, help: help, keys: keys, in: [.comparedResponses], hint: hint,
      disabledReason: disabledReason, does: change)
  }

  private static func row(
    _ shared: SharedCommand, _ id: CommandID, hint: Command<State>.Hint, does change: @escaping StateChange
  ) -> CommandRow {
    CommandRow(shared, id, in: [.comparedResponses], hint: hint, does: .change(change))
  }
}
