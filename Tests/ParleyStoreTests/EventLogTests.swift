import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("The event log", .timeLimit(.minutes(2)))
struct EventLogTests {
  let folder = TemporaryFolder()
  let time = Timestamp.now()

  private func subject(_ name: String? = "items", url: String = "http://shop.test/items") -> Event.Subject {
    Event.Subject(
      exchange: ExchangeID(rawValue: "e-\(name ?? "")"), name: name, callID: "c", server: "api", method: "GET", url: url
    )
  }

  private func answer(_ status: Int) -> Event.ResponseSummary {
    Event.ResponseSummary(status: status, count: 3, total: .milliseconds(7))
  }

  private func failure(_ status: Int?) -> Event.Failure {
    Event.Failure(
      reason: .serverUnavailable, code: "expectation.missed", summary: "100% of_it failed.", advice: "Wait.",
      response: status.map(answer))
  }

  private var oneOfEach: [Event] {
    let kinds: [Event.Kind] = [
      .sent(subject()),
      .redirected(subject(), .init(status: 302, location: "http://shop.test/b", droppedHeaders: ["Cookie"])),
      .loadRemote(subject(), answer(200)),
      .failed(subject("cart", url: "http://shop.test/cart"), failure(503)),
      .failed(subject(nil), failure(nil)),
      .cancelled(subject("cart")),
      .custom(.init(identifier: "mark", callID: "c", parameters: ["a": 12345678901234567890.0, "b": [nil, "Ä"]])),
      .custom(.init(identifier: "bare", parameters: ["request": "pay"])),
    ]
    return kinds.enumerated().map { index, kind in
      Event(sequence: UInt64(index + 1), time: time.advanced(by: .microseconds(index)), kind: kind)
    }
  }

  private func storeWithEvents() async throws -> Store {
    let store = try await Store.opened(in: folder)
    try await store.events.append(oneOfEach)
    try await store.events.flush()
    return store
  }

  @Test("Every kind of event comes back as it was")
  func comeBack() async throws {
    let store = try await storeWithEvents()
    #expect(try await store.events.latest(100).map(\.event) == oneOfEach)
    await store.close()
  }

  @Test(
    "A run of a group comes back with the count of its steps, and one of an earlier version without",
    arguments: [true, false])
  func groups(hasCount: Bool) async throws {
    let done = Event.GroupDone(
      name: "checkout", callID: nil, groupID: "g", results: [.init(name: "login", state: .succeeded, status: 200)],
      stopped: false, steps: hasCount ? .init(succeeded: 4, total: 5) : nil)
    let store = try await Store.opened(in: folder)
    try await store.events.append([Event(sequence: 1, time: time, kind: .groupDone(done))])
    try await store.events.flush()
    #expect(try await store.events.latest(9).map(\.event.kind) == [.groupDone(done)])
    await store.close()
  }

  @Test("Windows can be read towards the old and towards the new")
  func windows() async throws {
    let store = try await storeWithEvents()
    let last = try await store.events.latest(3)
    #expect(last.map(\.event.sequence) == [6, 7, 8])
    let before = try await store.events.latest(3, before: last.first?.id)
    #expect(before.map(\.event.sequence) == [3, 4, 5])
    let after = try await store.events.following(before.first?.id ?? 0, limit: 2)
    #expect(after.map(\.event.sequence) == [4, 5])
    await store.close()
  }

  @Test("Pages count from the oldest event that matches")
  func pages() async throws {
    let store = try await storeWithEvents()
    #expect(try await store.events.page(from: 2, limit: 3).map(\.event.sequence) == [3, 4, 5])
    #expect(try await store.events.page(from: 1, limit: 9, matching: .init(name: "cart")).map(\.event.sequence) == [6])
    #expect(try await store.events.page(from: 8, limit: 9).isEmpty)
    await store.close()
  }

