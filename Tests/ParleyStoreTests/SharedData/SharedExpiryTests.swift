import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Shared keys expire", .timeLimit(.minutes(2)))
struct SharedExpiryTests {
  let folder = TemporaryFolder()
  let clock = FakeClock()

  private func shared(
    _ place: SharedPlace, rules: [SharedRule] = []
  ) async throws -> SharedUnderTest {
    let store = place == .disk ? try await Store.opened(in: folder) : nil
    let storage: any SharedDataStorage = store?.sharedData ?? InMemorySharedData()
    let shared = SharedData(
      storage: storage, environment: "local", rules: SharedRules(rules), now: { [clock] in clock.now })
    return SharedUnderTest(shared: shared, storage: storage, store: store)
  }

  @Test(
    "An expired key is absent for who reads it, and is still listed with its value", arguments: SharedPlace.allCases)
  func absence(place: SharedPlace) async throws {
    let test = try await shared(place, rules: [SharedRule("token", expiry: .after(.seconds(60)))])
    try await test.shared.set("token", "one")
    #expect(try await test.shared.get("token") == "one")
    clock.advance(by: .seconds(59))
    #expect(try await test.shared.get("token") == "one")
    clock.advance(by: .seconds(1))
    #expect(try await test.shared.get("token") == nil)
    let entry = try #require(try await test.shared.list().entries.first)
    #expect(entry.value == "one" && entry.isExpired(at: clock.now) && test.shared.isExpired(entry))
    #expect(try await test.shared.compareAndSet("token", expected: nil, to: "two"))
    #expect(try await test.shared.get("token") == "two")
    await test.close()
  }

  @Test("A value that is written by hand takes the rule's expiry, its own, or keeps the one before")
  func lifetimes() async throws {
    let test = try await shared(.memory)
    let shared = test.shared
    try await shared.set("k", "a", lifetime: .until(clock.now.advanced(by: .seconds(100))))
    try await shared.set("k", "b", lifetime: .kept)
    #expect(try await shared.entry("k")?.expires == clock.now.advanced(by: .seconds(100)))
    try await shared.set("k", "c")
    #expect(try await shared.entry("k")?.expires == nil)
    try await shared.set("k", "d", lifetime: .until(clock.now.advanced(by: .seconds(5))))
    clock.advance(by: .seconds(6))
    try await shared.set("k", "e", lifetime: .kept)
    #expect(try await shared.get("k") == "e")
    shared.rules.set(SharedRule("k", expiry: .after(.seconds(9))))
    try await shared.set("k", "f", lifetime: .kept)
    #expect(try await shared.entry("k")?.expires == clock.now.advanced(by: .seconds(9)))
    try await shared.set("k", "g", lifetime: .unlimited)
    #expect(try await shared.entry("k")?.expires == nil)
  }

  @Test("An expiry is changed alone, and undo brings back the old one", arguments: SharedPlace.allCases)
  func undo(place: SharedPlace) async throws {
    let test = try await shared(place)
    let (shared, soon) = (test.shared, clock.now.advanced(by: .seconds(10)))
    try await shared.set("k", "a")
    #expect(try await shared.expire("k", at: soon)?.value == "a")
    #expect(try await shared.entry("k")?.expires == soon)
    #expect(try await shared.undo("k").expires == nil)
    #expect(try await shared.redo("k").expires == soon)
    #expect(try await shared.expire("none", at: soon) == nil)
    await #expect(throws: SharedDataError.self) { try await shared.expire("k", at: nil, ifStill: 1) }
    await test.close()
  }

  @Test("Another cipher and another environment keep the expiry", arguments: SharedPlace.allCases)
  func rewriting(place: SharedPlace) async throws {
    let test = try await shared(place)
    let (shared, soon) = (test.shared, clock.now.advanced(by: .seconds(10)))
    try await shared.set("k", "a", lifetime: .until(soon))
    try await shared.bind("k", to: "gzip")
    #expect(try await shared.entry("k")?.expires == soon)
    if let store = test.store {
      let done = try await store.move("local", to: "home") { record, key throws(SharedDataError) in
        try shared.content(of: record, movedTo: key)
      }
      #expect(done == .done)
      shared.forgetReadings()
      shared.environment = "home"
      #expect(try await shared.entry("k")?.expires == soon)
      #expect(try await shared.get("k") == "a")
    }
    await test.close()
  }

  @Test("A web token says itself when it expires; anything else under that rule never does")
  func webToken() async throws {
    let test = try await shared(.memory, rules: [SharedRule("jwt", expiry: .jwt)])
    // {"alg":"none"} . {"sub":"ada","exp":1764000000} . no signature
    try await test.shared.set("jwt", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEiLCJleHAiOjE3NjQwMDAwMDB9.")
    #expect(try await test.shared.entry("jwt")?.expires == Timestamp(microseconds: 1_764_000_000_000_000))
    try await test.shared.set("jwt", "no token")
    #expect(try await test.shared.entry("jwt")?.expires == nil)
  }

  @Test(
    "What a response says is seconds, a Unix time, or a time as text",
    arguments: [
      ("3600", 3600), ("\"3600\"", 3600), ("1764000000", 1_764_000_000 - 1_700_000_000),
      ("1764000000000", 1_764_000_000 - 1_700_000_000), ("\"2023-11-14T22:13:30Z\"", 10),
      ("\"2023-11-14T23:13:30.500+01:00\"", 10), ("\"Tue, 14 Nov 2023 22:13:30 GMT\"", 10),
    ])
  func said(text: String, seconds: Int64) throws {
    let now = Timestamp(microseconds: 1_700_000_000_000_000)
    let moment = try #require(SharedExpiry.moment(said: try JSONValue(parsing: Array(text.utf8)), from: now))
    #expect((moment.microseconds - now.microseconds) / 1_000_000 == seconds)
  }

  @Test(
    "and nothing else",
    arguments: ["null", "{}", "\"soon\"", "\"2023-13-01T00:00:00Z\"", "\"2023-02-30T00:00:00Z\"", "\"\"", "1e300"])
  func unsaid(text: String) throws {
    let now = Timestamp(microseconds: 1_700_000_000_000_000)
    #expect(SharedExpiry.moment(said: try JSONValue(parsing: Array(text.utf8)), from: now) == nil)
  }
}

/// A clock that stands still until the test moves it.
final class FakeClock: Sendable {
  private let time = Lock(Timestamp(microseconds: 1_700_000_000_000_000))

  var now: Timestamp { time.withLock { $0 } }

  func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }
}
