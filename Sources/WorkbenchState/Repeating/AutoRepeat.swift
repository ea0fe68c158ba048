package import ParleyEngine
package import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// A request that is sent again and again, at an interval.
package struct AutoRepeat: Sendable {
  package let interval: Duration
  /// The send to repeat; its draft is the current one.
  var intent: SendIntent
  /// The time of the next send; nil while one is in flight, or a question is open.
  var due: Timestamp?
  /// The body that the next one is compared with, and where one was in it.
  var before: (view: BodyView, cursor: ListCursor, left: Int)?

  init(_ intent: SendIntent, every interval: Duration) {
    (self.intent, self.interval) = (intent, interval)
  }

  package var request: RequestID { intent.request }
}

package enum RepeatingAction: Sendable {
  case begin(SendIntent, every: Duration)
  case stop
  /// The lines of a response that differ from the one before.
  case changed(Set<String>, RequestID, ExchangeID)
}

extension State {
  package mutating func repeating(_ action: RepeatingAction) -> [Effect] {
    switch action {
    case .begin(let intent, let interval):
      repeats = AutoRepeat(intent, every: interval)
      return sendAgain()
    case .stop: return stopRepeating("Stopped sending again.")
    case .changed(let lines, let request, let exchange): mark(lines, request, exchange)
    }
    return []
  }

  /// Begins, or stops.
  package mutating func turnRepeating() -> [Effect] {
    if repeats != nil { return stopRepeating("Stopped sending again.") }
    guard let tab = tabs.current, tab.isLoaded else { return [] }
    let intent = SendIntent(tab.composer.request, tab.composer.draft)
    return ask(IntervalForm(intent: intent))
  }

  private mutating func stopRepeating(_ words: String) -> [Effect] {
    repeats = nil
    return [.say(.done(words))]
  }

  /// With the draft as it is now.
  private mutating func sendAgain() -> [Effect] {
    guard var next = repeats, let tab = tabs[next.request] else {
      repeats = nil
      return []
    }
    next.due = nil
    next.intent.draft = tab.composer.draft
    let body = tab.response.body
    next.before = body.view.map { ($0, body.cursor, body.left) }
    repeats = next
    return [.perform(SendEffect(intent: next.intent))]
  }

  /// The time has come for the next one, unless something is asked or open.
  package mutating func repeatWhenDue() -> [Effect] {
    guard let due = repeats?.due, due <= now, popups.isEmpty else { return [] }
    return sendAgain()
  }

  /// Keeps the answers for all sends that follow.
  package mutating func repeatNotes(_ intent: SendIntent) {
    if repeats?.request == intent.request { repeats?.intent = intent }
  }

  package mutating func repeatRefused(_ request: RequestID) {
    if repeats?.request == request { repeats = nil }
  }

  package mutating func repeatHears(_ news: TransferNews, of exchange: ExchangeID, _ request: RequestID) -> [Effect] {
    switch news {
    case .progressed: []
    case .completed, .failed: repeatEnded(request, exchange, isCancelled: false)
    case .cancelled: repeatEnded(request, exchange, isCancelled: true)
    }
  }

  /// It has ended: it is sent again after a while, and what changed in its body is looked for.
  private mutating func repeatEnded(_ request: RequestID, _ exchange: ExchangeID, isCancelled: Bool) -> [Effect] {
    guard var next = repeats, next.request == request else { return [] }
    if isCancelled { return stopRepeating("Stopped sending again.") }
    next.due = now.advanced(by: next.interval)
    repeats = next
    guard let before = next.before, let view = tabs[request]?.response.body.view else { return [] }
    return [.perform(ChangedLinesEffect(before: before.view, now: view, request: request, exchange: exchange))]
  }

  private mutating func mark(_ lines: Set<String>, _ request: RequestID, _ exchange: ExchangeID) {
    guard tabs[request]?.response.exchange == exchange else { return }
    let place = repeats?.before
    tabs.change(request) { tab in
      tab.response.body.changedLines = lines
      if let place { tab.response.body.restore(place.cursor, left: place.left) }
    }
  }
}

/// Asks at which interval a request is sent again.
struct IntervalForm: PopupForm {
  let intent: SendIntent

  var title: String { "Send \(intent.request) again and again" }
  var note: String { "Waits this long after each response. F7 stops." }
  var fields: [FormField] { [FormField("every", "2s")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard let interval = DurationText.parse(answers[0]) else { throw FormMistake(DurationText.mistake(in: answers[0])) }
    guard interval >= .milliseconds(100), interval <= .seconds(86_400) else {
      throw FormMistake("Write an interval from 100ms to 24h.")
    }
    return .repeating(.begin(intent, every: interval))
  }
}

/// Finds the lines of a body that the one before did not have.
struct ChangedLinesEffect: ServiceEffect {
  let before: BodyView
  let now: BodyView
  let request: RequestID
  let exchange: ExchangeID

  /// The most lines that are compared to highlight changes.
  private static let most = 5_000

  var lane: Lane? { Lane("changes", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  func perform(with services: Services) async throws -> [Action] {
    let (old, new) = (try await lines(of: before), try await lines(of: now))
    let changes = new.map(\.text.plain).difference(from: old.map(\.text.plain))
    let lines = changes.insertions.map { change in
      switch change {
      case .insert(let offset, _, _), .remove(let offset, _, _): new[offset].number
      }
    }
    return [.repeating(.changed(Set(lines), request, exchange))]
  }

  private func lines(of view: BodyView) async throws -> [BodyLine] {
    try await view.page(BodyPage.Query(mode: nil, lines: 0..<Self.most)).lines
  }
}
