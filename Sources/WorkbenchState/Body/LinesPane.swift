import ParleyText
package import TerminalKit
package import WorkbenchParts
import WorkbenchServices

/// Lines that are all held: headers, timings, the wire, the origins of values. They are searched and copied like a
/// body.
package struct LinesPane: Hashable, Sendable {
  package var lines: [StyledText] = [] {
    didSet {
      cursor.count = lines.count
      if lines != oldValue { search.find(in: lines) }
      if wraps { fit() } else if left > 0 { left = min(left, sideScroll(over: lines).furthest) }
    }
  }
  /// The clipboard text of lines for which it is not the text shown.
  package var copies: [Int: String] = [:]
  package var cursor = ListCursor()
  var left = 0
  /// Of the pane, in columns.
  package var width = 80 {
    didSet { if wraps { fit() } }
  }
  /// Rows there is room for.
  package var height = ListCursor().height {
    didSet { fit() }
  }
  /// Whether lines that are too long go on in the next row.
  package var wraps = false {
    didSet {
      guard wraps != oldValue else { return }
      (left, hiddenRows) = (0, 0)
      fit()
    }
  }
  /// Rows of the first line that are out of sight above.
  private(set) var hiddenRows = 0
  /// How far the rows behind the first one of a line are moved in.
  var hanging = 2
  package var search = LineSearch()
  /// The line below them that takes text.
  package var prompt: BodyPrompt?

  package init() {}

  /// Whether its last line is used for the text being typed, or for the state of the search.
  package var hasFoot: Bool { prompt != nil || !search.term.isEmpty }

  /// The action of Esc: leaves a search; nil where there is none.
  package var wayBack: BodyBrowser.Action? { search.term.isEmpty ? nil : .clearSearch }
}

/// A text search among lines, and its matches.
package struct LineSearch: Hashable, Sendable {
  package private(set) var term = ""
  /// The lines it stands on, and which of them was gone to.
  private(set) var matches: [Int] = []
  private(set) var index: Int?

  /// - Returns: the first line from one on that has it, round at the end.
  package mutating func begin(_ term: String, in lines: [StyledText], from line: Int) -> Int? {
    self.term = term
    find(in: lines)
    index = matches.isEmpty ? nil : matches.firstIndex { $0 >= line } ?? 0
    return index.map { matches[$0] }
  }

  /// After the lines have changed.
  mutating func find(in lines: [StyledText]) {
    let ignoresCase = term == term.lowercased()
    matches =
      term.isEmpty
      ? []
      : lines.indices.filter { index in
        let text = lines[index].plain
        return (ignoresCase ? text.lowercased() : text).contains(term)
      }
    index = index.flatMap { matches.isEmpty ? nil : min($0, matches.count - 1) }
  }

  /// - Returns: the line of a match before or after, round at the ends.
  mutating func step(_ steps: Int) -> Int? {
    guard !matches.isEmpty else { return nil }
    let next = ((index ?? -1) + steps) % matches.count
    index = next < 0 ? next + matches.count : next
    return index.map { matches[$0] }
  }

  /// `/token  3 of 17`
  func words(isTyping: Bool) -> StyledText {
    guard !term.isEmpty else { return isTyping ? [Span("searches these lines", .muted)] : "" }
    let front = isTyping ? "" : "/\(term.fitted(to: 20))  "
    guard let index else { return [Span("\(front)not found\(isTyping ? " in these lines" : "")", .warning)] }
    return [Span("\(front)\((index + 1).grouped) of \(matches.count.grouped)", .match)]
  }
}

extension LinesPane {
  /// As a body would do it; what only a body can do changes nothing.
  package mutating func update(_ action: BodyBrowser.Action) -> [Effect] {
    switch action {
    case .move(let step): move(step)
    case .moveAcross where wraps: break
    case .moveAcross(let step):
      left = sideScroll(over: lines[cursor.visible]).moved(left, by: step * SideScroll.step(in: width))
    case .startSearch: prompt = BodyPrompt(purpose: .search, area: .opened(search.term))
    case .step(let steps): search.step(steps).map { select($0) }
    case .accept: prompt = nil
    case .leave, .clearSearch:
      prompt = nil
      _ = search.begin("", in: lines, from: 0)
    case .copy(.value): return copy(cursor.selected)
    case .copy(.body): return copyAll()
    default: break
    }
    return []
  }

