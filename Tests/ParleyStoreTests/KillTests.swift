import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("What a store said is safe, is safe", .timeLimit(.minutes(2)))
struct KillTests {
  let folder = TemporaryFolder()

  @Test("kill -9 in the middle of writing loses no exchange that was kept and no draft that was saved")
  func survivesKill() async throws {
    var ids: [ExchangeID] = []
    var draft = 0
    for round in 1...4 {
      let torture = try #require(Torture("keep", folder("store"), folder("key")))
      let lines = await torture.lines(killedAfter: 150 * round)
      ids += lines.filter { $0.hasPrefix("exchange ") }.map { ExchangeID(rawValue: String($0.dropFirst(9))) }
      draft = lines.filter { $0.hasPrefix("draft ") }.compactMap { Int($0.dropFirst(6)) }.last ?? 0
    }
    #expect(ids.count >= 1000)

    let store = Store(at: folder("store"), machineKey: folder("key"))
    try await store.open()
    #expect(store.notices.isEmpty)
    for id in ids {
      let exchange = try #require(try await store.history.exchange(id))
      #expect(try exchange.exchange.response?.body.all().count == exchange.entry.size)
    }
    let saved = try #require(try await store.drafts.load("d"))
    // The next one may have been saved, and killed before it could be told.
    #expect([draft, draft + 1].contains(Int(String(decoding: saved.content, as: UTF8.self))))
    await store.close()
  }

  @Test("What a dead process was receiving is cleared away at the next start, what a living one receives is not")
  func removesLeftovers() async throws {
    let first = Store(at: folder("store"), machineKey: folder("key"))
    try await first.open()
    let alive = try #require(try first.bodies?.makeFile(sealed: false))
    try Array("alive".utf8).withUnsafeBytes { try alive.append($0) }
    let torture = try #require(Torture("leave", folder("store"), folder("key")))
    #expect(await torture.lines(killedAfter: 1) == ["half"])
    #expect(Disk.names(in: folder("store/bodies")).count == 2)

    let second = Store(at: folder("store"), machineKey: folder("key"))
    try await second.open()
    #expect(Disk.names(in: folder("store/bodies")).count == 1)
    #expect(try alive.all() == Array("alive".utf8))
    alive.discard()
    #expect(Disk.names(in: folder("store/bodies")).isEmpty)
    await first.close()
    await second.close()
  }

  @Test("Two processes keep into one store at the same time")
  func twoProcesses() async throws {
    let store = Store(at: folder("store"), machineKey: folder("key"))
    let torture = try #require(Torture("keep", folder("store"), folder("key")))
    async let lines = torture.lines(killedAfter: 300)
    try await store.open()
    let own = (0..<100).map { Exchange.answered("own \($0)") }
    for exchange in own { try await store.keep(exchange) }
    let theirs = await lines.filter { $0.hasPrefix("exchange ") }.map { ExchangeID(rawValue: String($0.dropFirst(9))) }
    let all = Set(try await store.history.recent(100_000).map(\.id))
    #expect(all.isSuperset(of: own.map(\.id)))
    #expect(all.isSuperset(of: theirs))
    await store.close()
  }
}
