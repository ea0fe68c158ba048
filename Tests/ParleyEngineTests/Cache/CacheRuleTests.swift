import ParleyEngine
import TestSupport
import Testing

@Suite("What RFC 9111 lets a private cache answer", .timeLimit(.minutes(2)))
struct CacheRuleTests {
  @Test(
    "A response of the cache is one that a right cache may give",
    arguments: Sample.of(Array(1...4 as ClosedRange<UInt64>), 1))
  func walk(seed: UInt64) async throws {
    let tally = try await CacheWalk(seed: seed, cache: InMemoryCache()).run(steps: 1200)
    #expect(tally.mistakes == [])
    #expect(tally.served > 20 && tally.confirmed > 20 && tally.sent > 100 && tally.refused > 10, "\(tally)")
  }
}