  /// A key of the text that is searched for, or a paste.
  package mutating func type(_ event: InputEvent) {
    guard var area = prompt?.area else { return }
    switch event {
    case .key(let key): _ = area.handle(key)
    case .paste(let text): area.paste(text)
    default: break
    }
    prompt?.area = area
    guard area.text != search.term else { return }
    if let line = search.begin(area.text, in: lines, from: cursor.selected) { select(line) }
  }

  private mutating func move(_ step: ListCursor.Step) {
    if wraps { wrappedRows.move(&cursor, step, hidden: &hiddenRows) } else { cursor.move(step) }
    if step == .first { left = 0 }
  }

  private mutating func select(_ line: Int) {
    if wraps { wrappedRows.jump(to: line, &cursor, hidden: &hiddenRows) } else { cursor.jump(to: line) }
  }

  private mutating func fit() {
    if wraps { wrappedRows.fit(&cursor, hidden: &hiddenRows) } else { cursor.height = height }
  }

  private func sideScroll(over lines: some Collection<StyledText>) -> SideScroll {
    SideScroll(longest: lines.map(\.columns).max() ?? 0, room: width - 1)
  }

  private var wrapColumns: Int { max(8, width - 1) }

  private var wrappedRows: WrappedRows {
    let (lines, columns, hanging) = (lines, wrapColumns, hanging)
    return WrappedRows(room: max(1, height)) { line in
      lines.indices.contains(line) ? lines[line].rowCount(wrappedTo: columns, hanging: hanging) : 1
    }
  }

  /// The wheel scrolls, a click chooses.
  /// - Parameter above: rows of the pane above the lines.
  package mutating func take(_ mouse: Mouse, above: Int) {
    guard wraps else {
      cursor.take(mouse, from: cursor.top - above)
      return
    }
    switch mouse.action {
    case .wheelUp: wrappedRows.move(&cursor, .lines(-1), hidden: &hiddenRows)
    case .wheelDown: wrappedRows.move(&cursor, .lines(1), hidden: &hiddenRows)
    case .press(.left) where mouse.point.y >= above:
      let row = mouse.point.y - above
      let line = wrappedRows.line(at: row, from: cursor.top, hidden: hiddenRows, of: cursor.count)
      if let line { select(line) }
    default: break
    }
  }

  package func text(of line: Int) -> String? {
    lines.indices.contains(line) ? copies[line] ?? lines[line].plain : nil
  }

  /// As on a value of the body.
  func menuOnHeader(of owner: any BodyOwner) -> [Effect] {
    guard let picked = PickedValue(headerLine: copies[cursor.selected]) else {
      return [.say(.refused(PickPurpose.menu.refusal))]
    }
    return [.ask(ValueQuestion(value: picked, owner: owner))]
  }

  private func copy(_ line: Int) -> [Effect] {
    text(of: line).map { [.terminal(.copy($0, of: "the line"))] } ?? []
  }

  private func copyAll() -> [Effect] {
    let texts = lines.indices.compactMap(text)
    return [.terminal(.copy(texts.joined(separator: "\n"), of: texts.count.counted("line")))]
  }
}

extension LinesPane {
  package func draw(into frame: inout Frame, _ area: Rect, isFocused: Bool) {
    if wraps { return drawWrapped(into: &frame, area, isFocused: isFocused) }
    for line in cursor.visible where line - cursor.top < area.height {
      let row = area.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? isFocused ? .selection : .selectionUnfocused : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      let shown = lines[line].highlighting(search.term)
      frame.put(shown, at: row.origin, maxWidth: row.width, on: ground, skipping: left, marksStart: true)
    }
  }

  private func drawWrapped(into frame: inout Frame, _ area: Rect, isFocused: Bool) {
    var (y, line) = (-hiddenRows, cursor.top)
    while y < area.height, lines.indices.contains(line) {
      let ground: Role? = line == cursor.selected ? isFocused ? .selection : .selectionUnfocused : nil
      for text in lines[line].highlighting(search.term).wrapped(to: wrapColumns, hanging: hanging) {
        if y >= 0, y < area.height {
          if let ground { frame.fill(area.row(y), style: Style(ground)) }
          frame.put(text, at: area.row(y).origin, maxWidth: area.width, on: ground)
        }
        y += 1
      }
      line += 1
    }
  }

  package func drawFoot(into frame: inout Frame, _ row: Rect, isFocused: Bool) {
    guard !row.isEmpty else { return }
    let words = search.words(isTyping: prompt != nil)
    prompt?.draw(into: &frame, row, "/", isFocused: isFocused, right: words)
    if prompt == nil { frame.put(words, atRightOf: row) }
  }
}
