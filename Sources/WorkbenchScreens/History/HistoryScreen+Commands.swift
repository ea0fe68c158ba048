import ParleyEngine
import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension KeyContext {
  package static let historyFilter: KeyContext = "history filter"
  package static let historyCompletion: KeyContext = "history completion"
  /// In an exchange that is open.
  package static let exchange: KeyContext = "history.exchange"
  package static let exchangeBody: KeyContext = "history.exchange.body"
  package static let exchangeHeaders: KeyContext = "history.exchange.headers"
  package static let exchangePrompt: KeyContext = "history.exchange.prompt"
}

extension HistoryList: ScreenPart {
  package typealias Owner = HistoryScreen

  package static var commands: [CommandRow] {
    moving + acting + keeping + searching
      + .completing("history.completion", in: .historyCompletion) { .history(.complete($0)) }
  }

  static let needsExchange: @Sendable (State) -> String? = {
    $0.history.selected == nil ? "There is no exchange here." : nil
  }

  static let needsRequest: @Sendable (State) -> String? = { state in
    guard let exchange = state.history.selected else { return "There is no exchange here." }
    let isHere = state.workspace?.requests.contains { $0.id == exchange.request } == true
    return isHere ? nil : "The workspace has no file of its request; o opens the exchange as a new one."
  }

  private static let needsResponse: @Sendable (State) -> String? = { state in
    needsRequest(state) ?? (state.history.selected?.status == nil ? "There was no response." : nil)
  }

  private static var moving: [CommandRow] {
    .moving("history", in: .history) { .history(.move($0)) }
  }

  private static var acting: [CommandRow] {
    [
      row(
        "open", "Open the exchange", "Shows the exchange whole: response, headers, request, timing and wire.",
        ["Enter"], .open, hint: .init("open", rank: 10), disabledReason: needsExchange),
      row(
        "openAsRequest", "Open as a request",
        "Makes a new request of exactly what was sent, which F5 sends again; credentials are encrypted and kept on this machine.",
        ["o"],
        in: [.history, .exchange], hint: .init("as it was sent", rank: 20), disabledReason: needsExchange
      ) { screen, _ in
        screen.selected.map { [.perform(HistoryEffect.draft($0.id))] } ?? []
      },
      row(
        "openRequest", "Go to its request", "Opens the request it was sent from, with this response.", ["O"],
        in: [.history, .exchange], disabledReason: needsRequest
      ) { screen, _ in
        screen.selected.map { [.perform(RequestEffect.exchange($0.id))] } ?? []
      },
      row(
        "mark", "Mark",
        "Marks or unmarks the exchange and goes to the next: two are compared with =, all are deleted with D.",
        ["m"],
        in: [.history], hint: .init("mark", rank: 30), disabledReason: needsExchange
      ) { screen, _ in
        screen.selected.map { [.then(.chain(.mark(.exchange($0.id)))), .then(.history(.move(.lines(1))))] } ?? []
      },
      row(
        "markAll", "Mark all", "Marks all exchanges that the search finds; again clears the marks.", ["*"],
        .many(.markAll), disabledReason: needsExchange),
      row(
        "compare", "Compare responses",
        "Compares two marked exchanges, older or newer; else the marked one with the one under the cursor, or that with the older one before it.",
        ["="], in: [.history, .exchange], hint: .init("compare", rank: 18), disabledReason: needsExchange
      ) { screen, context in
        screen.selected.map { screen.compare($0, marked: context.markedExchanges) } ?? []
      },
      row(
        "check", "Check again", "Checks the response against what its request expects today. Sends nothing.", ["c"],
        in: [.history], hint: .init("check again", rank: 50), disabledReason: needsResponse
      ) { screen, _ in
        screen.selected.map { [.perform(HistoryEffect.check($0))] } ?? []
      },
      row(
        "copyURL", "Copy the URL", "Copies the URL with secrets masked.", ["y"], in: [.history],
        disabledReason: needsExchange
      ) { screen, _ in
        screen.selected.map { [.terminal(.copy($0.url, of: $0.url))] } ?? []
      },
    ]
  }

  private static var keeping: [CommandRow] {
    [
      row(
        "pin", "Pin or unpin", "Keeps the exchange however old it gets, or lets it go with the others.", ["P"],
        in: [.history, .exchange], disabledReason: needsExchange
      ) { screen, _ in
        screen.selected.map { [.perform(HistoryEffect.pin($0.id, !$0.isPinned))] } ?? []
      },
      row(
        "delete", "Delete exchanges", "Deletes the marked exchanges, or the one under the cursor, after asking.",
        ["D", "Delete"], in: [.history], disabledReason: needsExchange
      ) { screen, context in
        screen.selected.map { [.ask(Confirm(deleting: screen.doomed($0, in: context)))] } ?? []
      },
      row(
        "export", "Export", "Writes the request (.http), the exchange (.json) or the body to a file.", ["x"],
        in: [.history, .exchange], hint: .init("export", rank: 65), disabledReason: needsExchange
      ) { screen, _ in
        screen.selected.map { [.ask(ExchangeExportForm(exchange: $0))] } ?? []
      },
    ]
  }

  private static var searching: [CommandRow] {
    [
      row(
        "filter", "Search",
        "Finds text in URLs, headers and bodies as you type; fields such as `status>=500 since:1h is:edited` narrow it.",
        ["/"],
        .filter, hint: .init("search", rank: 15)),
      row(.keepFilter, "history.endFilter", in: [.historyFilter], hint: .init("to the list", rank: 10)) {
        screen, _ in
        screen.list.endFilter()
        return []
      },
    ]
  }
}

extension ExchangePane: ScreenPart {
  typealias Owner = HistoryScreen

  static var commands: [CommandRow] {
    BodyBrowser.commands(at: place) + [
      CommandRow(
        .headerMenu, "history.headerMenu", in: [.exchangeHeaders], hint: .init("menu", rank: 15),
        does: .history(.look(.pick(.menu, line: nil))),
        disabledReason: { $0.history.opened?.isEmpty == false ? nil : "There is nothing here." }),
      row(.nextTab, "history.nextTab", in: [.exchange], hint: .init("tabs", rank: 40)) { screen, _ in
        screen.opened?.turnTab(1)
        return []
      },
      row(.previousTab, "history.previousTab", in: [.exchange]) { screen, _ in
        screen.opened?.turnTab(-1)
        return []
      },
      row(
        .saveBody, "history.save", in: [.exchangeBody],
        disabledReason: { ($0.history.opened?.browser.pane.page?.total ?? 0) == 0 ? "There is no body." : nil }
      ) { screen, _ in
        screen.opened?.startSaving() ?? []
      },
    ]
  }

  private static var place: BodyBrowser.Place {
    BodyBrowser.Place(
      id: "history.exchange", context: .exchange, body: .exchangeBody, prompt: .exchangePrompt,
      pageDownKeys: ["Space"], foldAllKeys: ["-"], action: { .history(.look($0)) },
      browser: { state in state.history.opened.flatMap { $0.showsBody ? $0.browser : nil } },
      term: { state in state.history.opened?.term ?? "" },
      whyEmpty: { state in state.history.opened?.isEmpty == false ? nil : "There is nothing here." }, canSave: true)
  }
}
