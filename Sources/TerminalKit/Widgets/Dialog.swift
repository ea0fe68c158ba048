/// A box in the middle of the screen over what is dimmed behind it: a title, some lines, and buttons.
///
///     var ask = Dialog(title: "Quit?", text: "2 drafts are not saved.", buttons: ["Save and quit", "Quit", "Stay"])
package struct Dialog: Hashable, Sendable {
  package var title: String
  package var lines: [StyledText]
  package var buttons: [String]
  package private(set) var selection: Int

  /// - Parameter text: wrapped to the box as it is drawn.
  package init(title: String, text: String, buttons: [String] = ["OK"], selection: Int = 0) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { StyledText(String($0)) }
    self.init(title: title, lines: lines, buttons: buttons, selection: selection)
  }

  package init(title: String, lines: [StyledText], buttons: [String] = ["OK"], selection: Int = 0) {
    self.title = title
    self.lines = lines
    self.buttons = buttons
    self.selection = max(0, min(selection, buttons.count - 1))
  }

  /// ``Outcome/activated`` is Enter on ``selection``; Esc is ignored, so that the owner of the box can close it.
  package mutating func handle(_ key: Key) -> Outcome {
    guard !buttons.isEmpty else { return .ignored }
    switch key {
    case .left, .up, .backtab, .character("h"), .character("k"):
      selection = (selection + buttons.count - 1) % buttons.count
    case .right, .down, .tab, .character("l"), .character("j"): selection = (selection + 1) % buttons.count
    case .enter: return .activated
    default: return .ignored
    }
    return .handled
  }

  package func draw(into frame: inout Frame, rect: Rect) {
    let content = wrapped(width: max(1, min(rect.width - 4, 72)))
    let rows = buttonRows(width: rect.width - 4)
    let widest = (content + rows).map(\.columns).max() ?? 0
    let titleWidth = Sanitizer.columns(of: title) + 4
    let size = Size(
      width: max(widest, titleWidth) + 4, height: content.count + (rows.isEmpty ? 2 : rows.count + 3))
    let inside = Self.open(title: title, size: size, into: &frame, rect: rect)
    let textRows = rows.isEmpty ? inside.height : max(0, inside.height - rows.count - 1)
    for (y, line) in content.prefix(textRows).enumerated() {
      frame.put(line, at: inside.row(y).origin, maxWidth: inside.width)
    }
    // The selected one is in sight, however small the screen is.
    let first = max(0, min(selection, rows.count - inside.height))
    let shown = rows.dropFirst(first).prefix(inside.height)
    for (y, line) in shown.enumerated() {
      let row = inside.row(inside.height - shown.count + y)
      let indent = rows.count > 1 ? 0 : max(0, (row.width - line.columns) / 2)
      frame.put(line, at: row.origin.moved(right: indent), maxWidth: row.width - indent)
    }
  }

  /// Draws an empty box of this size in the middle, what lies behind it dimmed. For pop-ups with content of their own.
  ///
  /// - Returns: the area for the content.
  package static func open(title: String, size: Size, into frame: inout Frame, rect: Rect) -> Rect {
    let box = rect.centered(size)
    frame.restyle(rect) { $0 = Style(.muted, .dim) }
    frame.fill(box)
    return frame.box(box, title: title, style: Style(.borderFocused)).inset(horizontal: box.width > 6 ? 1 : 0)
  }

  /// Side by side where they have room, else one below the other.
  private func buttonRows(width: Int) -> [StyledText] {
    let texts = buttons.enumerated().map { index, button in
      StyledText(" \(button) ", index == selection ? Style(.text, .bold, on: .selection) : Style(.muted))
    }
    let row = texts.dropFirst().reduce(texts.first ?? "") { $0 + "  " + $1 }
    return row.columns <= width ? texts.isEmpty ? [] : [row] : texts
  }

  /// Lines that fit stay as they are; longer ones are wrapped, in the style of their beginning.
  private func wrapped(width: Int) -> [StyledText] {
    lines.flatMap { line -> [StyledText] in
      guard line.columns > width else { return [line] }
      let style = line.spans.first?.style ?? .text
      return TextWrap.lines(of: line.plain, width: width).map { StyledText($0, style) }
    }
  }
}
