import TerminalKit

// The body, and the line below it.
extension ResponsePane {
  func drawBody(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    guard !area.isEmpty else { return }
    guard let page = body.page, page.total > 0 else {
      let words = waitsForSecrets ? hiddenWords : stage.isOver ? "No body." : "No body yet."
      frame.put(words.fitted(to: area.width), at: area.origin, style: .muted)
      return
    }
    body.draw(into: &frame, area, isFocused: isFocused)
  }

  private var hiddenWords: String {
    stage.isOver
      ? "Not shown: it may contain the secret that had to be masked."
      : "Shown when complete: it contains a secret that must be masked."
  }

  func drawFoot(into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    guard !row.isEmpty else { return }
    if let prompt { return draw(prompt, into: &frame, row, isFocused) }
    let right = searchWords
    let room = row.width - right.columns - 2
    let left = body.page?.problem.flatMap { isAtEnd ? $0 : nil }
    if let left {
      frame.put("✗ \(left)".fitted(to: room), at: row.origin, style: Style(.failure), maxWidth: max(0, room))
    } else if tab == .body, let path = body.path {
      frame.put(path.fitted(to: room), at: row.origin, style: Style(.info), maxWidth: max(0, room))
    }
    frame.put(right, at: Point(x: max(row.x, row.maxX - right.columns - 1), y: row.y), maxWidth: row.width)
  }

  private var isAtEnd: Bool {
    body.cursor.visible.upperBound >= (body.page?.total ?? 0)
  }

  private func draw(_ prompt: Prompt, into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    let label: String
    var right: StyledText = ""
    switch prompt.purpose {
    case .search: (label, right) = ("/", searchWords)
    case .filter: (label, right) = ("f ", filterWords)
    case .save: label = "save as "
    }
    let used = frame.put(label, at: row.origin, style: Style(.hint), maxWidth: row.width)
    let room = min(right.columns, row.width * 3 / 5)
    prompt.area.draw(into: &frame, rect: row.inset(left: used, right: room + 2), isFocused: isFocused)
    frame.put(right, at: Point(x: max(row.x, row.maxX - room - 1), y: row.y), maxWidth: room)
  }

  /// `/token  3 of 17`
  private var searchWords: StyledText {
    let search = body.search
    guard tab == .body, !search.term.isEmpty else { return positionWords }
    let term = prompt == nil ? "/\(search.term.fitted(to: 20))  " : ""
    guard let found = search.found else {
      return [Span("\(term)\(search.isRunning ? "searching …" : "")", .muted)]
    }
    guard let index = found.index else { return [Span("\(term)not found", .warning)] }
    return [Span("\(term)\((index + 1).grouped) of \(found.total.grouped)", .match)]
  }

  private var positionWords: StyledText {
    guard tab == .body, let page = body.page, page.total > 1 else { return "" }
    return [Span("\((body.cursor.selected + 1).grouped)/\(page.total.grouped)", .muted)]
  }
}

extension ResponsePane.Stage {
  /// Whether nothing more can come.
  var isOver: Bool {
    switch self {
    case .empty, .onItsWay: false
    case .answered, .failed, .cancelled: true
    }
  }
}

extension BodyLine {
  var drawn: StyledText {
    indentation == 0 ? text : StyledText([Span(String(repeating: " ", count: indentation))] + text.spans)
  }
}

extension StyledText {
  /// Marks every place where a term stands, across spans. Lower-case letters find large ones too.
  func highlighting(_ term: String) -> StyledText {
    guard !term.isEmpty else { return self }
    let ignoresCase = term == term.lowercased()
    let plain = ignoresCase ? self.plain.lowercased() : self.plain
    let ranges = plain.ranges(of: term)
    // A letter whose small form has another length would move all places behind it.
    guard !ranges.isEmpty, plain.count == self.plain.count else { return self }
    let places = ranges.map {
      plain.distance(
        from: plain.startIndex, to: $0.lowerBound)..<plain.distance(from: plain.startIndex, to: $0.upperBound)
    }
    return marking(places)
  }

  private func marking(_ places: [Range<Int>]) -> StyledText {
    var result = StyledText()
    var start = 0
    for span in spans {
      let end = start + span.text.count
      let cuts = places.filter { $0.overlaps(start..<end) }
      var rest = start
      for cut in cuts {
        let marked = cut.clamped(to: start..<end)
        result.append(span.slice(rest - start, marked.lowerBound - start), span.style)
        result.append(span.slice(marked.lowerBound - start, marked.upperBound - start), Style(.match))
        rest = marked.upperBound
      }
      result.append(span.slice(rest - start, end - start), span.style)
      start = end
    }
    return result
  }
}

extension Span {
  fileprivate func slice(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    return String(text.dropFirst(start).prefix(end - start))
  }
}
