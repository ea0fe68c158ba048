import TerminalKit
import WorkbenchServices

/// Draws the text of a file that is not YAML, with the error, in place of the request.
struct FaultyDrawing {
  let file: FaultyFile

  func draw(into frame: inout Frame, _ rect: Rect) {
    let mistake = file.mistake
    let place = "\(mistake.file), line \(mistake.line), column \(mistake.column)"
    var head = TextWrap.lines(of: "✗ \(mistake.message)", width: max(8, rect.width - 2)).map {
      StyledText($0, Style(.failure))
    }
    if let hint = mistake.hint {
      head += TextWrap.lines(of: hint, width: max(8, rect.width - 2)).map { StyledText($0, .text) }
    }
    head += [[Span(place, .muted), Span("   Enter", .hint), Span(" opens it in $EDITOR", .muted)], ""]
    for (row, line) in head.enumerated() where row < rect.height {
      frame.put(line, at: rect.row(row).origin.moved(right: 1), maxWidth: rect.width - 1)
    }
    drawText(into: &frame, rect.inset(top: min(head.count, rect.height)))
  }

  /// As many lines as there is room for, the wrong one among them.
  private func drawText(into frame: inout Frame, _ area: Rect) {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    let wrong = file.mistake.line - 1
    let first = max(0, min(wrong - area.height / 2, lines.count - area.height))
    let gutter = String(lines.count).count
    for (row, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
      let isWrong = first + row == wrong
      let number = "\(first + row + 1)".leftPadded(to: gutter)
      let words: StyledText = [
        Span(isWrong ? "›" : " ", .failure), Span("\(number)  ", isWrong ? Style(.failure) : .muted),
        Span(Sanitizer.visible(String(line)), isWrong ? Style(.text, .bold) : .text),
      ]
      frame.put(words, at: area.row(row).origin, maxWidth: area.width)
    }
  }
}

extension FaultyFile {
  /// The keys where one stands in place of a request.
  static var commands: [CommandRow] {
    [
      CommandRow(
        "composer.editFile", "Edit the file", help: "Opens the request's file in $EDITOR, at the error.",
        keys: ["Enter", "e", "E"], in: [.composerFaulty], hint: .init("edit the file", rank: 5)
      ) { state in
        guard let composer = state.tabs.current?.composer else { return [] }
        let line = composer.onDisk.faulty?.mistake.line
        return [.perform(RequestEffect.openInEditor(composer.request, line: line))]
      }
    ]
  }
}
