import ParleyEngine
import TerminalKit

/// Where the parts of the answer stand in a pane of a given size.
struct AnswerLayout: Hashable {
  var status: Rect
  /// Why it is not what was expected, or why it broke off.
  var reason: Rect
  var tabs: Rect
  var content: Rect
  /// The path of the value under the cursor, or a line that takes text.
  var foot: Rect

  init(_ rect: Rect, hasReason: Bool, hasFoot: Bool) {
    let rows = rect.rows(
      .fixed(1), .fixed(hasReason && rect.height >= 3 ? 1 : 0), .fixed(rect.height >= 2 ? 1 : 0), .weight(1),
      .fixed(hasFoot && rect.height >= 4 ? 1 : 0))
    (status, reason, tabs, content, foot) = (rows[0], rows[1], rows[2], rows[3], rows[4])
  }
}

extension Answer {
  func layout(in rect: Rect) -> AnswerLayout {
    AnswerLayout(rect, hasReason: reason != nil, hasFoot: tab == .body || prompt != nil || message != nil)
  }

  /// One sentence below the status line, in red.
  var reason: String? {
    if let miss = summary?.miss { return "Expected \(miss.expectation): \(miss.reason)." }
    guard head != nil else { return nil }
    switch stage {
    case .failed(let problem): return [problem.summary, problem.advice].compactMap(\.self).joined(separator: " ")
    case .cancelled: return "Cancelled. What had arrived is kept."
    case .empty, .onItsWay, .answered: return nil
    }
  }

  mutating func resize(to size: Size) {
    guard size != self.size else { return }
    self.size = size
    showTiming()
    fit()
  }

  /// Tells the lists how many lines are in view.
  mutating func fit() {
    let height = max(1, layout(in: Rect(origin: .zero, size: size)).content.height)
    body.cursor.height = height
    for tab in Tab.allCases where tab != .body { self[tab].cursor.height = height }
  }
}
