/// Hands every event to every subscriber, in order. Posting never waits: a subscriber that is too slow loses its oldest
/// events and is told how many.
///
/// ```swift
/// let subscription = client.events.subscribe()
/// client.events.post(custom: "signedOut", parameters: ["user": "ada"])
/// for await delivery in subscription { log(delivery) }
/// ```
public final class EventBus: Sendable {
  private struct State {
    var lastSequence: UInt64 = 0
    var subscribers: [ObjectIdentifier: EventSubscription] = [:]
  }

  /// The known secrets. No delivered event contains one of them.
  package let secrets = KnownSecrets()

  private let state = Lock(State())
  private let now: @Sendable () -> Timestamp

  /// - Parameter now: the wall clock, for the time of events.
  package init(now: @escaping @Sendable () -> Timestamp = Timestamp.now) {
    self.now = now
  }

  /// Listens from now on.
  /// - Parameter capacity: how many events wait for the subscriber before it loses the oldest.
  public func subscribe(capacity: Int = 1024) -> EventSubscription {
    let subscription = EventSubscription(capacity: capacity) { [weak self] id in
      self?.state.withLock { $0.subscribers[id] = nil }
    }
    state.withLock { $0.subscribers[ObjectIdentifier(subscription)] = subscription }
    return subscription
  }

  /// Tells everyone. The event is only made when somebody listens.
  public func post(_ kind: @autoclosure () -> Event.Kind) {
    guard hasListener() else { return }
    let known = secrets.all
    let kind = known.isEmpty ? kind() : kind().masked(by: known)
    let woken = state.withLock { state in
      state.lastSequence += 1
      let event = Event(sequence: state.lastSequence, time: now(), kind: kind)
      return state.subscribers.values.compactMap { $0.accept(event) }
    }
    for wake in woken { wake() }
  }

  /// Raises an event from outside the engine; identifier and parameters are delivered as they are, with the
  /// secrets masked that are known.
  public func post(
    custom identifier: String, callID: String? = nil, groupID: String? = nil, parameters: JSONValue? = nil
  ) {
    post(.custom(Event.Custom(identifier: identifier, callID: callID, groupID: groupID, parameters: parameters)))
  }

  /// Counts an event that nobody hears.
  private func hasListener() -> Bool {
    state.withLock { state in
      if state.subscribers.isEmpty { state.lastSequence += 1 }
      return !state.subscribers.isEmpty
    }
  }
}
