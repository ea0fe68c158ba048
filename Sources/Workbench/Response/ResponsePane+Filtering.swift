import ParleyEngine
import ParleyText
import TerminalKit

/// A filter over the body, and what has become of it.
struct BodyFilter: Sendable {
  /// The body as it came, with the place one had in it.
  var whole: BodyPane
  /// Runs it; for effects only.
  var live: LiveFilter
  var text = ""
  /// Rises with every keystroke.
  var number = 0
  var isRunning = false
  /// Why the text gives nothing; the last result stays in view.
  var mistake: FilterMistake?
  /// How many values it gave.
  var count: Int?
  /// By what the lines in view were made.
  var shown: String?

  /// By which one value is in view, so that more can be said of it; nil where there are several.
  var kept: String? { count == 1 ? shown : nil }
}

// A filter in the language of jq, over the body, while it is typed.
extension ResponsePane {
  mutating func startFilter() -> [Effect] {
    guard let response else { return [] }
    if filter == nil {
      filter = BodyFilter(whole: body, live: LiveFilter(response, hiding: isRevealed ? Secrets() : secrets))
    }
    prompt = Prompt(purpose: .filter, area: LineEditor(filter?.text ?? ""))
    return []
  }

  mutating func filter(by text: String) -> [Effect] {
    guard filter != nil else { return [] }
    filter?.text = text
    filter?.number += 1
    filter?.mistake = nil
    guard !text.allSatisfy(\.isWhitespace) else { return showWhole() }
    filter?.isRunning = true
    return filterWork
  }

  private var filterWork: [Effect] {
    guard let filter else { return [] }
    return [
      .perform(
        LiveFilterEffect(
          live: filter.live, text: filter.text, number: filter.number, request: request, exchange: exchange))
    ]
  }

  mutating func take(_ outcome: LiveFilter.Outcome, _ number: Int) -> [Effect] {
    guard number == filter?.number else { return [] }
    filter?.isRunning = false
    switch outcome {
    case .failure(let mistake):
      filter?.mistake = mistake
      return []
    case .success(let result):
      let text = filter?.text
      filter?.count = result.count
      filter?.shown = text
      show(BodyView(InMemoryBytes(result.body), contentType: "application/json", secrets: secrets))
      return renewPage() + searchAgain()
    }
  }

  /// What was made of it until now is out of date, or shows too much.
  mutating func filterAgain() -> [Effect] {
    guard let response, let filter else { return [] }
    filter.live.stop()
    self.filter?.live = LiveFilter(response, hiding: isRevealed ? Secrets() : secrets)
    return filter.text.isEmpty ? [] : self.filter(by: filter.text)
  }

  /// Back to the body as it came.
  mutating func dropFilter() -> [Effect] {
    guard let filter else { return [] }
    filter.live.stop()
    self.filter = nil
    body = filter.whole
    return renewPage()
  }

  private mutating func showWhole() -> [Effect] {
    guard let filter else { return [] }
    filter.live.stop()
    self.filter?.isRunning = false
    self.filter?.count = nil
    self.filter?.shown = nil
    body = filter.whole
    return renewPage()
  }

  private mutating func show(_ view: BodyView) {
    var pane = BodyPane()
    pane.view = view
    pane.page = body.page
    pane.search.term = body.search.term
    pane.search.number = body.search.number
    pane.cursor = body.cursor
    pane.cursor.select(0)
    body = pane
  }
}

/// Runs a filter over the body, away from the screen.
struct LiveFilterEffect: ServiceEffect {
  let live: LiveFilter
  let text: String
  let number: Int
  let request: RequestID
  let exchange: ExchangeID?

  func perform(with services: any Services) async throws -> [Action] {
    guard let outcome = await live.outcome(of: text, number: number, with: services) else { return [] }
    return [.response(.of(exchange, .filtered(outcome, number: number)), of: request)]
  }
}

// What a filter looks like.
extension ResponsePane {
  /// Beside the text while it is typed: what it gave, or why it gave nothing.
  var filterWords: StyledText {
    guard let filter else { return "" }
    if let mistake = filter.mistake {
      return [Span("✗ \(mistake.column.map { "column \($0): " } ?? "")\(mistake.sentence)", .failure)]
    }
    if filter.isRunning { return [Span("…", .muted)] }
    return filter.count.map { [Span($0.counted("value"), .muted)] } ?? [Span("such as .items[0].name", .muted)]
  }
}
