import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// An exchange out of the history with all that is shown of it, read away from the screen.
package struct OpenedExchange: Sendable {
  let exchange: RecordedExchange
  let request: RequestLines
  let wire: [StyledText]
}

/// One exchange whole: what came back, and what was sent.
struct ExchangePane: TabbedBodyPane {
  enum Tab: Int, CaseIterable, Sendable {
    case response, headers, request, timing, wire

    var title: String {
      switch self {
      case .response: "Response"
      case .headers: "Headers"
      case .request: "Request"
      case .timing: "Timing"
      case .wire: "Wire"
      }
    }
  }

  let exchange: RecordedExchange
  let head: ResponseOverview?
  var tab = Tab.response
  var browser = BodyBrowser()
  var panes: [Tab: LinesPane] = [:]
  /// The word by which a search found the exchange, marked wherever it stands.
  let hit: String?
  /// Whether the place of that word is still to be gone to.
  private var seeksHit: Bool
  private var size = Size.zero

  /// - Parameter hit: the word by which a search found it.
  init(_ opened: OpenedExchange, hit: String? = nil, size: Size = .zero) {
    exchange = opened.exchange
    (self.hit, seeksHit) = (hit, hit != nil)
    head = opened.exchange.outcome.response.map(ResponseOverview.init)
    panes[.request, default: LinesPane()].lines = opened.request.lines
    panes[.wire, default: LinesPane()].lines = opened.wire
    browser.secrets = exchange.secrets
    show(opened.exchange.outcome.response)
    markHits()
    resize(to: size)
  }

  private mutating func show(_ response: Response?) {
    guard let response, let head else { return }
    browser.response = response
    browser.pane.view = BodyView(response.body, contentType: response.contentType, secrets: exchange.secrets)
    let shown = HeaderLines(
      head, hops: response.hops, sentAs: exchange.sent.method, trailers: response.trailers, masking: exchange.secrets)
    panes[.headers, default: LinesPane()].lines = shown.lines
    panes[.headers]?.copies = shown.copies
  }

  var owner: any BodyOwner { ExchangeBody(id: exchange.id) }

  static var keyContextSets: [[KeyContext]] {
    let browsing = KeyContext.around(isTyping: false)
    return [
      [.exchange] + browsing, [.exchangeBody, .exchange] + browsing, [.exchangeHeaders, .exchange] + browsing,
      [.exchangePrompt] + KeyContext.around(isTyping: true),
    ]
  }

  var keyContexts: [KeyContext] {
    if isTyping { return [.exchangePrompt] }
    return switch tab {
    case .response: [.exchangeBody, .exchange]
    case .headers: [.exchangeHeaders, .exchange]
    case .request, .timing, .wire: [.exchange]
    }
  }

  mutating func resize(to size: Size) {
    if size != self.size, let response = exchange.outcome.response {
      let width = max(20, size.width - 2)
      panes[.timing, default: LinesPane()].lines =
        TimingLines(ResponseSummary(response), width: width, masking: exchange.secrets).lines
    }
    self.size = size
    lay(out: size)
  }
}

// What happens in it.
extension ExchangePane {
  mutating func take(_ action: BodyBrowser.Action, of id: ExchangeID) -> [Effect] {
    guard id == exchange.id else { return [] }
    return browser.update(action, of: owner) + goToHit(after: action)
  }

  mutating func startSaving() -> [Effect] { startSaving(as: exchange.request?.name ?? "response") }
}

// The word that it was found by.
extension ExchangePane {
  /// Marks it in all parts but the body, which is searched once it is there.
  private mutating func markHits() {
    guard let hit else { return }
    for tab in Tab.allCases where tab != .response {
      guard var lines = panes[tab] else { continue }
      if let line = lines.search.begin(hit, in: lines.lines, from: 0) { lines.cursor.jump(to: line) } else { continue }
      panes[tab] = lines
    }
    if browser.pane.view == nil || browser.response?.body.count == 0 { showPartWithHit() }
  }

