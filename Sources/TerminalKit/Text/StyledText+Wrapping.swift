extension StyledText {
  /// The line broken into rows of so many columns: behind a blank where one is near the end, else between two characters.
  ///
  /// - Parameter hanging: how far all rows but the first are moved in.
  package func wrapped(to width: Int, hanging: Int = 0) -> [StyledText] {
    guard width > 0, columns > width else { return [self] }
    let indent = Self.indent(hanging, of: width)
    let letters = spans.flatMap { span in span.text.map { Letter($0, span.style) } }
    var rows: [StyledText] = []
    var rest = letters[...]
    while !rest.isEmpty {
      let room = rows.isEmpty ? width : width - indent
      let row = Self.row(of: rest, room)
      rows.append(
        StyledText((rows.isEmpty || indent == 0 ? [] : [Span(String(repeating: " ", count: indent))]) + row.spans))
      rest = rest.dropFirst(row.count)
    }
    return rows
  }

  /// As many rows as ``wrapped(to:hanging:)`` gives.
  package func rowCount(wrappedTo width: Int, hanging: Int = 0) -> Int {
    guard width > 0, columns > width else { return 1 }
    return wrapped(to: width, hanging: hanging).count
  }

  /// A row has room for a wide character besides.
  static func indent(_ hanging: Int, of width: Int) -> Int { width < 4 ? 0 : min(hanging, width / 2) }

  /// A character in its style.
  private struct Letter {
    let character: Character
    let style: Style
    let columns: Int

    init(_ character: Character, _ style: Style) {
      (self.character, self.style) = (character, style)
      columns = Sanitizer.columns(of: character)
    }
  }

  private static func row(of letters: ArraySlice<Letter>, _ room: Int) -> (count: Int, spans: [Span]) {
    var (used, end) = (0, letters.startIndex)
    var lastBlank: Int?
    while end < letters.endIndex, used + letters[end].columns <= room || end == letters.startIndex {
      used += letters[end].columns
      if letters[end].character == " ", used * 3 > room * 2 { lastBlank = end }
      end += 1
    }
    if end < letters.endIndex, let lastBlank { end = lastBlank + 1 }
    return (end - letters.startIndex, spans(of: letters[..<end]))
  }

  private static func spans(of letters: ArraySlice<Letter>) -> [Span] {
    letters.reduce(into: []) { spans, letter in
      if spans.last?.style == letter.style {
        spans[spans.count - 1].text.append(letter.character)
      } else {
        spans.append(Span(String(letter.character), letter.style))
      }
    }
  }
}
