package import TerminalKit
import WorkbenchState

/// A request to the mock server and its response as they were on the wire.
package struct ServedWireSheet: TextPopup {
  let summary: String
  let wire: [String]
  package var top = 0

  package init(summary: String, wire: [String], top: Int = 0) {
    self.summary = summary
    self.wire = wire
    self.top = top
  }

  package var title: String { "Mock server" }
  package static let widest = 120

  package func lines(columns: Int) -> [StyledText] {
    let head = TextWrap.lines(of: summary, width: max(8, columns)).map { StyledText($0, .text) }
    return head + [""]
      + wire.flatMap { line in
        TextWrap.lines(of: String(line.dropFirst(2)), width: max(8, columns - 2)).map {
          [Span(String(line.prefix(2)), Self.style(of: line)), Span($0)]
        }
      }
  }

  private static func style(of line: String) -> Style {
    switch line.first {
    case ">": Style(.info)
    case "<": Style(.success)
    default: .muted
    }
  }
}