  private mutating func showPartWithHit() {
    seeksHit = false
    // A word that its line in the list shows need not be looked for.
    guard let hit, !heading.contains(hit) else { return }
    tab = Tab.allCases.first { panes[$0]?.search.term.isEmpty == false } ?? tab
  }

  private var heading: String {
    "\(exchange.sent.method) \(exchange.sent.url) \(exchange.request?.description ?? "")".lowercased()
  }

  private mutating func goToHit(after action: BodyBrowser.Action) -> [Effect] {
    guard seeksHit, let hit else { return [] }
    switch action {
    case .page where browser.pane.search.term.isEmpty: return browser.search(hit, owner)
    case .found(let found?, _) where found.index == nil:
      showPartWithHit()
      // Nothing of it stands in the body, so that nothing is said of it there.
      return browser.search("", owner)
    case .found(.some, _): seeksHit = false
    default: break
    }
    return []
  }

  /// Whether Esc leaves the exchange at once: nobody has searched for anything else in it.
  var isAtHit: Bool { hit != nil && term == hit && browser.filter == nil && !isTyping }
}

// How it looks.
extension ExchangePane {
  func title(in context: ViewContext) -> PaneTitle {
    PaneTitle([Span((exchange.request.map { "\($0)" } ?? exchange.sent.method).fitted(to: 40), .title)])
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    let area = rect.inset(left: 1)
    frame.put(banner(now: context.now), at: area.origin, maxWidth: area.width)
    frame.put(statusLine, at: area.row(1).origin, maxWidth: area.width)
    tabLine.draw(into: &frame, area.row(Self.aboveLines - 1))
    drawContent(into: &frame, area.inset(top: Self.aboveLines, bottom: 1), isFocused)
    drawFoot(into: &frame, area, isFocused: isFocused)
  }

  /// Newest of its request, or older than that: the exchange says when it was.
  private func banner(now: Timestamp) -> StyledText {
    let time = LogClock(of: [exchange.startedAt], now: now).text(of: exchange.startedAt)
    let place = exchange.environment.map { " in \($0)" } ?? ""
    if exchange.isNewest { return [Span("last response, \(time)\(place)", .muted)] }
    return [Span(" older response, \(time)\(place) ", .warning, .bold)]
  }

  private var statusLine: StyledText {
    guard let head, let response = exchange.outcome.response else { return StyledText("No response.", Style(.failure)) }
    let interruption = exchange.interruption.map { error in
      error.kind == .cancelled ? Span("   ■ stopped", .warning) : Span("   ✗ broken off", .failure)
    }
    let words = "   \(ByteCount.text(response.body.count))   \(response.timings.total.short)"
    return [
      Span(head.statusLine, StatusStyle.style(head.status, isMissed: response.validationFailure != nil)),
      exchange.isEdited ? Span("  EDITED", .warning, .bold) : Span(""), Span(words, .text),
      exchange.isCached ? Span("   from cache\(exchange.isEdited ? ", edited by hand" : "")", .muted) : Span(""),
      interruption ?? Span(""),
    ]
  }

  var tabLine: TabLine {
    TabLine(Tab.allCases.map { TabLine.Title($0.title) }, selected: tab.rawValue, width: max(1, size.width - 1))
  }

  private func drawContent(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    guard !area.isEmpty else { return }
    if showsBody { return drawBody(into: &frame, area, isFocused) }
    guard !lines.lines.isEmpty else {
      return frame.putHint(tab == .wire ? exchange.whyNoWire : tab.whenEmpty, in: area)
    }
    lines.draw(into: &frame, area, isFocused: isFocused)
  }

  private func drawBody(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    switch exchange.outcome {
    case .failure(let error): FailureCard(Problem(error), request: "").draw(into: &frame, area)
    case .authorizationFailed(let error): FailureCard(Problem(error), request: "").draw(into: &frame, area)
    case .response(let response):
      if response.body.count == 0 { return frame.putHint("No body.", in: area) }
      browser.pane.draw(into: &frame, area, isFocused: isFocused)
    }
  }
}

extension ExchangePane.Tab {
  fileprivate var whenEmpty: String {
    switch self {
    case .response, .headers, .request, .timing, .wire: "There was no response."
    }
  }
}
