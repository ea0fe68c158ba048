/// Text in one style.
public struct Span: Hashable, Sendable {
  public var text: String
  public var style: Style

  public init(_ text: String, _ style: Style = .text) {
    self.text = text
    self.style = style
  }

  public init(_ text: String, _ role: Role, _ attributes: Attributes = []) {
    self.init(text, Style(role, attributes))
  }
}

/// A line made of spans.
///
///     let line: StyledText = [Span("GET ", .accent), Span("/users")]
public struct StyledText: Hashable, Sendable {
  public var spans: [Span]

  public init(_ spans: [Span] = []) {
    self.spans = spans
  }

  public init(_ text: String, _ style: Style = .text) {
    self.init(text.isEmpty ? [] : [Span(text, style)])
  }

  public var plain: String { spans.reduce(into: "") { $0 += $1.text } }
  public var isEmpty: Bool { spans.allSatisfy { $0.text.isEmpty } }
  /// As drawn, so with the signs that stand for what may not be drawn.
  public var columns: Int { spans.reduce(0) { $0 + Sanitizer.columns(of: $1.text) } }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(left.spans + right.spans)
  }

  public mutating func append(_ text: String, _ style: Style = .text) {
    spans.append(Span(text, style))
  }
}

extension StyledText: ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  public init(arrayLiteral elements: Span...) { self.init(elements) }
  public init(stringLiteral value: String) { self.init(value) }
}

extension Frame {
  /// Writes a line of spans.
  ///
  /// - Parameter ground: the role behind those spans that name none themselves.
  /// - Parameter skipping: columns scrolled out to the left.
  /// - Returns: the columns used.
  @discardableResult
  public mutating func put(
    _ line: StyledText, at point: Point, maxWidth: Int = .max, on ground: Role? = nil, skipping: Int = 0
  ) -> Int {
    guard point.y >= 0, point.y < size.height else { return 0 }
    guard skipping == 0 else { return putScrolled(line, at: point, maxWidth: maxWidth, on: ground, skipping: skipping) }
    var used = 0
    for span in line.spans where used < maxWidth && point.x + used < size.width {
      let style = span.style.ground == nil ? span.style.on(ground) : span.style
      used += put(span.text, at: point.moved(right: used), style: style, maxWidth: maxWidth - used)
    }
    return used
  }

  /// Draws on a strip of its own, so that a wide grapheme cut by the left edge is cut cleanly.
  private mutating func putScrolled(
    _ line: StyledText, at point: Point, maxWidth: Int, on ground: Role?, skipping: Int
  ) -> Int {
    let width = min(maxWidth, size.width - point.x)
    guard width > 0 else { return 0 }
    var strip = Frame(size: Size(width: width, height: 1))
    let used = strip.put(line, at: Point(x: -skipping, y: 0), on: ground) - skipping
    copy(strip, at: point, columns: min(max(0, used), width))
    return max(0, used)
  }

  private mutating func copy(_ strip: Frame, at point: Point, columns: Int) {
    for x in 0..<columns where point.x + x >= 0 {
      set(strip.cells[x], x: point.x + x, y: point.y)
    }
  }
}
