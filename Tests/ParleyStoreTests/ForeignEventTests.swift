import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("The event log of several programs", .timeLimit(.minutes(1)))
struct ForeignEventTests {
  let folder = TemporaryFolder()

  private func change(_ number: Int64, origin: Int64?) -> Event {
    let change = Event.SharedData(
      key: SharedKey("a"), change: number, value: "1", isSecret: false, cipher: nil, writer: "w",
      isForeign: origin == nil, origin: origin)
    return Event(sequence: 1, time: .now(), kind: .updateSharedData(change))
  }

  private func write(_ events: [Event], to store: Store) async throws {
    try await store.events.append(events)
    try await store.events.flush()
  }

  @Test("What several programs tell of one change is one row; what each tells for itself is one of each")
  func oneRow() async throws {
    let stores = [try await Store.opened(in: folder), try await Store.opened(in: folder)]
    let mark = Event(sequence: 1, time: .now(), kind: .custom(.init(identifier: "mark")))
    for store in stores { try await write([change(1, origin: 7), mark, change(2, origin: 7)], to: store) }
    // The same number of another writer, and of nobody known.
    for store in stores { try await write([change(1, origin: 8), change(1, origin: nil)], to: store) }
    #expect(try await stores[0].events.count(matching: .init(kinds: [.updateSharedData])) == 5)
    #expect(try await stores[1].events.count(matching: .init(kinds: [.custom])) == 2)
    for store in stores { await store.close() }
  }

  @Test("A program hears of the events that another one has written, and can read them then")
  func hears() async throws {
    let (mine, theirs) = (try await Store.opened(in: folder), try await Store.opened(in: folder))
    let (calls, call) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    mine.events.onForeignEvents { call.yield() }
    try await write([change(1, origin: 7)], to: theirs)
    var heard = calls.makeAsyncIterator()
    await heard.next()
    #expect(try await mine.events.latest(9).count == 1)
    await theirs.close()
    await mine.close()
  }
}
