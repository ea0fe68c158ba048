import ParleyEngine
import TerminalKit

extension SharedValuePane {
  func title(in context: ViewContext) -> PaneTitle {
    if let edit {
      return PaneTitle([Span("Value", .title)], right: [Span("editing \(edit.kind.rawValue)", .warning)])
    }
    guard let row else { return PaneTitle([Span("Value", .title)]) }
    let facts = [row.kind?.rawValue, row.cipher, row.key.environment ?? "all environments"].compactMap(\.self)
    let revealed: StyledText = isRevealed ? [Span("revealed  ", .warning)] : ""
    return PaneTitle([Span("Value", .title)], right: revealed + StyledText(facts.joined(separator: " · "), .muted))
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    if edit != nil { return drawEditor(into: &frame, rect, isFocused) }
    guard let row else { return }
    let area = rect.inset(left: 1)
    if body.view != nil {
      body.draw(into: &frame, area, isFocused: isFocused, numbersOneLine: false)
    } else {
      for (line, text) in instead(of: row).enumerated() where line < area.height {
        frame.put(text, at: area.row(line).origin, maxWidth: area.width)
      }
    }
  }

  /// What stands where no value does.
  private func instead(of row: SharedRow) -> [StyledText] {
    if row.kind == nil { return [StyledText("The key was removed.", .muted)] }
    if let problem = row.problem { return [StyledText("✗ \(problem)", Style(.failure))] }
    guard row.isSecret else { return [StyledText("…", .muted)] }
    return [
      StyledText(Secrets.mask, Style(.secret)), "",
      [Span("v", .hint), Span(" reveals it   ", .muted), Span("Enter", .hint), Span(" edits it", .muted)],
    ]
  }
}

// The editor, and what is to be said about it.
extension SharedValuePane {
  private func drawEditor(into frame: inout Frame, _ rect: Rect, _ isFocused: Bool) {
    guard let edit else { return }
    edit.draw(into: &frame, rect, size: editorSize, above: notes, isFocused: isFocused) {
      edit.kind == .json ? TemplateColours.json($0[...], uses: []) : StyledText($0)
    }
  }

  var notes: [StyledText] {
    guard let edit else { return [] }
    let width = max(8, size.width - 1)
    let mistake = edit.mistake.map { Self.lines("✗ \($0.sentence) Alt-t makes it text.", Style(.failure), width) } ?? []
    let newer = edit.newer.map { row in
      let words = row.kind == nil ? "removed it" : "wrote it"
      return Self.lines("● \(row.writer ?? "Somebody else") \(words) meanwhile.", Style(.mark), width)
    }
    return Array((mistake + (newer ?? [])).prefix(max(0, size.height - 1)))
  }

  private static func lines(_ text: String, _ style: Style, _ width: Int) -> [StyledText] {
    TextWrap.lines(of: text, width: width).map { StyledText($0, style) }
  }
}
