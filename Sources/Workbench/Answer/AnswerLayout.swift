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

  /// - Parameter reasons: lines that are wanted for them; a third of the pane at most.
  init(_ rect: Rect, reasons: Int, hasFoot: Bool) {
    let rows = rect.rows(
      .fixed(1), .fixed(rect.height >= 3 ? min(reasons, max(1, rect.height / 3)) : 0), .fixed(rect.height >= 2 ? 1 : 0),
      .weight(1),
      .fixed(hasFoot && rect.height >= 4 ? 1 : 0))
    (status, reason, tabs, content, foot) = (rows[0], rows[1], rows[2], rows[3], rows[4])
  }
}

extension Pagination {
  /// `page 2 of 9, 812 in all`; nil where the API does not say which page it is.
  fileprivate var words: String? {
    guard let page else { return nil }
    return "page \(page)" + (pages.map { " of \($0)" } ?? "") + (total.map { ", \($0.grouped) in all" } ?? "")
  }
}

extension Answer {
  func layout(in rect: Rect) -> AnswerLayout {
    AnswerLayout(
      rect, reasons: reasons(columns: rect.width).count, hasFoot: tab == .body || prompt != nil || message != nil)
  }

  /// Below the status line: why it came out of the cache, what was missed, which kind of error it is, what the API says of it, and what to do; or which page of
  /// a list this is.
  func reasons(columns: Int) -> [StyledText] {
    let cached = summary?.cached.map { Self.lines("from the cache  ", .muted, $0, Style(.info), columns) } ?? []
    let missed = cached + (reason.map { Self.lines("✗ ", Style(.failure), $0, Style(.failure), columns) } ?? [])
    guard let verdict else { return missed }
    guard let problem = verdict.problem else {
      let page = verdict.pagination?.words.map { StyledText([Span($0, .info), Span("   < > turn", .muted)]) }
      return missed + [page].compactMap(\.self)
    }
    let kind = Self.lines("\(problem.code)  ", .muted, problem.summary, .text, columns)
    let said = verdict.message.map { Self.lines("the API says  ", .muted, $0, Style(.warning), columns) } ?? []
    let next = problem.advice.map { Self.lines("do  ", .muted, $0, .text, columns) } ?? []
    return missed + kind + said + next
  }

  private static func lines(
    _ label: String, _ labelStyle: Style, _ text: String, _ style: Style, _ columns: Int
  ) -> [StyledText] {
    let indent = CellWidth.columns(of: label)
    let blank = String(repeating: " ", count: indent)
    return TextWrap.lines(of: text, width: max(8, columns - indent)).enumerated().map { place, line in
      StyledText([place == 0 ? Span(label, labelStyle) : Span(blank), Span(line, style)])
    }
  }

  /// One sentence below the status line, in red.
  var reason: String? {
    if let refusal = summary?.refusal { return refusal }
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
