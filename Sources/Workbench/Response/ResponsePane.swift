import ParleyEngine
import TerminalKit

/// Shows what came back: while it arrives, when it is here, and when nothing came.
struct ResponsePane: Component {
  enum Tab: Int, CaseIterable, Sendable {
    case body, headers, cookies, timing, wire, history
  }

  enum Stage: Sendable {
    /// Nothing was sent yet.
    case empty
    case onItsWay
    case answered
    case failed(Problem)
    case cancelled
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
  var exchange: ExchangeID?
  var stage = Stage.empty
  /// Method and URL as far as they are known, for the failure card and for the name of a file.
  var sentTo = ""
  var startedAt: Timestamp?
  /// By which it was sent.
  var method = ""
  /// The response itself, for effects only.
  var response: Response?
  /// When the head was seen.
  var headAt: Timestamp?
  var head: ResponseOverview?
  var summary: ResponseSummary?
  /// What went over the wire, whether a response came of it or not.
  var recorded: WireLog?
  var verdict: Verdict?
  /// What the request carried that nobody may see, and whether it is shown all the same.
  var secrets = Secrets()
  var isRevealed = false
  /// Nothing of the body is shown before it is known what of it is a secret.
  var waitsForSecrets = false

  var tab = Tab.body
  var body = BodyPane()
  var filter: BodyFilter?
  /// Every tab but the body's.
  var panes: [Tab: LinesPane] = [:]
  /// What the lines of the headers are, to be expected of other answers.
  var fields: [Int: DraftRow] = [:]
  /// The exchanges that the lines of the history stand for.
  var past: [PastExchange] = []
  var prompt: Prompt?
  var size = Size.zero
  /// Set where what is shown comes from the history.
  var fromHistory: FromHistory?
  /// The current response while an older one is shown; at most one.
  var current: [ResponsePane] = []

  init(_ request: RequestID) {
    self.request = request
  }

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
