/// Whether a front end holds its user: an overlay that comes only when a request that asks for it takes too
/// long, and goes with the request. A value that events feed.
///
/// ```swift
/// var hold = BlockingOverlay()
/// hold.take(event)
/// if let held = hold.shown(at: .now()) { overlay(held) } else { wakeUp(at: hold.nextChange(after: .now())) }
/// ```
public struct BlockingOverlay: Sendable, Hashable {
  /// How long a request may take before it holds the user.
  public static let standardDelay: Duration = .seconds(4)

  /// The requests that may hold, in the order they began.
  private var running: [Held] = []

  /// A request that may hold the user.
  public struct Held: Sendable, Hashable {
    /// The request, as its events name it.
    public let subject: Event.Subject
    /// The time at which the overlay appears.
    public let from: Timestamp
  }

  /// Nothing holds.
  public init() {}

  /// Takes an event in; those that begin or end nothing are passed over.
  public mutating func take(_ event: Event) {
    switch event.kind {
    case .sent(let subject): begin(subject, at: event.time)
    case .loadRemote(let subject, _), .loadSkip(let subject, _), .failed(let subject, _), .cancelled(let subject):
      end(subject.exchange)
    default: break
    }
  }

  /// The request that holds the user at this moment, the longest running first.
  public func shown(at now: Timestamp) -> Held? {
    running.first { $0.from <= now }
  }

  /// The next time at which the overlay appears, for a program that sleeps until then; nil when it is shown already, or
  /// nothing may hold.
  public func nextChange(after now: Timestamp) -> Timestamp? {
    shown(at: now) == nil ? running.map(\.from).min() : nil
  }

  /// A request that is sent again, or goes on to another hop, began when it was sent first.
  private mutating func begin(_ subject: Event.Subject, at time: Timestamp) {
    guard let delay = subject.hold, !running.contains(where: { $0.subject.exchange == subject.exchange }) else {
      return
    }
    running.append(Held(subject: subject, from: time.advanced(by: delay)))
  }

  private mutating func end(_ exchange: ExchangeID) {
    running.removeAll { $0.subject.exchange == exchange }
  }
}
