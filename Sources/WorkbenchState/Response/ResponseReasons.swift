import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Says below the status line why a response is not what was expected. Each thing is said once: the status in the status line, what
/// was expected of it here, the server's own words, and what to do.
struct ResponseReasons {
  let shown: ShownExchange
  /// The bytes of the body that are here.
  let arrived: Int

  func lines(columns: Int) -> [StyledText] {
    let asks = shown.summary?.mayAskServer == true ? " Shift-F5 asks the server." : ""
    let cached =
      shown.summary?.cached.map { Self.lines("served from cache  ", .muted, $0 + asks, Style(.info), columns) } ?? []
    return cached + failureLines(columns) + pageLines + descriptionLines
  }

  private func failureLines(_ columns: Int) -> [StyledText] {
    guard let failure else {
      guard isCancelled else { return [] }
      let words = "Cancelled. What had arrived is shown: \(ByteCount.text(arrived))."
      return Self.lines("", .muted, words, Style(.warning), columns)
    }
    let headline = Self.lines("✗ ", Style(.failure), failure.summary, Style(.failure), columns)
    let said = shown.verdict?.message.map { Self.lines("server says  ", .muted, $0, Style(.warning), columns) } ?? []
    // The advice to read the server's words is followed already where they stand above.
    let isSaid = !said.isEmpty && failure.advice?.hasPrefix("See the body") == true
    let next = isSaid ? [] : failure.advice.map { Self.lines("try  ", .muted, $0, .text, columns) } ?? []
    return headline + said + next
  }

  /// The reason why the response is not what was expected, with the next step; nil if nothing is wrong. The text is
  /// that of the expectation that failed, the advice that of the kind of error by its status.
  private var failure: Problem? {
    if case .failed(let problem) = shown.stage { return shown.head == nil ? nil : problem }
    guard var failure = shown.summary?.failure else { return shown.verdict?.problem }
    if let problem = shown.verdict?.problem { (failure.code, failure.advice) = (problem.code, problem.advice) }
    return failure
  }

  private var isCancelled: Bool {
    if case .cancelled = shown.stage { shown.head != nil } else { false }
  }

  private var pageLines: [StyledText] {
    guard failure == nil, let words = shown.verdict?.pagination?.words else { return [] }
    return [[Span(words, .info), Span("   < > turn", .muted)]]
  }

  private var descriptionLines: [StyledText] {
    guard let format = shown.verdict?.description else { return [] }
    return [[Span("A description of an API (\(format.title))", .info), Span("   Alt-a imports it", .muted)]]
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
}

extension Pagination {
  /// `page 2 of 9, 812 in all`; nil where the API does not say which page it is.
  fileprivate var words: String? {
    guard let page else { return nil }
    return "page \(page)" + (pages.map { " of \($0)" } ?? "") + (total.map { ", \($0.grouped) in total" } ?? "")
  }
}
