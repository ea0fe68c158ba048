import TerminalKit

extension LogStrip {
  mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .refresh: return query()
    case .lines(let lines, let subject): show(lines, of: subject)
    case .move(let step): cursor.move(step)
    // The state turns it to the request, as it does whenever another one is opened.
    case .turnScope: showsEverything.toggle()
    case .open: return selected.map { [.then(.log(.open($0)))] } ?? []
    }
    return []
  }

  /// Turns to the current place, if it has not yet.
  mutating func loadIfNeeded(for subject: Subject) -> [Effect] {
    let wanted: Subject = showsEverything ? .everything : subject
    guard wanted != self.subject else { return [] }
    self.subject = wanted
    return query()
  }

  mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    guard case .mouse(let mouse) = event else { return [] }
    switch mouse.action {
    case .wheelUp: cursor.scroll(by: -1)
    case .wheelDown: cursor.scroll(by: 1)
    case .press(.left): cursor.select(cursor.top + mouse.point.y)
    default: break
    }
    return []
  }

  private func query() -> [Effect] {
    subject.map { [.perform(LogStripEffect(subject: $0))] } ?? []
  }

  /// The cursor stays with its line; at the end it goes along with what is new.
  private mutating func show(_ lines: [LogEntry], of subject: Subject) {
    // A result for a query that is no longer current.
    guard subject == self.subject else { return }
    let chosen = cursor.isAtEnd ? nil : selected?.id
    shown = subject
    entries = lines
    cursor.count = lines.count
    cursor.select(chosen.flatMap { id in lines.firstIndex { $0.id == id } } ?? lines.count - 1)
  }
}

/// Reads what the strip shows.
struct LogStripEffect: ServiceEffect {
  let subject: LogStrip.Subject

  var lane: Lane? { Lane("strip", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  func perform(with services: any Services) async throws -> [Action] {
    let lines = try await services.newestLines(LogStrip.capacity, of: subject)
    return [.strip(.lines(lines, of: subject))]
  }
}
