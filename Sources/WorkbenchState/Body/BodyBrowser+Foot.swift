import ParleyEngine
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

// The line below a body: what is typed, or the path of the value under the cursor and where the search is.
extension BodyBrowser {
  package func drawFoot(into frame: inout Frame, _ row: Rect, isFocused: Bool) {
    guard !row.isEmpty else { return }
    if let prompt { return draw(prompt, into: &frame, row, isFocused) }
    let right = searchWords
    let room = max(0, row.width - right.columns - 2)
    frame.put(whereWords(in: room), at: row.origin, maxWidth: room)
    frame.put(right, atRightOf: row)
  }

  /// The filter, and the path in what it gave; at the end of a body that breaks off, why.
  private func whereWords(in room: Int) -> StyledText {
    var words = StyledText()
    if let shown = filter?.shown {
      // It has all the room that the path behind it leaves.
      let note = filter?.count == 0 ? "0 values, shown as []" : ""
      let behind = min(room / 2, CellWidth.columns(of: note.isEmpty ? pane.path ?? "" : note) + 4)
      words.append("f \(shown.fitted(to: max(8, room - behind)))  ", Style(.match))
      if !note.isEmpty { words.append(note, .muted) }
    }
    if let filter, filter.isRunning, filter.stream == nil {
      let stop = " …  Esc stops"
      let rest = max(8, room - CellWidth.columns(of: stop))
      return [Span("filtering by \(filter.text)".fitted(to: rest), .info), Span(stop, .muted)]
    }
    let rest = max(0, room - words.columns)
    if isAtEnd, let problem = pane.page?.problem {
      words.append("✗ \(problem)".fitted(to: rest), Style(.failure))
    } else if let reason = pane.page?.whyNoPreview {
      words.append(reason.fitted(to: rest), .muted)
    } else if let path = pane.path, path != "." {
      words.append(path.fitted(to: rest), Style(.info))
    }
    return words
  }

  private var isAtEnd: Bool { pane.cursor.isAtEnd || pane.cursor.visible.upperBound >= (pane.page?.total ?? 0) }

  private func draw(_ prompt: BodyPrompt, into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    switch prompt.purpose {
    case .search: prompt.draw(into: &frame, row, "/", isFocused: isFocused, right: searchWords)
    case .filter:
      let isLong = filterWords.columns > prompt.room(in: row)
      if isLong, let mistake = filter?.mistake { draw(mistake.words, into: &frame, above: row) }
      prompt.draw(into: &frame, row, "f ", isFocused: isFocused, right: isLong ? "" : filterWords)
    case .save:
      let label = !showsResult ? "save as " : row.width < 60 ? "save result as " : "save the filter's result as "
      prompt.draw(into: &frame, row, label, isFocused: isFocused)
    case .saveTable: prompt.draw(into: &frame, row, "write CSV to ", isFocused: isFocused)
    }
  }

  /// `/token  3 of 17`
  private var searchWords: StyledText {
    let search = pane.search
    guard !search.term.isEmpty else {
      return prompt?.purpose == .search ? [Span("searches this body", .muted)] : positionWords
    }
    let term = prompt == nil ? "/\(search.term.fitted(to: 20))  " : ""
    guard let found = search.found else {
      return [Span("\(term)\(search.isRunning ? "searching …" : "")", .muted)]
    }
    guard let index = found.index else {
      return [Span("\(term)not found\(prompt == nil ? "" : " in this body")", .warning)]
    }
    return [Span("\(term)\((index + 1).grouped) of \(found.total.grouped)", .match)]
  }

  private var positionWords: StyledText {
    guard let page = pane.page, page.total > 1 else { return "" }
    let filters = filter == nil && (page.kind == .json || isStream) && width >= 40
    let hint: [Span] = filters ? [Span("f", .hint), Span(" filter   ", .muted)] : []
    return StyledText(hint) + [Span("\((pane.cursor.selected + 1).grouped)/\(page.total.grouped)", .muted)]
  }

  /// Beside the text while it is typed: what it gave, or why it gave nothing.
  private var filterWords: StyledText {
    guard let filter else { return "" }
    if let mistake = filter.mistake { return [Span(mistake.words, .failure)] }
    if filter.stream != nil { return eventWords(filter) }
    if filter.isRunning { return [Span("…", .muted)] }
    return filter.count.map { [Span($0.counted("value"), .muted)] } ?? [Span("such as .items[0].name", .muted)]
  }

  /// A sentence that has no room beside the text, whole, over the last lines of what is filtered.
  private func draw(_ sentence: String, into frame: inout Frame, above row: Rect) {
    let lines = TextWrap.lines(of: sentence, width: max(8, row.width - 1))
    for (place, line) in lines.suffix(3).enumerated() {
      let above = Rect(x: row.x, y: row.y - min(3, lines.count) + place, width: row.width, height: 1)
      guard above.y >= 0 else { continue }
      frame.fill(above)
      frame.put(line, at: above.origin, style: Style(.failure), maxWidth: above.width)
    }
  }

  /// `13 of 1,204 events`
  private func eventWords(_ filter: BodyFilter) -> StyledText {
    let count = (filter.count ?? 0).grouped
    return [Span("\(count) of \((pane.page?.events ?? 0).counted("event"))\(filter.isRunning ? " …" : "")", .muted)]
  }

  /// The body's type, and how it is shown.
  /// - Parameter contentType: the type declared by its sender.
  package func words(contentType: String?) -> StyledText {
    guard let page = pane.page else { return "" }
    var words = StyledText()
    if case .binary(let name) = page.kind { words.append("\(name)  ", .muted) }
    if page.kind.isText, page.kind != .json, let type = contentType?.prefix(while: { $0 != ";" }) {
      words.append("\(type)  ", .muted)
    }
    if let charset = page.charset { words.append("\(Sanitizer.visible(charset))  ", .muted) }
    words.append(page.mode.title, .muted)
    return words
  }
}

extension BodyPrompt {
  /// The most columns for what is to be said of it.
  func room(in row: Rect) -> Int { max(row.width * 3 / 5, row.width - CellWidth.columns(of: area.text) - 16) }

  /// Label, text, and at the right end what is to be said of it.
  package func draw(into frame: inout Frame, _ row: Rect, _ label: String, isFocused: Bool, right: StyledText = "") {
    let used = frame.put(label, at: row.origin, style: Style(.hint), maxWidth: row.width)
    let room = min(right.columns, room(in: row))
    area.draw(into: &frame, rect: row.inset(left: used, right: room + 2), isFocused: isFocused)
    frame.put(right, at: Point(x: max(row.x, row.maxX - room - 1), y: row.y), maxWidth: room)
  }
}

extension FilterMistake {
  fileprivate var words: String { "✗ \(column.map { "column \($0): " } ?? "")\(sentence)" }
}
