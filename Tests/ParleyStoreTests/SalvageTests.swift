import GRDB
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("What is readable of a damaged file is salvaged", .timeLimit(.minutes(2)))
struct SalvageTests {
  let folder = TemporaryFolder()

  private var data: String { folder("store/data.sqlite") }
  private var log: String { folder("store/log.sqlite") }

  private static let kept = FilledOnce(fill)

  private func filled() async throws -> Store { try await Self.kept.opened(in: folder) }

  /// 30 drafts, every tenth too large for a page, 200 shared values and a snapshot of them, 3 cookies.
  private static func fill(_ store: Store) async throws {
    for n in 0..<30 { try await store.drafts.save("d\(n)", content: noise(n % 10 == 9 ? 20_000 : 300)) }
    let shared = SharedData(storage: store.sharedData)
    for n in 0..<200 { try await shared.set("k\(n)", .text("value \(n)")) }
    try await shared.takeSnapshot("all", writer: "by hand")
    try await store.cookies.load()
    let jar = store.cookies.storage(for: "local")
    for name in ["a", "b", "c"] { jar.set(Cookie(name, "1", domain: "shop.test")) }
    try await store.cookies.flush()
  }

  private func report(_ store: Store) throws -> SalvageReport {
    try #require(store.notices.count == 1)
    guard case .setAside(_, _, _, let report)? = store.notices.first else { throw CancellationError() }
    return try report.get()
  }

  private func change(_ path: String, _ change: (inout [UInt8]) throws -> Void) throws {
    var bytes = Disk.read(path)
    try change(&bytes)
    Disk.write(bytes, to: path)
  }

  private func first(_ sql: String) throws -> Row? {
    try DatabaseQueue(path: data).read { try Row.fetchOne($0, sql: sql) }
  }

  @Test("All of it, where only the head was destroyed")
  func head() async throws {
    let store = try await filled()
    try await store.drafts.remove("d3")
    await store.close()
    try change(data) { $0.replaceSubrange(0..<100, with: noise(100)) }
    try await store.open()
    let report = try report(store)
    #expect(report.kept == ["draft": 29, "shared": 200, "shared_snapshot": 1, "cookie": 3, "cipher_key": 0])
    #expect(report.lostRows == 0 && report.damagedPages == 0)
    #expect(report.summary == "recovered: 29 drafts, 200 changes of shared data, 1 snapshot of shared data, 3 cookies")
    #expect(try await store.drafts.load("d3") == nil)
    #expect(try await store.drafts.load("d9")?.content == noise(20_000))
    let shared = SharedData(storage: store.sharedData)
    #expect(try await shared.get("k199") == "value 199")
    try await shared.set("k199", "later")
    #expect(try await shared.restoreSnapshot("all").count == 1)
    #expect(try await shared.get("k199") == "value 199")
    try await store.cookies.load()
    #expect(store.cookies.storage(for: "local").cookies.count == 3)
    await store.close()
    try await store.open()
    #expect(store.notices.count == 1)
    await store.close()
  }

  @Test("What was committed and has not come home yet, too")
  func writeAheadLog() async throws {
    let store = try await Store.opened(in: folder)
    try await Self.fill(store)
    for ending in ["", "-wal"] { Disk.write(Disk.read(data + ending), to: folder("copy\(ending)")) }
    await store.close()
    for ending in ["", "-wal"] { Disk.write(Disk.read(folder("copy\(ending)")), to: data + ending) }
    #expect(Disk.read(data + "-wal").count > 0)
    try change(data) { $0.replaceSubrange(0..<min(100, $0.count), with: noise(100)) }
    try await store.open()
    #expect(try report(store).kept["shared"] == 200)
    await store.close()
  }

  @Test("All but one page, and a sealed row that was changed is not taken for whole")
  func onePage() async throws {
    let store = try await filled()
    await store.close()
    let sealed: Row? = try first("SELECT content FROM draft WHERE request = 'd1'")
    let root: Row? = try first("SELECT rootpage FROM sqlite_master WHERE name = 'shared'")
    let content = try #require(sealed?.bytes(0))
    try change(data) { bytes in
      let place = try #require((0..<bytes.count - 40).first { bytes[$0..<$0 + 40].elementsEqual(content[..<40]) })
      bytes[place + 20] ^= 1
      let start = (try #require(root)[0] - 1) * 4096
      bytes.replaceSubrange(start..<start + 200, with: noise(200))
    }
    DamagedFile.suspect(data)
    try await store.open()
    let report = try report(store)
    #expect(report.kept["shared"] == 200 && report.kept["draft"] == 29 && report.kept["cookie"] == 3)
    #expect(report.lostRows == 1 && report.damagedPages == 1)
    #expect(try await store.drafts.load("d1") == nil)
    await store.close()
  }

  @Test("History comes back with its bodies, runs and events")
  func history() async throws {
    let store = try await Store.opened(in: folder)
    for n in 0..<20 { try await store.keep(.answered("n\(n)", text: "{\"n\": \(n)}")) }
    let big = Exchange.answered("big", body: InMemoryBytes(noise(1_200_000)), secrets: Secrets(["hunter22"]))
    try await store.keep(big)
    await store.close()
    try change(log) { $0.replaceSubrange(0..<100, with: noise(100)) }
    try await store.open()
    let report = try report(store)
    #expect(report.kept["exchange"] == 21 && report.missingBodies == 0)
    #expect(try await store.history.exchange(big.id)?.exchange.response?.body.all() == noise(1_200_000))
    #expect(try await store.history.recent(2).map(\.name) == ["big", "n19"])
    await store.close()
  }

  @Test("It is done again where it was interrupted")
  func interrupted() async throws {
    let store = try await filled()
    await store.close()
    try DamagedFile.setAside(data, bodies: nil, at: .now(), because: "it was killed")
    try await store.open()
    #expect(try report(store).kept["draft"] == 30)
    #expect(DamagedFile.pending(data) == nil)
    await store.close()
  }

  @Test(
    "Whatever is damaged, opening goes on and all that came back can be read",
    arguments: Sample.of(Array(1...25 as ClosedRange<UInt64>), 10))
  func anything(seed: UInt64) async throws {
    let store = try await filled()
    await store.close()
    var random = Numbers(seed)
    try change(data) { bytes in
      for _ in 0..<Int(random.next() % 20) + 1 {
        let start = Int(random.next() % UInt64(bytes.count))
        let count = Int(random.next() % 600) + 1
        for place in start..<min(start + count, bytes.count) { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
      }
      if random.next() % 3 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
    }
    DamagedFile.suspect(data)
    try await store.open()
    // A value that was changed without harm to the file shows when it is read.
    guard !store.notices.isEmpty else { return await store.close() }
    for entry in try await store.drafts.all() { _ = try await store.drafts.load(entry.request) }
    for entry in try await SharedData(storage: store.sharedData).list(limit: 500).entries {
      #expect(entry.problem == nil)
    }
    await store.close()
    #expect(try await StoreMaintenance(folder("store"), machineKey: folder("keys/machine.key")).check().isWhole)
  }
}

/// The same numbers for the same seed (xorshift).
private struct Numbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
