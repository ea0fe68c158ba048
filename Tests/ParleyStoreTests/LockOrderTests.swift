import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Programs that share a store wait for each other, and never each for the other", .timeLimit(.minutes(1)))
struct LockOrderTests {
  let folder = TemporaryFolder()

  private func entry(_ body: [UInt8]) -> CacheEntry {
    CacheEntry(
      key: CacheKey(method: "GET", origin: "http://h", path: "/big", query: ""),
      label: CacheLabel(endpoint: "/big", codec: "bytes", url: "http://h/big"),
      head: ResponseHead(url: "http://h/big", status: .init(code: 200)), body: InMemoryBytes(body), requestedAt: .now(),
      receivedAt: .now())
  }

  @Test("Who waits for the body files does not keep others from the database")
  func waitsOutsideOfTransaction() async throws {
    let (first, second) = (try await Store.opened(in: folder), try await Store.opened(in: folder))
    let lock = try first.access.opened().bodies.locked()
    let keeping = Task { try await first.cache.keep(entry(noise(2_000_000)), replacing: nil) }
    for number in 0..<50 { try await second.keep(.answered("\(number)")) }
    lock.release()
    try await keeping.value
    #expect(try await second.cache.list(CacheFilter(), offset: 0, limit: 9).count == 1)
    #expect(try await second.history.count() == 50)
    await first.close()
    await second.close()
  }

  @Test("Large responses, cache entries and clearing go on beside each other")
  func besideEachOther() async throws {
    let (first, second) = (try await Store.opened(in: folder), try await Store.opened(in: folder))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in [first, second] {
        group.addTask { for _ in 0..<20 { try await store.cache.keep(entry(noise(1_200_000)), replacing: nil) } }
        group.addTask {
          for _ in 0..<20 { try await store.keep(.answered("a", body: InMemoryBytes(noise(1_200_000)))) }
        }
        group.addTask { for _ in 0..<40 { _ = try await store.cache.remove(CacheFilter()) } }
      }
      try await group.waitForAll()
    }
    #expect(try await first.history.count() == 40)
    await first.close()
    await second.close()
  }
}
