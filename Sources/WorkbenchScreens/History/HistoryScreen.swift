package import ParleyEngine
package import ParleyModel
import ParleyText
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

/// Screen 6: every exchange of the workspace, newest first, and one of them whole.
package struct HistoryScreen: Screen {
  package enum Panes: String, PaneID {
    case history, exchange

    package var title: String {
      switch self {
      case .history: "History"
      case .exchange: "Exchange"
      }
    }
  }

  package static let name = "history"
  package static let title = "History"

  package indirect enum Action: Sendable {
    // Answers and news from elsewhere.
    case refresh
    case page(HistoryQuery, HistoryPage)
    case unreadable(HistoryQuery)
    case count(Int)
    case opened(OpenedExchange)
    case notOpened
    case deleted([ExchangeID])
    case pinned(ExchangeID, Bool)
    case checked(ExchangeCheck, HistoryEntry)
    case drafted(ImportedDraft)
    /// The same, to be sent at once.
    case draftedToSend(ImportedDraft)
    case exported(ExchangeExport, ExchangeExportOutcome)
    case body(BodyBrowser.Action, of: ExchangeID)
    case picked(PickedValue, for: PickPurpose, of: ExchangeID)

    // In the list.
    case move(ListCursor.Step)
    case filter
    case clearFilter
    case vocabulary(LogVocabulary)
    case complete(FilterCompletion.Action)

    // With an exchange.
    case open
    case close
    case delete([ExchangeID])
    case export(ExchangeExport)
    case many(ManyAction)

    // In the exchange that is open.
    case look(BodyBrowser.Action)
  }

  var list = HistoryList()
  /// The exchange that is shown whole.
  var opened: ExchangePane?
  /// Whether one was asked for, and has not come yet.
  var isOpening = false
  /// Rises with every work on many exchanges.
  var workNumber = 0

  package init() {}

  package static var words: ScreenWords { .history }

  /// Sends the request of the exchange as its file is now, or the exchange again where there is none.
  package static func sending(in state: State) -> SendDeed {
    guard let exchange = state.history.selected else { return .open }
    guard let request = exchange.request, HistoryList.needsRequest(state) == nil else {
      return .effects([.perform(HistoryEffect.sendAgain(exchange.id))])
    }
    return .request(request)
  }

  package static func whyNotSent(in state: State) -> String? { HistoryList.needsExchange(state) }

  package static func sendWord(in state: State, room: Int) -> String {
    guard let exchange = state.history.selected else { return "send" }
    guard let request = exchange.request, HistoryList.needsRequest(state) == nil else { return "send again" }
    return "send \(request.description.fitted(to: room)) as it is now"
  }

  package static var keyContextSets: [[KeyContext]] {
    HistoryList.keyContextSets + ExchangePane.keyContextSets + ComparisonSheet.keyContextSets
  }

  package static var commands: [CommandRow] {
    HistoryList.commands + ExchangePane.commands + ComparisonSheet.commands
  }

  /// The target of commands: the exchange under the cursor, or the open one.
  package var selected: HistoryEntry? { list.selected }
}

// Where its panes stand, and what they show.
extension HistoryScreen {
  package func view(of pane: Panes) -> (any PaneView)? {
    switch pane {
    case .history: list
    case .exchange: opened
    }
  }

  package func canFocus(_ pane: Panes) -> Bool { pane == .history || opened != nil }

  package mutating func resize(_ pane: Panes, to size: Size) {
    switch pane {
    case .history: list.resize(to: size)
    case .exchange: opened?.resize(to: size)
    }
  }

  package mutating func wrap(_ wraps: Bool) { opened?.wrap(wraps) }

  /// The list alone, until an exchange is opened.
  package func places(in area: Rect) -> [Pane: Rect] {
    guard opened != nil else { return [.history: area] }
    if area.width >= 160 {
      let columns = area.columns(.weight(5), .weight(4))
      return [.history: columns[0], .exchange: columns[1]]
    }
    let rows = area.sharedRows(upper: max(6, area.height * 2 / 5))
    return [.history: rows.upper, .exchange: rows.lower]
  }

  package func appear() -> [Effect] { [.then(.history(.refresh))] }
  package func logHasGrown() -> [Effect] { [.then(.history(.refresh))] }

  package var losses: [String] {
    if case .deleting? = list.work?.job { ["Not all of the marked exchanges are deleted yet."] } else { [] }
  }

  package func goBack(from focus: Pane) -> WayBack? {
    if list.work != nil { return .closing(.history(.many(.stop))) }
    if focus == .exchange {
      if let way = opened?.wayBack, opened?.isAtHit != true { return .closing(.history(.look(way))) }
      return .to(.history, closing: .history(.close))
    }
    if list.showsFilter { return .closing(.history(.clearFilter)) }
    return opened == nil ? nil : .closing(.history(.close))
  }

  package func isAwaited(in pane: Panes) -> Bool { isOpening || pane == .history && list.isAwaited }

  package mutating func loadIfNeeded(isShown: Bool, in context: ViewContext) -> [Effect] {
    guard isShown else { return [] }
    return list.missing() + (opened?.missing() ?? [])
  }

  package mutating func handle(_ event: InputEvent, on pane: Panes, in context: ViewContext) -> [Effect] {
    switch pane {
    case .history: return list.handle(event)
    case .exchange: return opened?.handle(event) ?? []
    }
  }
}

extension Pane {
  static let history = Pane(HistoryScreen.Panes.history)
  static let exchange = Pane(HistoryScreen.Panes.exchange)
}

extension ScreenID {
  package static let history = ScreenID(HistoryScreen.self)
}

extension Action {
  static func history(_ action: HistoryScreen.Action) -> Action { .on(HistoryScreen.self, action) }
}

extension State {
  package var history: HistoryScreen {
    get { screens[HistoryScreen.self] }
    _modify { yield &screens[HistoryScreen.self] }
  }
}
