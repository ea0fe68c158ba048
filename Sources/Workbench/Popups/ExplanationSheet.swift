import TerminalKit

/// What would be sent and why, to be read.
struct ExplanationSheet: Sheet {
  let title: String
  let explanation: SendingExplained
  /// Lines scrolled out at the top.
  private var top = 0

  init(_ request: RequestID, _ explanation: SendingExplained) {
    title = "\(request), as it would be sent"
    self.explanation = explanation
  }

  init(title: String, _ explanation: SendingExplained) {
    self.title = title
    self.explanation = explanation
  }

  mutating func update(_ action: PopupAction, in state: State) -> LayerAnswer<Action> {
    let rect = state.arrangement.popups
    let page = max(1, rect.height - 2)
    switch action {
    case .close, .accept: return .close(nil)
    case .copy: return .act(.shell(.copy(lines(columns: 200).map(\.plain).joined(separator: "\n"))))
    case .move(.lines(let count)): top += count
    case .move(.pages(let count)): top += count * page
    case .move(.first): top = 0
    case .move(.last): top = .max / 2
    case .next, .previous: break
    }
    top = max(0, min(lines(columns: Self.width(rect)).count - page, top))
    return .handled
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let width = Self.width(rect)
    let lines = lines(columns: width)
    let size = Size(width: width, height: max(1, min(lines.count, rect.height - 2)))
    let inside = frame.popup(size, over: rect, title: title)
    for (row, line) in lines.dropFirst(top).prefix(inside.height).enumerated() {
      frame.put(line, at: inside.row(row).origin, maxWidth: inside.width)
    }
    let hidden = lines.count - top - inside.height
    guard hidden > 0 else { return }
    let more = " ↓ \(hidden) more "
    frame.put(more, at: Point(x: inside.maxX - more.count, y: inside.maxY), style: .muted)
  }

  private static func width(_ rect: Rect) -> Int { max(10, min(110, rect.width - 8)) }

  private func lines(columns: Int) -> [StyledText] {
    let names = explanation.stages.flatMap(\.lines).map { CellWidth.columns(of: Sanitizer.visible($0.name)) }
    let indent = min(names.max() ?? 0, columns / 3) + 2
    return explanation.stages.flatMap { stage in
      [StyledText(stage.title, Style(.title))] + stage.lines.flatMap { lines(of: $0, indent, columns) } + [""]
    }.dropLast()
  }

  private func lines(of line: SendingExplained.Line, _ indent: Int, _ columns: Int) -> [StyledText] {
    let name = line.name.fitted(to: indent - 2)
    let gap = String(repeating: " ", count: max(1, indent - CellWidth.columns(of: name)))
    let origin: StyledText = line.origin.isEmpty ? "" : StyledText("  ← \(line.origin)", .muted)
    let texts = TextWrap.lines(of: line.value, width: max(8, columns - indent))
    return texts.enumerated().map { place, text in
      let front: StyledText =
        place == 0 ? [Span(name, .key), Span(gap)] : [Span(String(repeating: " ", count: indent))]
      return front + StyledText(text) + (place == texts.count - 1 ? origin : "")
    }
  }
}
