package import ParleyEngine
package import ParleyModel
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// Shows what came back: while it arrives, when it is here, and when nothing came.
package struct ResponsePane: Component {
  package enum Tab: Int, CaseIterable, Sendable {
    case body, headers, cookies, timing, wire, history
  }

  let request: RequestID
  package var shownExchange = ShownExchange()
  /// Nothing of the body is shown before it is known what of it is a secret.
  var waitsForSecrets = false

  var tab = Tab.body
  /// The body, with the request's secrets to mask.
  var browser = BodyBrowser()
  /// By what the response before was filtered, until this one is.
  var filterToTakeOver: String?
  /// The line for messages while a WebSocket is open.
  var message = MessageLine()
  /// Every tab but the body's.
  private var panes: [Tab: LinesPane] = [:]
  /// The headers on the lines, as rows for expectations.
  var fields: [Int: DraftRow] = [:]
  /// The exchanges that the lines of the history stand for.
  var past: [HistoryEntry] = []
  private(set) var size = Size.zero
  /// The current response while an older one is shown; at most one.
  var current: [ResponsePane] = []

  init(_ request: RequestID, size: Size = .zero) {
    self.request = request
    self.size = size
  }

  var exchange: ExchangeID? { shownExchange.id }
  var stage: ShownExchange.Stage { shownExchange.stage }
  package var head: ResponseOverview? { shownExchange.head }
  /// The response itself, for effects only.
  var response: Response? { shownExchange.response }
  var summary: ResponseSummary? { shownExchange.summary }
  package var verdict: Verdict? { shownExchange.verdict }

  package var isTyping: Bool { message.isOpen || (tab == .body ? browser.prompt : self[tab].prompt) != nil }
  /// The owner to which results of the body's effects go.
  var owner: any BodyOwner { ResponseBody(request: request, exchange: exchange) }

  var body: BodyPane {
    get { browser.pane }
    _modify { yield &browser.pane }
  }

  var secrets: Secrets {
    get { browser.secrets }
    _modify { yield &browser.secrets }
  }

  var isRevealed: Bool {
    get { browser.isRevealed }
    _modify { yield &browser.isRevealed }
  }

  package static var keyContextSets: [[KeyContext]] {
    let browsing = KeyContext.around(isTyping: false)
    return [
      [.response] + browsing, [.responseBody, .response] + browsing,
      [.responseStream, .responseBody, .response] + browsing, [.responseHeaders, .response] + browsing,
      [.responseHistory, .response] + browsing,
      [.responsePrompt] + KeyContext.around(isTyping: true),
      [.messageLine] + KeyContext.around(isTyping: true),
    ]
  }

  package var keyContexts: [KeyContext] {
    if message.isOpen { return [.messageLine] }
    if isTyping { return [.responsePrompt] }
    return switch tab {
    case .body: (body.mode == .events ? [.responseStream] : []) + [.responseBody, .response]
    case .history: [.responseHistory, .response]
    case .headers, .cookies: [.responseHeaders, .response]
    case .timing, .wire: [.response]
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

  package mutating func resize(to size: Size) {
    guard size != self.size else { return }
    self.size = size
    showTiming()
    fit()
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

extension ResponsePane {
  package indirect enum Action: Sendable {
    /// As the row of a command says.
    case perform(CommandBody)

    // Answers and news from elsewhere.
    /// A request has been sent, to a URL as far as it may be shown.
    /// - hidesResponse: the response contains a secret that is taken out first; it is not shown before that.
    case began(ActiveTransfer, secrets: Secrets = Secrets(), url: String = "", hidesResponse: Bool = false)
    case news(ExchangeID, TransferNews)
    /// It was not sent, for this reason.
    case refused(Problem)
    /// An exchange from the history.
    case opened(RecordedExchange)
    /// The last exchange of the request, from the history, where nothing was sent yet.
    case restored(RecordedExchange)
    /// The newest exchange that the history has.
    case newest(HistoryEntry)
    /// For the response of an exchange, unless another one is shown by now.
    case of(ExchangeID?, Action)
    case wire([WireLine])
    case history([HistoryEntry])
    case judged(Verdict, ExchangeID?)
    /// A value of the body, for what only this pane can do with it.
    case picked(PickedValue, for: PickPurpose)
    /// For the body.
    case body(BodyBrowser.Action)
    /// For what is looked through: the body, or the lines of another tab.
    case look(BodyBrowser.Action)

    /// For the WebSocket that is open.
    case webSocket(WebSocketAction)

    // Getting about.
    case show(Tab)
    /// Shows the requests and responses before this one.
    case showRedirects

    /// Shows the current response again after an older one.
    case showCurrent
    /// Nobody may see this value from now on.
    case mask(String)
  }
}
