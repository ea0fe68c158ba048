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
    case .left, .backtab, .character("h"): selection = (selection + buttons.count - 1) % buttons.count
    case .right, .tab, .character("l"): selection = (selection + 1) % buttons.count
    case .enter: return .activated
    default: return .ignored
    }
    return .handled
  }

  package func draw(into frame: inout Frame, rect: Rect) {
    let content = wrapped(width: max(1, min(rect.width - 4, 72)))
    let widest = content.map(\.columns).max() ?? 0
    let titleWidth = Sanitizer.columns(of: title) + 4
    let size = Size(
      width: max(widest, buttonRow.columns, titleWidth) + 4, height: content.count + (buttons.isEmpty ? 2 : 4))
    let inside = Self.open(title: title, size: size, into: &frame, rect: rect)
    let textRows = buttons.isEmpty ? inside.height : max(0, inside.height - 2)
    for (y, line) in content.prefix(textRows).enumerated() {
      frame.put(line, at: inside.row(y).origin, maxWidth: inside.width)
    }
    guard !buttons.isEmpty, inside.height > 0 else { return }
    let row = inside.row(inside.height - 1)
    let indent = max(0, (row.width - buttonRow.columns) / 2)
    frame.put(buttonRow, at: row.origin.moved(right: indent), maxWidth: row.width - indent)
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

  private var buttonRow: StyledText {
    var row = StyledText()
    for (index, button) in buttons.enumerated() {
      if index > 0 { row.append("  ") }
      row.append(" \(button) ", index == selection ? Style(.text, .bold, on: .selection) : Style(.muted))
    }
    return row
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
