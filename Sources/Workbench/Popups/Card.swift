import ParleyEngine
import TerminalKit

/// A failure whole: what happened, where, what is known, what to do.
struct Card: Sheet {
  let problem: Problem
  /// Lines scrolled out at the top.
  private var top = 0

  init(_ problem: Problem) {
    self.problem = problem
  }

  mutating func update(_ action: PopupAction, in state: State) -> LayerAnswer<Action> {
    let page = max(1, state.size.height - 6)
    switch action {
    case .close, .accept: return .close(nil)
    case .copy: return .act(.shell(.copy("\(problem.code): \(problem.description)")))
    case .move(.lines(let count)): top += count
    case .move(.pages(let count)): top += count * page
    case .move(.first): top = 0
    case .move(.last): top = .max
    case .next, .previous: break
    }
    let last = lines(columns: Self.width(in: state.size)).count - page
    top = max(0, min(last, top))
    return .handled
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let width = Self.width(in: rect.size)
    let lines = lines(columns: width)
    let size = Size(width: width, height: min(lines.count, max(1, rect.height - 2)))
    let inside = frame.popup(size, over: rect, title: "✗ \(problem.code)", role: .failure)
    for (row, line) in lines.dropFirst(top).prefix(inside.height).enumerated() {
      frame.put(line, at: inside.row(row).origin, maxWidth: inside.width)
    }
  }

  private static func width(in size: Size) -> Int { max(10, min(72, size.width - 8)) }

  private func lines(columns: Int) -> [StyledText] {
    var lines = TextWrap.lines(of: problem.summary, width: columns).map { StyledText($0, Style(.failure)) }
    for (label, text) in [("Where", problem.place), ("Known", problem.detail), ("Do", problem.advice)] {
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
