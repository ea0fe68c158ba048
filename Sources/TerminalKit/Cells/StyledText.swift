/// Text in one style.
package struct Span: Hashable, Sendable {
  package var text: String
  package var style: Style

  package init(_ text: String, _ style: Style = .text) {
    self.text = text
    self.style = style
  }

  package init(_ text: String, _ role: Role, _ attributes: Attributes = []) {
    self.init(text, Style(role, attributes))
  }
}

/// A line made of spans.
///
///     let line: StyledText = [Span("GET ", .accent), Span("/users")]
package struct StyledText: Hashable, Sendable {
  package var spans: [Span]

  package init(_ spans: [Span] = []) {
    self.spans = spans
  }

  package init(_ text: String, _ style: Style = .text) {
    self.init(text.isEmpty ? [] : [Span(text, style)])
  }

  package var plain: String { spans.reduce(into: "") { $0 += $1.text } }
  package var isEmpty: Bool { spans.allSatisfy { $0.text.isEmpty } }
  /// As drawn, so with the signs that stand for what may not be drawn.
  package var columns: Int { spans.reduce(0) { $0 + Sanitizer.columns(of: $1.text) } }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(left.spans + right.spans)
  }

  package mutating func append(_ text: String, _ style: Style = .text) {
    spans.append(Span(text, style))
  }
}

extension StyledText: ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  package init(arrayLiteral elements: Span...) { self.init(elements) }
  package init(stringLiteral value: String) { self.init(value) }
}

extension Frame {
  /// Writes a line of spans. One that has no room ends in an ellipsis.
  ///
  /// - Parameter ground: the role behind those spans that name none themselves.
  /// - Parameter skipping: columns scrolled out to the left.
  /// - Parameter marksCut: false where somebody types, whose last letter is to be seen.
  /// - Parameter marksStart: whether a line begins with an ellipsis where some of its text is scrolled out.
  /// - Returns: the columns used.
  @discardableResult
  package mutating func put(
    _ line: StyledText, at point: Point, maxWidth: Int = .max, on ground: Role? = nil, skipping: Int = 0,
    marksCut: Bool = true, marksStart: Bool = false
  ) -> Int {
    guard point.y >= 0, point.y < size.height else { return 0 }
    let (used, isCut) =
      skipping == 0
      ? putWhatFits(line, at: point, maxWidth: maxWidth, on: ground)
      : putScrolled(line, at: point, maxWidth: maxWidth, on: ground, skipping: skipping)
    if isCut, marksCut { markCut(at: point.moved(right: used - 1)) }
    if marksStart, skipping > 0, maxWidth > 0, line.hasText(before: skipping) { markCut(at: point) }
    return used
  }

  private mutating func putWhatFits(
    _ line: StyledText, at point: Point, maxWidth: Int, on ground: Role?
  ) -> (used: Int, isCut: Bool) {
    var used = 0
    for span in line.spans {
      guard used < maxWidth, point.x + used < size.width else {
        if span.text.isEmpty { continue }
        return (used, true)
      }
      let style = span.style.ground == nil ? span.style.on(ground) : span.style
      let drawn = putWhatFits(span.text, at: point.moved(right: used), style: style, maxWidth: maxWidth - used)
      used += drawn.used
      if drawn.isCut { return (used, true) }
    }
    return (used, false)
  }

  /// Draws on a strip of its own, so that a wide grapheme cut by the left edge is cut cleanly.
  private mutating func putScrolled(
    _ line: StyledText, at point: Point, maxWidth: Int, on ground: Role?, skipping: Int
  ) -> (used: Int, isCut: Bool) {
    let width = min(maxWidth, size.width - point.x)
    guard width > 0 else { return (0, false) }
    var strip = Frame(size: Size(width: width, height: 1))
    let drawn = strip.putWhatFits(line, at: Point(x: -skipping, y: 0), maxWidth: .max, on: ground)
    let used = max(0, drawn.used - skipping)
    copy(strip, at: point, columns: min(used, width))
    return (used, drawn.isCut)
  }

  private mutating func copy(_ strip: Frame, at point: Point, columns: Int) {
    for x in 0..<columns where point.x + x >= 0 {
      set(strip.cells[x], x: point.x + x, y: point.y)
    }
  }
}

extension StyledText {
  /// Whether there is more than blanks in the first columns.
  fileprivate func hasText(before column: Int) -> Bool {
    var blanks = 0
    for span in spans {
      for character in span.text {
        guard blanks < column else { return false }
        guard character == " " else { return true }
        blanks += 1
      }
    }
    return false
  }
}
