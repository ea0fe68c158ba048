package import TerminalKit
package import WorkbenchServices

/// The reason why no response came: what happened, where, and what to do about it.
package struct FailureCard {
  private let problem: Problem
  private let request: String
  private let hasWire: Bool

  /// - Parameter hasWire: whether it can be seen what went over the wire.
  package init(_ problem: Problem, request: String, hasWire: Bool = false) {
    self.hasWire = hasWire
    self.problem = problem
    self.request = request
  }

  package func draw(into frame: inout Frame, _ rect: Rect) {
    var row = 0
    let roomy = rect.height >= 8 ? 1 : 0
    row += put(problem.summary, "✗ ", Style(.failure, .bold), into: &frame, rect, row)
    for line in problem.parts where row < rect.height {
      frame.put(line, at: rect.row(row).origin, maxWidth: rect.width)
      row += 1
    }
    row += roomy
    for (label, text) in entries {
      row += put(text, label, .text, into: &frame, rect, row)
    }
  }

  private var entries: [(String, String)] {
    let all: [(String, String?)] = [
      ("detail ", problem.detail), ("where  ", problem.place ?? (request.isEmpty ? nil : request)),
      ("try    ", problem.advice),
      ("trust  ", problem.code == "network.tls" ? Self.trust : nil),
      ("wire   ", hasWire ? "The Wire tab shows the bytes sent and received." : nil),
    ]
    return all.compactMap { label, text in text.map { (label, $0) } }
  }

  private static let trust = "Alt-h shows the certificates and what you can do."

  /// - Returns: the lines it took.
  private func put(
    _ text: String, _ label: String, _ style: Style, into frame: inout Frame, _ rect: Rect, _ first: Int
  ) -> Int {
    let indent = label.count
    let lines = TextWrap.lines(of: text, width: max(8, min(76, rect.width - indent)))
    for (index, line) in lines.enumerated() where first + index < rect.height {
      let row = rect.row(first + index)
      if index == 0 { frame.put(label, at: row.origin, style: label == "✗ " ? style : .muted, maxWidth: row.width) }
      frame.put(line, at: row.origin.moved(right: indent), style: style, maxWidth: max(0, row.width - indent))
    }
    return lines.count
  }
}
