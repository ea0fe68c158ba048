import ParleyEngine

/// A clock of a test's own: it writes down how long it is asked to wait, and passes that time at once, or never.
public final class ManualClock: Clock, Sendable {
  public struct Instant: InstantProtocol {
    public let offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var waits: [Duration] = []
  }

  private let state = Lock(State())
  private let passes: Bool

  /// - Parameter passes: whether time passes when somebody waits for it; otherwise a wait only ends when it is cancelled.
  public init(passes: Bool = true) {
    self.passes = passes
  }

  /// What it was asked to wait, in order.
  public var waits: [Duration] { state.withLock { $0.waits } }

  public var now: Instant { state.withLock { $0.now } }
  public var minimumResolution: Duration { .nanoseconds(1) }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    state.withLock { state in
      state.waits.append(state.now.duration(to: deadline))
      if passes { state.now = max(state.now, deadline) }
    }
    if !passes { for await _ in AsyncStream<Never>.makeStream().stream {} }
    try Task.checkCancellation()
  }
}
