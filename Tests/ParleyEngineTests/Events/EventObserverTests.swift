import ParleyEngine
import TestSupport
import Testing

@Suite("Any number of observers, none of which slows the engine", .timeLimit(.minutes(2)))
struct EventObserverTests {
  private func identifiers(_ deliveries: [EventSubscription.Delivery]) -> [String] {
    deliveries.map { delivery in
      switch delivery {
      case .event(let event):
        if case .custom(let custom) = event.kind { custom.identifier } else { "?" }
      case .missed(let count): "missed \(count)"
      }
    }
  }

  @Test("Every observer gets every event, in order")
  func everyone() {
    let bus = EventBus()
    let (one, two) = (bus.subscribe(), bus.subscribe())
    for name in ["a", "b", "c"] { bus.post(custom: name) }
    #expect(identifiers(one.takeAvailable()) == ["a", "b", "c"])
    #expect(identifiers(two.takeAvailable()) == ["a", "b", "c"])
  }

  @Test("A slow observer loses the oldest and is told how many, in order")
  func slow() {
    let bus = EventBus()
    let slow = bus.subscribe(capacity: 2)
    for number in 1...5 { bus.post(custom: "\(number)") }
    #expect(identifiers(slow.takeAvailable()) == ["missed 3", "4", "5"])
    bus.post(custom: "6")
    #expect(identifiers(slow.takeAvailable()) == ["6"])
  }

  @Test("An async reader gets gaps in their place, and ends when it stops listening")
  func asyncReader() async {
    let bus = EventBus()
    let subscription = bus.subscribe(capacity: 2)
    for number in 1...3 { bus.post(custom: "\(number)") }
    subscription.cancel()
    bus.post(custom: "late")
    var seen: [EventSubscription.Delivery] = []
    for await delivery in subscription { seen.append(delivery) }
    #expect(identifiers(seen) == ["missed 1", "2", "3"])
  }

  @Test("A reader that waits is woken by the next event")
  func waiting() async {
    let bus = EventBus()
    let subscription = bus.subscribe()
    let first = Task { await subscription.first { _ in true } }
    bus.post(custom: "a")
    #expect(identifiers([await first.value].compactMap(\.self)) == ["a"])
  }

  @Test("A program with its own loop is called once when something arrives, until it has taken it")
  func arrival() {
    let bus = EventBus()
    let subscription = bus.subscribe()
    let calls = Lock(0)
    subscription.onArrival { calls.withLock { $0 += 1 } }
    bus.post(custom: "a")
    bus.post(custom: "b")
    #expect(calls.withLock { $0 } == 1)
    _ = subscription.takeAvailable()
    bus.post(custom: "c")
    #expect(calls.withLock { $0 } == 2)
  }

  @Test("What nobody heard still counts, so that a later observer sees where it came in")
  func sequence() {
    let bus = EventBus()
    bus.post(custom: "unheard")
    let subscription = bus.subscribe()
    bus.post(custom: "heard")
    guard case .event(let event)? = subscription.takeAvailable().first else { return #expect(Bool(false)) }
    #expect(event.sequence == 2)
  }
}
