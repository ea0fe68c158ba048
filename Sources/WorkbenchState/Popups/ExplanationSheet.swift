package import ParleyModel
package import TerminalKit
package import WorkbenchServices

/// A preview of the request that would be sent, with the reasons.
package struct ExplanationSheet: TextPopup {
  package static let widest = 110

  package let title: String
  let explanation: SendingExplained
  package var top = 0

  package init(_ request: RequestID, _ explanation: SendingExplained, at moment: ShownMoment? = nil) {
    let words = moment.map { "as it would have been sent \($0.words)" } ?? "as it would be sent"
    self.init(title: "\(request), \(words)", explanation)
  }

  package init(title: String, _ explanation: SendingExplained) {
    self.title = title
    self.explanation = explanation
  }

  package func lines(columns: Int) -> [StyledText] {
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
