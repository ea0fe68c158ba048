public import ParleyEngine

/// Keeps every event of a client in a store until it is cancelled.
///
/// ```swift
/// let recording = store.events.record(client.events)
/// …
/// await recording.cancel()  // what was told before is on disk
/// ```
public final class EventRecording: Sendable {
  private let subscription: EventSubscription
  private let pump: EventPump
  private let arrivals: AsyncStream<Void>.Continuation
  private let task: Task<Void, Never>

  init(_ bus: EventBus, in log: EventLog, capacity: Int) {
    let subscription = bus.subscribe(capacity: capacity)
    let pump = EventPump(from: subscription, to: log)
    let (stream, arrivals) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    subscription.onArrival { arrivals.yield() }
    self.subscription = subscription
    self.pump = pump
    self.arrivals = arrivals
    task = Task {
      for await _ in stream { await pump.run() }
    }
  }

  /// Returns once everything that was told before has been handed to the log.
  public func flush() async {
    await pump.run()
  }

  /// Ends the recording. Returns once everything that was told before is on disk.
  public func cancel() async {
    subscription.cancel()
    arrivals.finish()
    await task.value
    await pump.run()
  }
}

/// Carries what waits from a subscription to the log, one load after the other, so that none overtakes another.
private actor EventPump {
  private let subscription: EventSubscription
  private let log: EventLog
  private var last: Task<Void, Never>?

  init(from subscription: EventSubscription, to log: EventLog) {
    self.subscription = subscription
    self.log = log
  }

  func run() async {
    let load = Task { [last, subscription, log] in
      await last?.value
      // How far a body is interests nobody afterwards.
      let events = subscription.takeAvailable().map(\.event).filter { !$0.kind.isProgress }
      if !events.isEmpty { try? await log.append(events) }
    }
    last = load
    await load.value
  }
}

extension EventLog {
  /// Keeps every event from now on. In the place of what comes faster than the disk takes it stands an event
  /// whose `missed` says how many there were.
  public func record(_ bus: EventBus, capacity: Int = 16384) -> EventRecording {
    EventRecording(bus, in: self, capacity: capacity)
  }
}

extension Event {
  fileprivate static func gap(of count: Int) -> Event {
    let custom = Custom(identifier: gapIdentifier, parameters: .number(JSONNumber(count)))
    return Event(sequence: 0, time: .now(), kind: .custom(custom))
  }
}

extension EventSubscription.Delivery {
  fileprivate var event: Event {
    switch self {
    case .event(let event): event
    case .missed(let count): .gap(of: count)
    }
  }
}
