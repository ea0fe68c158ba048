import TerminalKit

/// Keys that were typed ahead: what they mean is only known once that is on screen which they are meant for.
///
///     nothing yet → the workspace is read → its first request is loaded → keys act at once
struct TypeAheadBuffer: Sendable {
  /// What is waited for.
  enum Cause: Hashable, Sendable {
    case workspace
    case request(RequestID)
  }

  private(set) var cause: Cause? = .workspace
  private var events: [InputEvent] = []

  /// Whether an event has to wait. The terminal's own news never do, and neither does the way out.
  /// - Parameter isAwaited: whether what is on screen waits for something by itself.
  func holds(_ event: InputEvent, isAwaited: Bool) -> Bool {
    switch event {
    case .key(.control("c")), .key(.control("z")): false
    case .key, .paste: cause != nil || isAwaited || !events.isEmpty
    // Nobody points at what is not there yet.
    case .mouse, .resize, .resumed, .hangup, .terminate, .woken: false
    }
  }

  mutating func hold(_ event: InputEvent) {
    events.append(event)
  }

  mutating func wait(for request: RequestID) {
    cause = .request(request)
  }

  /// What was waited for is here, or will not come.
  mutating func end(_ cause: Cause? = nil) {
    if cause == nil || cause == self.cause { self.cause = nil }
  }

  mutating func drop() {
    events = []
  }

  /// The keys that may act now, in the order they were typed.
  mutating func release() -> [InputEvent] {
    guard cause == nil else { return [] }
    defer { events = [] }
    return events
  }
}
