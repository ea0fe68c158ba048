package import ParleyEngine
package import ParleyModel
package import TerminalKit

/// Keys that were typed ahead: what they mean is only known once that is on screen which they are meant for.
///
///     nothing yet → the workspace is read → its first request is loaded → keys act at once
///     F5 → nobody knows yet whether it asks → a form comes up, and gets them; or none does, and they act
package struct TypeAheadBuffer: Sendable {
  /// The item that typed keys wait for, until it has been read.
  package enum Cause: Hashable, Sendable {
    case workspace
    case request(RequestID)
  }

  /// Work in progress that may bring up a question.
  package enum Asking: Hashable, Sendable {
    /// A request that is sent as soon as its files have been read.
    case reading(RequestID)
    case call(ExchangeID)
    case run(String)
  }

  private(set) var cause: Cause? = .workspace
  private var events: [InputEvent] = []
  /// The ones for the pop-up on top, which is still being read.
  private var ofPopup: [InputEvent] = []
  /// Effects in progress that may bring up a question.
  private(set) var effects = 0
  private var asking: Set<Asking> = []
  /// Whether the question has come up, or is no longer waited for.
  private var isKnown = true
  private var since: Timestamp?

  /// Whether it is not known yet if a question comes up.
  package var isAsking: Bool { !isKnown && (effects > 0 || !asking.isEmpty) }

  /// Whether that is something which a person can leave: a transfer and a run are stopped instead.
  package var canBeLeft: Bool {
    isAsking && (effects > 0 || asking.contains { if case .reading = $0 { true } else { false } })
  }

  /// Whether an event has to wait. The terminal's own news never do, and neither does the way out.
  /// - Parameter isAwaited: whether the screen itself waits for something.
  package func holds(_ event: InputEvent, isAwaited: Bool) -> Bool {
    switch event {
    case .key(.control("c")), .key(.control("z")): false
    case .key, .paste: cause != nil || isAsking || isAwaited || !events.isEmpty
    // Nobody points at what is not there yet.
    case .mouse, .resize, .resumed, .hangup, .terminate, .woken: false
    }
  }

  package mutating func hold(_ event: InputEvent) {
    events.append(event)
  }

  package mutating func holdForPopup(_ event: InputEvent) {
    ofPopup.append(event)
  }

  /// The keys that the pop-up was to have, now that it is there, or is closed.
  package mutating func releaseForPopup() -> [InputEvent] {
    defer { ofPopup = [] }
    return ofPopup
  }

  package mutating func wait(for request: RequestID) {
    cause = .request(request)
  }

  /// Ends the wait: the awaited event has happened, or will not happen. Without a cause, whatever it is.
  package mutating func end(_ cause: Cause? = nil) {
    if cause == nil || cause == self.cause { self.cause = nil }
  }

  package mutating func drop() {
    (events, ofPopup) = ([], [])
  }

  /// The keys that may act now, in the order they were typed.
  package mutating func release() -> [InputEvent] {
    guard cause == nil, !isAsking else { return [] }
    defer { events = [] }
    return events
  }
}

// What may ask.
extension TypeAheadBuffer {
  /// Something has begun that may bring up a question.
  package mutating func beginEffect(at now: Timestamp) {
    effects += 1
    wait(at: now)
  }

  package mutating func endEffect() { effects = max(0, effects - 1) }

  package mutating func wait(for asking: Asking, at now: Timestamp) {
    self.asking.insert(asking)
    wait(at: now)
  }

  package mutating func keepWaiting(for isOpen: (Asking) -> Bool) {
    asking = asking.filter(isOpen)
  }

  private mutating func wait(at now: Timestamp) {
    if !isAsking { since = now }
    isKnown = false
  }

  /// The question is here.
  /// - Returns: the events typed for it.
  package mutating func meet() -> [InputEvent] {
    defer { events = [] }
    stopWaiting()
    return events
  }

  /// Nobody waits for the question any more.
  package mutating func stopWaiting() {
    (isKnown, asking) = (true, [])
  }

  /// Whether a person may wonder by now.
  package func isLong(at now: Timestamp) -> Bool {
    isAsking && since.map { $0.advanced(by: Self.patience) <= now } == true
  }

  private static let patience = Duration.milliseconds(300)
}
