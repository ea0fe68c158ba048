import ParleyEngine
package import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
package import WorkbenchServices

// Responses out of the history. One that is older than the current response says so, and the current one comes back as it was.
extension ResponsePane {
  var isOlder: Bool { shownExchange.fromHistory?.isOlder == true }

  /// The response the request had when the program ran last, or was last in sight; nothing where something was sent meanwhile.
  mutating func restore(_ kept: RecordedExchange) -> [Effect] {
    isEmpty || isLast && kept.id != exchange && isNewer(kept.startedAt) ? show(kept, isOlder: false) : []
  }

  /// Whether it is shown as the last one that the history has.
  package var isLast: Bool { shownExchange.fromHistory?.isOlder == false }

  private func isNewer(_ time: Timestamp) -> Bool { shownExchange.fromHistory.map { time > $0.sentAt } ?? false }

  /// A run or another program may have sent the request since: what is read stays, and is the last one no longer.
  mutating func compare(withNewest newest: HistoryEntry) {
    if isLast, newest.id != exchange, isNewer(newest.startedAt) { shownExchange.age() }
  }

  mutating func open(_ kept: RecordedExchange) -> [Effect] {
    if kept.id == exchange { return show(.body) }
    if current.first?.exchange == kept.id { return showCurrent() }
    let behind = isOlder ? current : isEmpty ? [] : [self]
    let isOlder = !kept.isNewest || behind.contains(where: \.isInFlight)
    let effects = show(kept, isOlder: isOlder)
    current = isOlder ? behind : []
    return effects
  }

  mutating func showCurrent() -> [Effect] {
    guard isOlder else { return [] }
    guard var shown = current.first else {
      self = ResponsePane(request, size: size)
      return [.perform(LastResponseEffect(request: request))]
    }
    shown.resize(to: size)
    if shown.tab == .history { shown.tab = .body }
    // What was ordered before has come to the wrong one, and was not taken.
    shown.body.requested = nil
    self = shown
    return renewPage() + showWire() + (verdict == nil ? judge() : []) + browser.resumeWork(owner)
  }

  private mutating func show(_ kept: RecordedExchange, isOlder: Bool) -> [Effect] {
    let leaving = startOver()
    secrets = kept.secrets
    shownExchange = ShownExchange(kept, isOlder: isOlder)
    switch kept.outcome {
    case .response(let response): return leaving + present(response)
    case .failure: return leaving + showWire()
    case .authorizationFailed: return leaving
    }
  }

  private var isInFlight: Bool {
    if case .inFlight = stage { true } else { false }
  }

  /// Whether nothing was sent, and nothing else is shown.
  package var isEmpty: Bool {
    if case .empty = stage { true } else { false }
  }
}

// What comes for the current response while an older one is shown.
extension ResponsePane {
  /// Takes over news of the current response. Its effects are dropped; they are requested again when it is shown.
  mutating func hearBehind(_ news: TransferNews, of id: ExchangeID, at now: Timestamp) -> [Effect] {
    if current.first?.exchange == id { _ = current[0].hear(news, of: id, at: now) }
    return []
  }

  mutating func take(_ verdict: Verdict, of id: ExchangeID?) {
    if id == exchange {
      shownExchange.judge(verdict)
    } else if current.first?.exchange == id, !current.isEmpty {
      current[0].shownExchange.judge(verdict)
    }
  }
}

// What says so.
extension ResponsePane {
  /// In the first line: that it is an older response and how the current one comes back, or when the last one came. Esc may lead out
  /// of the screen instead, where one came from another one.
  func banner(now: Timestamp) -> StyledText {
    guard let fromHistory = shownExchange.fromHistory else { return "" }
    let time = LogClock(of: [fromHistory.sentAt], now: now).text(of: fromHistory.sentAt)
    let place = shownExchange.environment.map { " in \($0)" } ?? ""
    guard isOlder else { return [Span("last response, \(time)\(place)", .muted)] }
    return [
      Span(" older response, \(time)\(place) ", .warning, .bold), Span("  Backspace", .hint),
      Span(current.isEmpty ? " shows the latest" : " goes back", .muted),
    ]
  }
}

