import DequeModule

/// One listener's queue of events, an async sequence for one reader:
///
/// ```swift
/// for await delivery in client.events.subscribe() {
///   switch delivery {
///   case .event(let event): show(event)
///   case .missed(let count): showGap(count)
///   }
/// }
/// ```
///
/// A program with a loop of its own takes what is there with `takeAvailable()` when `onArrival` calls.
public final class EventSubscription: AsyncSequence, Sendable {
  /// A delivery to a listener: an event, or the number of events it lost.
  public enum Delivery: Sendable, Hashable {
    /// An event, in its order.
    case event(Event)
    /// So many events were lost here, because the reader was too slow.
    case missed(Int)
  }

  public typealias Element = Delivery
  public typealias Failure = Never

  private struct State {
    var queue: Deque<Event> = []
    var missed = 0
    var reader: CheckedContinuation<Delivery?, Never>?
    var onArrival: (@Sendable () -> Void)?
    var isCancelled = false

    mutating func takeNext() -> Delivery? {
      guard missed == 0 else {
        defer { missed = 0 }
        return .missed(missed)
      }
      return queue.popFirst().map(Delivery.event)
    }
  }

  private let state = Lock(State())
  private let capacity: Int
  private let unsubscribe: @Sendable (ObjectIdentifier) -> Void

  init(capacity: Int, unsubscribe: @escaping @Sendable (ObjectIdentifier) -> Void) {
    self.capacity = Swift.max(1, capacity)
    self.unsubscribe = unsubscribe
  }

  /// Called, from any thread, when the first event after an empty queue has arrived.
  package func onArrival(_ call: @escaping @Sendable () -> Void) {
    let isWaiting = state.withLock { state in
      state.onArrival = call
      return !state.queue.isEmpty
    }
    if isWaiting { call() }
  }

  /// Everything that waits, without waiting for more.
  public func takeAvailable() -> [Delivery] {
    state.withLock { state in
      let lost = state.missed > 0 ? [Delivery.missed(state.missed)] : []
      defer { (state.queue, state.missed) = ([], 0) }
      return lost + state.queue.map(Delivery.event)
    }
  }

  /// Stops listening; a waiting reader ends after what is already here.
  public func cancel() {
    unsubscribe(ObjectIdentifier(self))
    let reader = state.withLock { state in
      state.isCancelled = true
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: self)
  }

  /// Reads a subscription. Two of one subscription share its events.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: EventSubscription

    public mutating func next() async -> Delivery? {
      await subscription.next()
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Delivery? {
      await subscription.next()
    }
  }
}

extension EventSubscription {
  /// Takes one event in; what it returns is called once the bus has let go of its lock.
  func accept(_ event: Event) -> (@Sendable () -> Void)? {
    state.withLock { state in
      if let reader = state.reader.take() {
        return { reader.resume(returning: .event(event)) }
      }
      if state.queue.count == capacity {
        state.queue.removeFirst()
        state.missed += 1
      }
      state.queue.append(event)
      return state.queue.count == 1 ? state.onArrival : nil
    }
  }

  private func next() async -> Delivery? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Delivery?? in
          if let delivery = state.takeNext() { return .some(delivery) }
          if state.isCancelled { return .some(nil) }
          state.reader = continuation
          return .none
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      cancel()
    }
  }
}
