import ParleyEngine
import TerminalKit

// What came back when the request was sent before.
extension ResponsePane {
  mutating func show(_ past: [PastExchange], at now: Timestamp) {
    self.past = past
    let clock = LogClock(of: past.map(\.startedAt), now: now)
    self[.history].lines = past.map { Self.line(of: $0, clock, isShown: $0.id == exchange) }
  }

  private static func line(of past: PastExchange, _ clock: LogClock, isShown: Bool) -> StyledText {
    var line: StyledText = [Span(isShown ? "● " : "  ", .accent), Span("\(clock.text(of: past.startedAt))  ", .muted)]
    if let status = past.status {
      line.append("\(status)", StatusStyle.style(status, isMissed: past.errorCode != nil))
      line.append("  \(aligned(past.duration?.short ?? "", 8))  \(aligned(past.size.asBytes, 7))")
    } else {
      line.append(past.errorCode ?? "failed", Style(.failure))
    }
    if let environment = past.environment { line.append("  \(environment)", .muted) }
    return line
  }

  private static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  func openPast() -> [Effect] {
    let line = self[.history].cursor.selected
    guard past.indices.contains(line) else { return [] }
    return [.perform(RequestEffect.exchange(past[line].id))]
  }

  /// A value of the body, a header with its value, or the status, for every response from now on.
  func expect() -> [Effect] {
    guard let head else { return [] }
    if tab == .body, body.mode == .pretty, body.page != nil {
      return effect(.expectation(body.cursor.selected, of: filter?.kept))
    }
    let row = tab == .headers ? fields[headers.cursor.selected] : nil
    let change: Composer.Change = row.map { .expectHeader($0) } ?? .expect(status: head.status)
    return [.then(.composer(.change(change), of: request))]
  }
}

/// Reads when the request was sent before.
struct HistoryEffect: ServiceEffect {
  private static let limit = 200

  let request: RequestID

  var lane: Lane? { Lane("history \(request)", keepsOnlyNewest: true) }

  func perform(with services: any Services) async throws -> [Action] {
    [.response(.history(try await services.history(of: request, limit: Self.limit)), of: request)]
  }
}
