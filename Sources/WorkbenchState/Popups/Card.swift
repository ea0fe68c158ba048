import ParleyEngine
package import TerminalKit
package import WorkbenchServices

/// A failure whole: what happened, where, what is known, what to do.
package struct Card: TextPopup {
  package static let widest = 72

  let problem: Problem
  package let title: String
  package var top = 0

  package init(_ problem: Problem, title: String? = nil) {
    self.problem = problem
    self.title = title ?? "✗ \(problem.heading.prefix(1).uppercased())\(problem.heading.dropFirst())"
  }

  package var role: Role { .failure }
  package var copied: String { "\(problem.code): \(problem.description)" }

  package func lines(columns: Int) -> [StyledText] {
    var lines = TextWrap.lines(of: problem.summary, width: columns).map { StyledText($0, Style(.failure)) }
    for (label, text) in [
      ("Where", problem.place), ("Detail", problem.detail), ("Try", problem.advice), ("Code", problem.code),
    ] {
      guard let text, !text.isEmpty else { continue }
      lines.append("")
      for (index, line) in TextWrap.lines(of: text, width: columns - 8).enumerated() {
        let heading = index == 0 ? label : ""
        lines.append([Span(heading + String(repeating: " ", count: 8 - heading.count), .muted), Span(line)])
      }
    }
    return lines
  }
}
