/// The parts that a client works with, from its first request to its last. Everything that acts on the world is in
/// here.
final class ClientTools: Sendable {
  let transport: any Transport
  /// Nil when nothing is kept.
  let repository: (any Repository)?
  /// Nil when nothing is cached.
  let cache: (any CacheStorage)?
  let events: EventBus
  let now: @Sendable () -> Timestamp
  let clock: any Clock<Duration>
  let tokens = TokenProvider()
  let inFlight = TransfersInFlight()
  let invalidations = Lock(CacheInvalidations())

  init(
    transport: any Transport, repository: (any Repository)?, cache: (any CacheStorage)?, events: EventBus,
    now: @escaping @Sendable () -> Timestamp, clock: any Clock<Duration>
  ) {
    self.transport = transport
    self.repository = repository
    self.cache = cache
    self.events = events
    self.now = now
    self.clock = clock
  }

  /// Waits, no longer than the call is of interest.
  func sleep(_ duration: Duration, for call: Call) async {
    guard duration > .zero else { return }
    await call.unlessCancelled { [clock] in try? await clock.sleep(for: duration) }
  }
}
