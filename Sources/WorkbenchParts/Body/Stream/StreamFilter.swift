package import ParleyEngine
package import WorkbenchServices

/// A filter over the events of a stream, which continues as they arrive. An event without a result is left out.
///
/// Its results are not held, only a bit for each event: the rows in view are made again when they are drawn.
package final class StreamFilter: Sendable {
  /// How far it is.
  package struct Progress: Hashable, Sendable {
    package var matches: Int
    package var examined: Int
    /// Whether it has looked at all that has arrived.
    package var isCaughtUp: Bool
    /// The reason why it gave nothing for an event; nil once it gives something for one.
    package var mistake: FilterMistake?
  }

  private struct State {
    var matches = MatchIndex()
    var firstMistake: FilterMistake?
  }

  package let text: String
  private let response: Response?
  private let secrets: Secrets
  private let state = Lock(State())

  /// So many events are looked at between two looks at the screen.
  private static let batch = 500

  /// - Parameter secrets: the secrets that filters do not see, because their results could not be masked any more.
  package init(_ text: String, of response: Response?, hiding secrets: Secrets) {
    (self.text, self.response, self.secrets) = (text, response, secrets)
  }

  /// Looks at some of the events that it has not seen yet. One call at a time.
  package func advance(in view: BodyView, with services: Services) async throws -> Result<Progress, FilterMistake> {
    let first = state.withLock { $0.matches.examined }
    let events = try await view.events(in: first..<first + Self.batch, limit: StreamEvent.longestFiltered)
    switch await outcomes(for: events, with: services) {
    case .mistake(let mistake): return .failure(mistake)
    case .each(let outcomes):
      return .success(note(outcomes, isCaughtUp: events.count < Self.batch))
    }
  }

  private func note(_ outcomes: [EachOutcome], isCaughtUp: Bool) -> Progress {
    state.withLock { state in
      for outcome in outcomes {
        if case .failure(let mistake) = outcome, state.firstMistake == nil { state.firstMistake = mistake }
        state.matches.append(outcome.values.map { !$0.isEmpty } ?? false)
      }
      let matches = state.matches
      return Progress(
        matches: matches.count, examined: matches.examined, isCaughtUp: isCaughtUp,
        mistake: matches.count == 0 ? state.firstMistake : nil)
    }
  }

  private func outcomes(for events: [StreamEvent], with services: Services) async -> FilterEachOutcome {
    await services.requests.filter(text, each: events.map(input), of: response)
  }

  private func input(_ event: StreamEvent) -> JSONValue {
    secrets.isEmpty ? event.value : secrets.maskingForeign(event.value)
  }

  /// The rows of what it let through so far.
  package func page(_ query: BodyPage.Query, of view: BodyView, with services: Services) async throws -> BodyPage {
    let matches = state.withLock { $0.matches }
    var page = try await view.emptyPage(query)
    page.total = matches.count
    let range = query.range(of: matches.count)
    page.offset = range.lowerBound
    let events = try await view.events(matches.events(of: range), limit: StreamEvent.longestFiltered)
    guard case .each(let outcomes) = await outcomes(for: events, with: services) else { return page }
    let renderer = BodyRenderer(secrets: query.isRevealed ? Secrets() : view.secrets)
    page.lines = zip(events, outcomes).map { renderer.line($0, $1.values ?? []) }
    return page
  }

  /// Returns the filter's results for the event on a line.
  package func pick(_ line: Int, of view: BodyView, with services: Services) async throws -> PickedValue? {
    guard let event = try await view.events(events(of: line..<line + 1), limit: BodyOutlines.copyLimit).first,
      case .each(let outcomes) = await outcomes(for: [event], with: services), let values = outcomes.first?.values
    else { return nil }
    let text = values.map(\.cellText).joined(separator: "\n")
    var picked = PickedValue(line: line, text: text)
    picked.isMasked = text.contains(Secrets.mask)
    picked.isScalar = values.count == 1 && values[0].array == nil && values[0].object == nil
    picked.event = event.number
    return picked
  }

  /// All that it gives, one after the other. Null is no text.
  package func texts(of numbers: [Int], of view: BodyView, with services: Services) async throws -> [String] {
    let events = try await view.events(numbers, limit: StreamEvent.longestFiltered)
    guard case .each(let outcomes) = await outcomes(for: events, with: services) else { return [] }
    return outcomes.flatMap { $0.values ?? [] }.filter { $0 != .null }.map(\.cellText)
  }

  package func events(of lines: Range<Int>) -> [Int] { state.withLock { $0.matches.events(of: lines) } }

  /// The line of an event, or of the next one that is shown.
  package func line(of event: Int) -> Int { state.withLock { $0.matches.rank(of: event) } }

  package var count: Int { state.withLock { $0.matches.count } }
}

extension StreamFilter: Hashable {
  package static func == (left: StreamFilter, right: StreamFilter) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