/// Reads the last exchange of a request that has not been sent in this session. Nothing is reported if the history does
/// not have it.
package struct LastResponseEffect: ServiceEffect {
  package let request: RequestID

  package init(request: RequestID) {
    self.request = request
  }

  package var isAskedFor: Bool { false }

  package func perform(with services: Services) async throws -> [Action] {
    guard let last = try? await services.history.history(of: request, limit: 1).first,
      let kept = try? await services.history.exchange(last.id)
    else { return [] }
    return [.response(.restored(kept), of: request)]
  }
}

/// Looks whether the history has a newer exchange of a request than the one that is shown as its last.
struct NewestResponseEffect: ServiceEffect {
  let request: RequestID

  var isAskedFor: Bool { false }
  var lane: Lane? { Lane("newest \(request)", keepsOnlyNewest: true) }

  func perform(with services: Services) async throws -> [Action] {
    guard let newest = try? await services.history.history(of: request, limit: 1).first else { return [] }
    return [.response(.newest(newest), of: request)]
  }
}

// What came back when the request was sent before.
extension ResponsePane {
  mutating func show(_ past: [HistoryEntry], at now: Timestamp) {
    self.past = past
    let clock = LogClock(of: past.map(\.startedAt), now: now)
    self[.history].lines = past.map { Self.line(of: $0, clock, isShown: $0.id == exchange) }
  }

  private static func line(of past: HistoryEntry, _ clock: LogClock, isShown: Bool) -> StyledText {
    var line: StyledText = [Span(isShown ? "● " : "  ", .accent), Span("\(clock.text(of: past.startedAt))  ", .muted)]
    if let status = past.status {
      line.append("\(status)", StatusStyle.style(status, isMissed: past.errorCode != nil))
      line.append("  \((past.duration?.short ?? "").leftPadded(to: 8))  \(ByteCount.text(past.size).leftPadded(to: 7))")
    } else {
      line.append(past.errorCode ?? "failed", Style(.failure))
    }
    if let interruption = past.interruption { line.append("  \(interruption)", Style(.warning)) }
    if past.isEdited { line.append("  edited in the cache", Style(.warning)) }
    if let environment = past.environment { line.append("  \(environment)", .muted) }
    return line
  }

  /// The exchange under the cursor of the history.
  var selectedPast: ExchangeID? {
    let line = self[.history].cursor.selected
    return tab == .history && past.indices.contains(line) ? past[line].id : nil
  }

  func openPast() -> [Effect] {
    selectedPast.map { [.perform(RequestEffect.exchange($0))] } ?? []
  }

  /// A value of the body was picked.
  func take(_ picked: PickedValue, for purpose: PickPurpose) -> [Effect] {
    switch purpose {
    case .menu, .decode: []
    case .capture:
      picked.path.map { [.then(.capture(.ask(request, $0, value: picked.raw ?? "")))] } ?? [
        .say(.refused(purpose.refusal))
      ]
    case .expect:
      picked.expectation.map { [.then(.composer(.change(.expectFilter($0)), of: request))] }
        ?? [.say(.refused(purpose.refusal))]
    }
  }

  /// A value of the body, a header with its value, or the status, for every response from now on.
  mutating func expect() -> [Effect] {
    guard let head else { return [] }
    if tab == .body, body.mode == .pretty, body.page != nil {
      return browser.update(.pick(.expect, line: nil), of: owner)
    }
    let row = tab == .headers ? fields[headers.cursor.selected] : nil
    let change: Composer.Change = row.map { .expectHeader($0) } ?? .expect(status: head.status)
    return [.then(.composer(.change(change), of: request))]
  }
}

/// Reads when the request was sent before.
struct PastEffect: ServiceEffect {
  private static let limit = 200

  let request: RequestID

  var lane: Lane? { Lane("history \(request)", keepsOnlyNewest: true) }

  func perform(with services: Services) async throws -> [Action] {
    [.response(.history(try await services.history.history(of: request, limit: Self.limit)), of: request)]
  }
}
