import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

/// Following an event of the log to what it is about.
enum LogHandling {
  static func handle(_ action: LogAction, in state: inout State) -> [Effect] {
    switch action {
    case .open(let entry): return open(entry, in: &state)
    case .opened(let exchange): return show(exchange, in: &state)
    case .askFilterName(let text): state.ask(FilterNameForm(filter: text))
    case .pickFilter(let filters): state.popups.push(Popup(Picker(filters)))
    }
    return []
  }

  private static func open(_ entry: LogEntry, in state: inout State) -> [Effect] {
    switch entry.content {
    case .missed(let count):
      state.popups.push(Popup(Card(.missed(count))))
      return []
    case .event(let event):
      guard let subject = event.subject else { return show(event, in: &state) }
      return open(subject, in: state)
    }
  }

  /// Opens a request: in its pane while it is in flight, otherwise in the history.
  private static func open(_ subject: Event.Subject, in state: State) -> [Effect] {
    if let transfer = state.transfers.first(where: { $0.id == subject.exchange }) {
      return [.then(.request(.open(transfer.request, focus: .response)))]
    }
    return [.perform(RequestEffect.exchange(subject.exchange))]
  }

  private static func show(_ event: Event, in state: inout State) -> [Effect] {
    guard case .custom(let custom) = event.kind else { return [] }
    if let wire = custom.parameters?["wire"]?.array?.compactMap(\.string), let summary = Notice.text(of: custom) {
      state.popups.push(Popup(ServedWireSheet(summary: summary, wire: wire)))
      return []
    }
    let parameters = custom.parameters.map(\.description)
    state.popups.push(
      Popup(
        custom.problem.map { Card($0) }
          ?? Card(
            Problem(code: custom.identifier, "A custom event was raised.", detail: parameters), title: custom.identifier
          )))
    return []
  }

  private static func show(_ exchange: RecordedExchange, in state: inout State) -> [Effect] {
    let here = exchange.request.flatMap { id in state.workspace?.requests.first { $0.id == id }?.id }
    let isScratch =
      exchange.request?.isScratch == true && (state.workspace?.isScratch == true || state.tabs[.scratch] != nil)
    guard let id = here ?? (isScratch ? .scratch : nil) else {
      state.popups.push(Popup(Card(.requestGone(exchange))))
      return []
    }
    return [.then(.request(.open(id, focus: .response))), .then(.response(.opened(exchange), of: id))]
  }
}

extension Picker {
  fileprivate init(_ filters: [SavedFilter]) {
    let items = filters.map { Item(text: $0.name, note: $0.text, action: .events(.use($0))) }
    self.init("Saved filters", items)
  }
}

extension Problem {
  fileprivate static func missed(_ count: Int) -> Problem {
    Problem(
      code: "log.missed", "\(count.counted("event")) lost here: more arrived than could be stored.",
      advice: "The exchanges themselves are in the history.")
  }

  fileprivate static func requestGone(_ exchange: RecordedExchange) -> Problem {
    Problem(
      code: "log.requestGone", "The request of this exchange is no longer in the workspace.",
      detail: "\(exchange.sent.method) \(exchange.sent.url)", place: exchange.request?.description)
  }
}
