import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

extension State {
  mutating func log(_ action: LogAction) -> [Effect] {
    switch action {
    case .open(let entry): return open(entry)
    case .opened(let exchange): return show(exchange)
    case .askFilterName(let text): ask(FilterNameForm(filter: text))
    case .pickFilter(let filters): popups.push(Popup(Picker(filters)))
    }
    return []
  }

  private mutating func open(_ entry: LogEntry) -> [Effect] {
    switch entry.content {
    case .missed(let count):
      popups.push(Popup(Card(.missed(count))))
      return []
    case .event(let event):
      guard let subject = event.subject else { return show(event) }
      return open(subject)
    }
  }

  /// Opens a request: in its pane while it is in flight, otherwise in the history.
  private func open(_ subject: Event.Subject) -> [Effect] {
    if let transfer = transfers.first(where: { $0.id == subject.exchange }) {
      return [.then(.request(.open(transfer.request, focus: .response)))]
    }
    return [.perform(RequestEffect.exchange(subject.exchange))]
  }

  private mutating func show(_ event: Event) -> [Effect] {
    guard case .custom(let custom) = event.kind else { return [] }
    if let wire = custom.parameters?["wire"]?.array?.compactMap(\.string), let summary = Notice.text(of: custom) {
      popups.push(Popup(ServedWireSheet(summary: summary, wire: wire)))
      return []
    }
    let parameters = custom.parameters.map(\.description)
    popups.push(
      Popup(
        custom.problem.map { Card($0) }
          ?? Card(
            Problem(code: custom.identifier, "A custom event was raised.", detail: parameters), title: custom.identifier
          )))
    return []
  }

  private mutating func show(_ exchange: RecordedExchange) -> [Effect] {
    let here = exchange.request.flatMap { id in workspace?.requests.first { $0.id == id }?.id }
    let isScratch = exchange.request?.isScratch == true && (workspace?.isScratch == true || tabs[.scratch] != nil)
    guard let id = here ?? (isScratch ? .scratch : nil) else {
      popups.push(Popup(Card(.requestGone(exchange))))
      return []
    }
    return [.then(.request(.open(id, focus: .response))), .then(.response(.opened(exchange), of: id))]
  }
}

extension Picker {
  fileprivate init(_ filters: [SavedFilter]) {
    let items = filters.map { Item(text: $0.name, note: $0.text, action: .events(.use($0))) }
    self.init("Saved filters", items, whenEmpty: "None yet: S saves the current filter.")
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
