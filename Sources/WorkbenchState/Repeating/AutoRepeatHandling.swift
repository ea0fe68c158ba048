package import ParleyEngine
package import ParleyModel
import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// Sending a request again and again.
package enum AutoRepeatHandling {
  package static func handle(_ action: RepeatingAction, in state: inout State) -> [Effect] {
    switch action {
    case .begin(let intent, let interval):
      state.repeats = AutoRepeat(intent, every: interval)
      return sendAgain(in: &state)
    case .stop: return stop("Stopped sending again.", in: &state)
    case .changed(let lines, let request, let exchange): mark(lines, request, exchange, in: &state)
    }
    return []
  }

  /// Begins, or stops.
  package static func turn(in state: inout State) -> [Effect] {
    if state.repeats != nil { return stop("Stopped sending again.", in: &state) }
    guard let tab = state.tabs.current, tab.isLoaded else { return [] }
    let intent = SendIntent(tab.composer.request, tab.composer.draft)
    return state.ask(IntervalForm(intent: intent))
  }

  private static func stop(_ words: String, in state: inout State) -> [Effect] {
    state.repeats = nil
    return [.say(.done(words))]
  }

  /// With the draft as it is now.
  private static func sendAgain(in state: inout State) -> [Effect] {
    guard var next = state.repeats, let tab = state.tabs[next.request] else {
      state.repeats = nil
      return []
    }
    next.due = nil
    next.intent.draft = tab.composer.draft
    let body = tab.response.body
    next.before = body.view.map { ($0, body.cursor, body.left) }
    state.repeats = next
    return [.perform(SendEffect(intent: next.intent))]
  }

  /// The time has come for the next one, unless something is asked or open.
  package static func sendWhenDue(in state: inout State) -> [Effect] {
    guard let due = state.repeats?.due, due <= state.now, state.popups.isEmpty else { return [] }
    return sendAgain(in: &state)
  }

  /// Keeps the answers for all sends that follow.
  package static func note(_ intent: SendIntent, in state: inout State) {
    if state.repeats?.request == intent.request { state.repeats?.intent = intent }
  }

  package static func refuse(_ request: RequestID, in state: inout State) {
    if state.repeats?.request == request { state.repeats = nil }
  }

  package static func hear(_ news: TransferNews, of exchange: ExchangeID, _ request: RequestID, in state: inout State)
    -> [Effect]
  {
    switch news {
    case .progressed: []
    case .completed, .failed: ended(request, exchange, isCancelled: false, in: &state)
    case .cancelled: ended(request, exchange, isCancelled: true, in: &state)
    }
  }

  /// It has ended: it is sent again after a while, and what changed in its body is looked for.
  private static func ended(_ request: RequestID, _ exchange: ExchangeID, isCancelled: Bool, in state: inout State)
    -> [Effect]
  {
    guard var next = state.repeats, next.request == request else { return [] }
    if isCancelled { return stop("Stopped sending again.", in: &state) }
    next.due = state.now.advanced(by: next.interval)
    state.repeats = next
    guard let before = next.before, let view = state.tabs[request]?.response.body.view else { return [] }
    return [.perform(ChangedLinesEffect(before: before.view, now: view, request: request, exchange: exchange))]
  }

  private static func mark(_ lines: Set<String>, _ request: RequestID, _ exchange: ExchangeID, in state: inout State) {
    guard state.tabs[request]?.response.exchange == exchange else { return }
    let place = state.repeats?.before
    state.tabs.change(request) { tab in
      tab.response.body.changedLines = lines
      if let place { tab.response.body.restore(place.cursor, left: place.left) }
    }
  }
}
