import ParleyEngine
import TerminalKit

/// Shows what came back: while it arrives, when it is here, and when nothing came.
struct ResponsePane: Component {
  enum Tab: Int, CaseIterable, Sendable {
    case body, headers, cookies, timing, wire, history
  }

  /// A line at the bottom that takes text.
  struct Prompt: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
      case search, save, filter
    }

    let purpose: Purpose
    var area: LineEditor
  }

  let request: RequestID
  var shownExchange = ShownExchange()
  /// What the request carried that nobody may see, and whether it is shown all the same.
  var secrets = Secrets()
  var isRevealed = false
  /// Nothing of the body is shown before it is known what of it is a secret.
  var waitsForSecrets = false

  var tab = Tab.body
  var body = BodyPane()
  var filter: BodyFilter?
  /// Every tab but the body's.
  private var panes: [Tab: LinesPane] = [:]
  /// What the lines of the headers are, to be expected of other responses.
  var fields: [Int: DraftRow] = [:]
  /// The exchanges that the lines of the history stand for.
  var past: [PastExchange] = []
  var prompt: Prompt?
  private(set) var size = Size.zero
  /// The current response while an older one is shown; at most one.
  var current: [ResponsePane] = []

  init(_ request: RequestID, size: Size = .zero) {
    self.request = request
    self.size = size
  }

  var exchange: ExchangeID? { shownExchange.id }
  var stage: ShownExchange.Stage { shownExchange.stage }
  var head: ResponseOverview? { shownExchange.head }
  /// The response itself, for effects only.
  var response: Response? { shownExchange.response }
  var summary: ResponseSummary? { shownExchange.summary }
  var verdict: Verdict? { shownExchange.verdict }

  var isTyping: Bool { prompt != nil }

  static var keyContextSets: [[KeyContext]] {
    let browsing = KeyContext.around(isTyping: false)
    return [
      [.response] + browsing, [.responseBody, .response] + browsing, [.responseHistory, .response] + browsing,
      [.responsePrompt] + KeyContext.around(isTyping: true),
    ]
  }

  var keyContexts: [KeyContext] {
    if prompt != nil { return [.responsePrompt] }
    return switch tab {
    case .body: [.responseBody, .response]
    case .history: [.responseHistory, .response]
    case .headers, .cookies, .timing, .wire: [.response]
    }
  }
}

extension ResponsePane.Tab {
  var title: String {
    switch self {
    case .body: "Body"
    case .headers: "Headers"
    case .cookies: "Cookies"
    case .timing: "Timing"
    case .wire: "Wire"
    case .history: "History"
    }
  }
}

extension ResponsePane {
  /// The lines of a tab other than the body's.
  subscript(tab: Tab) -> LinesPane {
    get { panes[tab] ?? LinesPane() }
    set { panes[tab] = newValue }
  }

  var headers: LinesPane {
    get { self[.headers] }
    set { self[.headers] = newValue }
  }

  var timing: LinesPane {
    get { self[.timing] }
    set { self[.timing] = newValue }
  }

  var wire: LinesPane {
    get { self[.wire] }
    set { self[.wire] = newValue }
  }
}

/// Some lines that are all held: headers, timings, the wire.
struct LinesPane: Hashable, Sendable {
  var lines: [StyledText] = [] {
    didSet { cursor.count = lines.count }
  }
  /// What a line is on the clipboard, where that is not what it looks like.
  var copies: [Int: String] = [:]
  var cursor = ListCursor()
  var left = 0
}

extension ResponsePane {
  enum Action: Sendable {
    // What comes from elsewhere.
    /// A request has been sent, to a URL as far as it may be shown.
    /// - hidesResponse: a secret is taken out of its response, which nobody may see before that.
    case began(ActiveTransfer, secrets: Secrets = Secrets(), url: String = "", hidesResponse: Bool = false)
    case news(ExchangeID, TransferNews)
    /// It was not sent, for this reason.
    case refused(Problem)
    /// An exchange from the history.
    case opened(RecordedExchange)
    /// The last exchange of the request, from the history, where nothing was sent yet.
    case restored(RecordedExchange)
    /// For the response of an exchange, unless another one is shown by now.
    indirect case of(ExchangeID?, Action)
    case page(BodyPage, BodyPage.Query)
    case path(String?, line: Int)
    /// The cursor belongs on another line now, and what is held is out of date.
    case moved(to: Int)
    case found(BodyView.Found?, number: Int)
    case wire([WireLine])
    case history([PastExchange])
    case judged(Verdict, ExchangeID?)
    case filtered(LiveFilter.Outcome, number: Int)
    /// What is true of the value under the cursor.
    case expected(String)
    /// A text for the clipboard, and what it is; without a text there is none.
    case copied(String?, of: String)

    // Getting about.
    case move(ListCursor.Step)
    case moveAcross(Int)
    case turnTab(Int)
    case show(Tab)

    // In the body.
    case fold
    case foldAll
    case turnMode
    case startFilter
    /// Shows the whole body again.
    case dropFilter
    case startSearch
    case step(Int)
    case startSaving

    // In the line at the bottom.
    case accept
    case leave

    /// Shows the exchange under the cursor again.
    case openPast
    /// Shows the current response again after an older one.
    case showCurrent
    /// What is under the cursor is to be expected of every response.
    case expect
    /// The value under the cursor is to go into a shared key.
    case capture
    case picked(ValuePath, String)
    /// Nobody may see this value from now on.
    case mask(String)
    case reveal
    case keepAsMock
    case pause
    case copy(Copy)
  }

  enum Copy: Hashable, Sendable {
    /// What the cursor is on.
    case value
    case path
    case body
    case url
  }
}

/// Where the parts of the response stand in a pane of a given size.
struct ResponseLayout: Hashable {
  /// That what is shown comes from the history.
  var banner: Rect
  var status: Rect
  /// Why it is not what was expected, or why it broke off.
  var reason: Rect
  var tabs: Rect
  var content: Rect
  /// The path of the value under the cursor, or a line that takes text.
  var foot: Rect

  /// - Parameter reasons: lines that are wanted for them; a third of the pane at most.
  init(_ rect: Rect, reasons: Int, hasBanner: Bool, hasFoot: Bool) {
    let rows = rect.rows(
      .fixed(hasBanner && rect.height >= 2 ? 1 : 0), .fixed(1),
      .fixed(rect.height >= 3 ? min(reasons, max(1, rect.height / 3)) : 0), .fixed(rect.height >= 2 ? 1 : 0),
      .weight(1),
      .fixed(hasFoot && rect.height >= 4 ? 1 : 0))
    (banner, status, reason, tabs, content, foot) = (rows[0], rows[1], rows[2], rows[3], rows[4], rows[5])
  }
}

extension ResponsePane {
  func layout(in rect: Rect) -> ResponseLayout {
    ResponseLayout(
      rect, reasons: reasons(columns: rect.width).count, hasBanner: shownExchange.fromHistory != nil,
      hasFoot: tab == .body || prompt != nil)
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
