public import ParleyEngine

/// Keeps every event of a client in a store until it is cancelled.
public final class EventRecording: Sendable {
  private let subscription: EventSubscription
  private let task: Task<Void, Never>

  init(_ bus: EventBus, in log: EventLog, capacity: Int) {
    let subscription = bus.subscribe(capacity: capacity)
    self.subscription = subscription
    task = Task {
      for await first in subscription {
        let deliveries = [first] + subscription.takeAvailable()
        try? await log.append(deliveries.compactMap(\.event))
      }
    }
  }

  /// Ends the recording. Returns once everything that was told before is on disk.
  public func cancel() async {
    subscription.cancel()
    await task.value
  }
}

extension EventLog {
  /// Keeps every event from now on. What comes faster than the disk takes it shows as a gap in the events' sequence.
  public func record(_ bus: EventBus, capacity: Int = 16384) -> EventRecording {
    EventRecording(bus, in: self, capacity: capacity)
  }
}

extension EventSubscription.Delivery {
  fileprivate var event: Event? {
    guard case .event(let event) = self else { return nil }
    return event
  }
}
