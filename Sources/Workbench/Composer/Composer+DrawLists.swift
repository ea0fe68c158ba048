import TerminalKit

// What drops down: names for a template, methods, kinds of body.
extension Composer {
  func drawLists(into frame: inout Frame, _ rect: Rect, _ layout: ComposerLayout) {
    if let menu {
      draw(menu.matches.map(\.words), menu.cursor, into: &frame, within: rect, below: anchor(of: menu, layout))
    } else if let completion = field?.completion, let cursor = frame.cursor {
      let width = completion.choices.reduce(0) { max($0, CellWidth.columns(of: $1.name)) }
      let lines = completion.choices.map { Self.line(of: $0, nameWidth: min(width, 24)) }
      draw(lines, completion.cursor, into: &frame, within: rect, below: cursor)
    }
  }

  private func anchor(of menu: ChoiceMenu, _ layout: ComposerLayout) -> Point {
    switch menu.subject {
    case .method: layout.url.origin.moved(right: 1)
    case .bodyKind: (layout.kind.isEmpty ? layout.tabs : layout.kind).origin.moved(right: 1)
    case .setting: layout.content.origin.moved(right: 12, down: cursor.selected - cursor.top)
    }
  }

  private static func line(of name: TemplateName, nameWidth: Int) -> StyledText {
    let shown = name.name.fitted(to: nameWidth)
    let gap = String(repeating: " ", count: nameWidth - CellWidth.columns(of: shown) + 2)
    var line: StyledText = [Span(shown + gap, .key)]
    if let value = name.value { line.append("\(value.fitted(to: 30))  ", .text) }
    line.append("← \(name.source)", .muted)
    return line
  }

  private func draw(
    _ lines: [StyledText], _ cursor: ListCursor, into frame: inout Frame, within rect: Rect, below point: Point
  ) {
    frame.dropDown(lines, cursor, limit: Completion.visibleRows * 2, within: rect, below: point)
  }
}

extension ChoiceMenu.Match {
  fileprivate var words: StyledText { .marking(places, in: choice) }
}
