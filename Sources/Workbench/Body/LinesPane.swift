import ParleyText
import TerminalKit

/// Lines that are all held: headers, timings, the wire, the origins of values. They are searched and copied like a
/// body.
struct LinesPane: Hashable, Sendable {
  var lines: [StyledText] = [] {
    didSet {
      cursor.count = lines.count
      if lines != oldValue { search.find(in: lines) }
    }
  }
  /// The clipboard text of lines for which it is not the text shown.
  var copies: [Int: String] = [:]
  var cursor = ListCursor()
  var left = 0
  /// Of the pane, in columns.
  var width = 80
  var search = LineSearch()
  /// The line below them that takes text.
  var prompt: BodyPrompt?

  /// Whether its last line is used for the text being typed, or for the state of the search.
  var hasFoot: Bool { prompt != nil || !search.term.isEmpty }

  /// The action of Esc: leaves a search; nil where there is none.
  var wayBack: BodyBrowser.Action? { search.term.isEmpty ? nil : .clearSearch }
}

/// A text search among lines, and its matches.
struct LineSearch: Hashable, Sendable {
  private(set) var term = ""
  /// The lines it stands on, and which of them was gone to.
  private(set) var matches: [Int] = []
  private(set) var index: Int?

  /// - Returns: the first line from one on that has it, round at the end.
  mutating func begin(_ term: String, in lines: [StyledText], from line: Int) -> Int? {
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
    guard !term.isEmpty else { return "" }
    let front = isTyping ? "" : "/\(term.fitted(to: 20))  "
    guard let index else { return [Span("\(front)not found", .warning)] }
    return [Span("\(front)\((index + 1).grouped) of \(matches.count.grouped)", .match)]
  }
}

extension LinesPane {
  /// As a body would do it; what only a body can do changes nothing.
  mutating func update(_ action: BodyBrowser.Action) -> [Effect] {
    switch action {
    case .move(let step): cursor.move(step)
    case .moveAcross(let step): left = max(0, left + step * max(8, width / 4))
    case .startSearch: prompt = BodyPrompt(purpose: .search, area: .opened(search.term))
    case .step(let steps): search.step(steps).map { cursor.select($0) }
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
  mutating func type(_ event: InputEvent) {
    guard var area = prompt?.area else { return }
    switch event {
    case .key(let key): _ = area.handle(key)
    case .paste(let text): area.paste(text)
    default: break
    }
    prompt?.area = area
    guard area.text != search.term else { return }
    if let line = search.begin(area.text, in: lines, from: cursor.selected) { cursor.select(line) }
  }

  func text(of line: Int) -> String? {
    lines.indices.contains(line) ? copies[line] ?? lines[line].plain : nil
  }

  /// As on a value of the body.
  func menuOnHeader(of owner: BodyOwner) -> [Effect] {
    guard let picked = PickedValue(headerLine: copies[cursor.selected]) else {
      return [.say(.refused(PickPurpose.menu.refusal))]
    }
    return [.then(.ask(.value(picked, of: owner)))]
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
  func draw(into frame: inout Frame, _ area: Rect, isFocused: Bool) {
    for line in cursor.visible where line - cursor.top < area.height {
      let row = area.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? isFocused ? .selection : .selectionUnfocused : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      let shown = lines[line].highlighting(search.term)
      frame.put(shown, at: row.origin, maxWidth: row.width, on: ground, skipping: left)
    }
  }

  func drawFoot(into frame: inout Frame, _ row: Rect, isFocused: Bool) {
    guard !row.isEmpty else { return }
    let words = search.words(isTyping: prompt != nil)
    prompt?.draw(into: &frame, row, "/", isFocused: isFocused, right: words)
    if prompt == nil { frame.put(words, atRightOf: row) }
  }
}
