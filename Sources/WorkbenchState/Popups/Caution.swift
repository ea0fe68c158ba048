import ParleyEngine
import TerminalKit

/// The time in which the keys of a question that comes unasked do not count yet: until it could be seen, and no keys come
/// any more that were meant for something else.
struct Caution: Hashable, Sendable {
  /// Since it stands on the screen.
  static let moment = Duration.milliseconds(700)
  /// Since the last key that did not count.
  static let pause = Duration.milliseconds(500)

  private var end: Timestamp
  private var start: Timestamp
  /// Whether a key was pressed that would have done something.
  private(set) var hasRefused = false

  init(since now: Timestamp) {
    (start, end) = (now, now.advanced(by: Self.moment))
  }

  /// Whether the time is over. A clock that was set back does not make it longer.
  func isOver(at now: Timestamp) -> Bool {
    now >= end || now < start
  }

  mutating func refuse(_ event: InputEvent) {
    switch event {
    case .key, .paste: hasRefused = true
    case .mouse(let mouse): hasRefused = hasRefused || mouse.action == .press(.left)
    case .resize, .resumed, .hangup, .terminate, .woken: break
    }
  }

  mutating func note(_ event: InputEvent, at now: Timestamp) {
    switch event {
    case .key, .paste, .mouse: end = max(end, now.advanced(by: Self.pause))
    case .resize, .resumed, .hangup, .terminate, .woken: break
    }
  }
}
