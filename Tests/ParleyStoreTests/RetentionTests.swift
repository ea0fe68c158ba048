import GRDB
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Retention", .timeLimit(.minutes(2)))
struct RetentionTests {
  let folder = TemporaryFolder()
  let day = Duration.seconds(24 * 60 * 60)
  let now = Timestamp(microseconds: 1_795_270_000_000_000)

  private func exchange(_ name: String, daysAgo: Int, size: Int = 10, secrets: Secrets = Secrets()) -> Exchange {
    .answered(name, body: InMemoryBytes(noise(size)), secrets: secrets, startedAt: now.advanced(by: day * -daysAgo))
  }

  private func event(_ number: UInt64, daysAgo: Int) -> Event {
    Event(sequence: number, time: now.advanced(by: day * -daysAgo), kind: .custom(.init(identifier: "e")))
  }

  private func clear(_ store: Store) async throws {
    let retention = try store.access.opened().retention
    retention.start()
    await retention.settle()
  }

  @Test("What is older than the age goes, with its files; what is younger or pinned stays")
  func age() async throws {
    let store = try await Store.opened(in: folder, now: { now })
    let pinned = exchange("pinned", daysAgo: 99, size: 1_100_001)
    try await store.keep(pinned)
    try await store.history.setPinned(true, pinned.id)
    for number in 0..<120 { try await store.keep(exchange("old \(number)", daysAgo: 31)) }
    try await store.keep(exchange("old and big", daysAgo: 31, size: 1_100_002))
    try await store.keep(exchange("young", daysAgo: 29))
    try await store.events.append([event(1, daysAgo: 31), event(2, daysAgo: 29)])
    try await store.events.flush()
    try await clear(store)
    #expect(try await store.history.recent(99).map(\.name) == ["young", "pinned"])
    #expect(try await store.events.latest(9).map(\.event.sequence) == [2])
    #expect(Disk.names(in: folder("store/bodies")).count == 1)
    #expect(try await store.history.exchange(pinned.id)?.exchange.response?.body.all() == noise(1_100_001))
    await store.close()
  }

  @Test("When it is more than the size allows the oldest go, exchanges and events alike")
  func size() async throws {
    let store = try await Store.opened(in: folder, now: { now })
    for number in 0..<400 { try await store.keep(exchange("\(number)", daysAgo: 20, size: 10_000)) }
    try await store.events.append((1...100).map { event($0, daysAgo: 21) } + [event(101, daysAgo: 1)])
    try await store.events.flush()
    store.retention = Retention(size: 2_000_000, age: day * 30)
    try await clear(store)
    let left = try await store.history.recent(1000)
    #expect(left.first?.name == "399")
    #expect((50...200).contains(left.count))
    #expect(try await store.events.latest(200).map(\.event.sequence) == [101])
    await store.close()
  }

  @Test("What is cleared away at stand-by is what became old meanwhile")
  func atStandBy() async throws {
    let first = try await Store.opened(in: folder, now: { now })
    try await first.keep(exchange("a", daysAgo: 29))
    await first.close()
    let later = now.advanced(by: day * 2)
    let second = try await Store.opened(in: folder, now: { later })
    await (try second.access.opened()).retention.settle()
    #expect(try await second.history.count() == 0)
    await second.close()
  }

  @Test("Files that no row needs go; one that is still being received stays")
  func unneededFiles() async throws {
    let store = try await Store.opened(in: folder, now: { now })
    try await store.keep(exchange("big", daysAgo: 1, size: 1_100_000))
    Disk.write([1], to: folder("store/bodies/0123abc"))
    let arriving = try #require(try store.bodies?.makeFile(sealed: false))
    try await store.access.opened().retentionJob.removeUnneededBodies()
    let names = Disk.names(in: folder("store/bodies"))
    #expect(names.count == 2)
    #expect(!names.contains("0123abc"))
    #expect(try await store.history.recent(1).first?.size == 1_100_000)
    arriving.discard()
    await store.close()
  }

  @Test("Space that is free goes back to the disk")
  func returnsSpace() async throws {
    let store = try await Store.opened(in: folder, now: { now })
    for number in 0..<60 { try await store.keep(exchange("\(number)", daysAgo: 40, size: 1_000_000)) }
    try await clear(store)
    let log = try store.access.opened().log
    #expect(try await log.read { try Int.fetchOne($0, sql: "PRAGMA auto_vacuum") } == 2)
    #expect(try await log.read { try Int.fetchOne($0, sql: "PRAGMA freelist_count") ?? 0 } <= 4096)
    #expect(try await log.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 } < 5000)
    await store.close()
  }

  @Test("Exchanges are kept while the old is cleared away")
  func keepsMeanwhile() async throws {
    let store = try await Store.opened(in: folder, now: { now })
    for number in 0..<2000 { try await store.keep(exchange("old \(number)", daysAgo: 31)) }
    async let clearing: Void = clear(store)
    for number in 0..<50 { try await store.keep(exchange("new \(number)", daysAgo: 0)) }
    try await clearing
    #expect(try await store.history.count() == 50)
    await store.close()
  }
}
