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