  @Test("A mark stays on its event until it is taken away")
  func marks() async throws {
    let store = try await storeWithEvents()
    let id = try #require(try await store.events.page(from: 3, limit: 1).first?.id)
    try await store.events.setMarked(true, id)
    #expect(try await store.events.latest(9).filter(\.isMarked).map(\.id) == [id])
    try await store.events.setMarked(false, id)
    #expect(try await store.events.latest(9).filter(\.isMarked).isEmpty)
    await store.close()
  }

  @Test(
    "Filters let through what they say",
    arguments: [
      (EventFilter(kinds: [.failed]), [4, 5]), (EventFilter(kinds: [.sent, .custom]), [1, 7, 8]),
      (EventFilter(name: "cart"), [4, 6]), (EventFilter(name: "pay"), [8]),
      (EventFilter(depth: 3), [6, 7, 8]), (EventFilter(name: "cart", depth: 4), [6]),
      (EventFilter(statuses: 300...599), [2, 4]),
      (EventFilter(exchange: ExchangeID(rawValue: "e-items")), [1, 2, 3]), (EventFilter(text: "SHOP.test/B"), [2]),
      (EventFilter(text: "100%"), [4, 5]), (EventFilter(text: "of_it"), [4, 5]), (EventFilter(text: "of-it"), []),
      (EventFilter(text: "%"), [4, 5]), (EventFilter(text: #"\"#), []), (EventFilter(text: "mark"), [7]),
      (EventFilter(kinds: [.failed], statuses: 503...503, text: "cart"), [4]), (.all, [1, 2, 3, 4, 5, 6, 7, 8]),
    ])
  func filters(filter: EventFilter, expected: [UInt64]) async throws {
    let store = try await storeWithEvents()
    #expect(try await store.events.latest(100, matching: filter).map(\.event.sequence) == expected)
    #expect(try await store.events.count(matching: filter) == expected.count)
    await store.close()
  }

  @Test("Closing writes what waits")
  func closingFlushes() async throws {
    let store = try await Store.opened(in: folder)
    try await store.events.append(oneOfEach)
    await store.close()
    try await store.open()
    #expect(try await store.events.count() == 8)
    await store.close()
  }

  @Test("What nobody asks to write is written too")
  func writtenByItself() async throws {
    let store = try await Store.opened(in: folder)
    try await store.events.append(oneOfEach)
    while try await store.events.count() < 8 { await Task.yield() }
    await store.close()
  }

  @Test("A recording keeps every event of a client, in order")
  func recording() async throws {
    let store = try await Store.opened(in: folder)
    let bus = EventBus()
    let recording = store.events.record(bus, capacity: 100_000)
    for number in 0..<20_000 { bus.post(custom: "n\(number)") }
    await recording.cancel()
    try await store.events.flush()
    let kept = try await store.events.latest(30_000)
    #expect(kept.map(\.event.sequence) == Array(1...20_000))
    #expect(kept.last?.event.kind == .custom(.init(identifier: "n19999")))
    await store.close()
  }

  @Test("A recording that missed events says how many")
  func missed() async throws {
    let store = try await Store.opened(in: folder)
    let bus = EventBus()
    let recording = store.events.record(bus, capacity: 10)
    for number in 0..<20_000 { bus.post(custom: "n\(number)") }
    await recording.cancel()
    try await store.events.flush()
    let kept = try await store.events.latest(30_000).map(\.event)
    let gaps = kept.compactMap(\.missed)
    #expect(gaps.reduce(kept.count - gaps.count, +) == 20_000)
    await store.close()
  }

  @Test("Events that come faster than the disk takes them wait outside of memory")
  func backPressure() async throws {
    let store = try await Store.opened(in: folder)
    let events = oneOfEach
    for _ in 0..<5000 {
      try await store.events.append(events)
      #expect(try store.access.opened().writer.waiting <= LogWriter.room + events.count)
    }
    try await store.events.flush()
    #expect(try await store.events.count() == 40_000)
    await store.close()
  }
}
