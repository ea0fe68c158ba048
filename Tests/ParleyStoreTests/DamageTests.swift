import GRDB
import Glibc
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("A damaged file is set aside, told, and costs the other file nothing", .timeLimit(.minutes(2)))
struct DamageTests {
  let folder = TemporaryFolder()

  /// A store with a draft, a large body and enough exchanges for many pages, closed.
  private func filledStore() async throws -> Store {
    let store = try await Store.opened(in: folder, now: { Timestamp(microseconds: 1_795_270_000_000_000) })
    for _ in 0..<50 { try await store.keep(.answered("old", body: InMemoryBytes(noise(2000)))) }
    try await store.keep(.answered("big", body: InMemoryBytes(noise(1_100_000))))
    try await store.drafts.save("a", content: [1, 2, 3])
    await store.close()
    return store
  }

  private var log: String { folder("store/log.sqlite") }
  private var data: String { folder("store/data.sqlite") }

  /// The pages that even an empty file has: those of its schema, and those on which tables and indexes begin.
  private func pagesOfEmptyLog() async throws -> Int {
    try await Store.opened(in: folder, "empty").close()
    return try await DatabaseQueue(path: folder("empty/log.sqlite")).read {
      try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0
    }
  }

  private func damagePages(of path: String, from page: Int) throws {
    var bytes = Disk.read(path)
    let offsets = stride(from: 4096 * (page - 1), to: bytes.count, by: 4096)
    try #require(offsets.contains { _ in true })
    for offset in offsets {
      bytes.replaceSubrange(offset..<min(offset + 200, bytes.count), with: noise(200).prefix(bytes.count - offset))
    }
    Disk.write(bytes, to: path)
  }

  private func expectSetAside(_ path: String, by store: Store) throws -> String {
    let told = store.notices.compactMap { notice in
      if case .setAside(let file, let new, let reason, _) = notice { (file, new, reason) } else { nil }
    }
    #expect(told.count == 1)
    let (file, new, reason) = try #require(told.first)
    #expect(file == path)
    #expect(new.hasPrefix("\(path).damaged-20261121T"))
    #expect(!reason.isEmpty)
    return new
  }

  @Test(
    "A file that was removed or emptied is told of, once, and the other is as it was", arguments: ["data", "log"],
    [true, false])
  func missing(name: String, isEmptied: Bool) async throws {
    _ = try await filledStore()
    let path = folder("store/\(name).sqlite")
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    if isEmptied { Disk.write([], to: path) }
    let store = try await Store.opened(in: folder)
    #expect(store.notices == [.missing(file: path)])
    #expect(try await store.drafts.load("a")?.content == (name == "data" ? nil : [1, 2, 3]))
    #expect(try await store.history.count() == (name == "log" ? 0 : 51))
    await store.close()
    #expect(try await Store.opened(in: folder).notices.isEmpty)
  }

  enum Damage: CaseIterable {
    case garbage, halved, cut, head

    func callAsFunction(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .garbage: return noise(10_000)
      case .halved: return Array(bytes.prefix(bytes.count / 2))
      case .cut: return Array(bytes.prefix(50))
      case .head:
        var changed = bytes
        changed.replaceSubrange(0..<100, with: noise(100))
        return changed
      }
    }
  }

  @Test("A log that is garbage, truncated or has a broken head", arguments: Damage.allCases)
  func damagedLog(damage: Damage) async throws {
    let store = try await filledStore()
    let damaged = damage(Disk.read(log))
    Disk.write(damaged, to: log)
    let body = try #require(Disk.names(in: folder("store/bodies")).first)
    try await store.open()
    let new = try expectSetAside(log, by: store)
    #expect((Disk.read(new) == damaged) == true)
    #expect(Disk.exists("\(new)-bodies/\(body)"))
    #expect(try await store.drafts.load("a")?.content == [1, 2, 3])
    #expect(try await store.history.count() == (damage == .head ? 51 : store.history.count()))
    try await store.keep(.answered("new"))
    #expect(try await store.history.recent(1).map(\.name) == ["new"])
    await store.close()
  }

  @Test("Damaged drafts cost no history")
  func damagedData() async throws {
    let store = try await filledStore()
    Disk.write(noise(5000), to: data)
    try await store.open()
    let new = try expectSetAside(data, by: store)
    #expect((Disk.read(new) == noise(5000)) == true)
    #expect(try await store.history.count() == 51)
    #expect(Disk.names(in: folder("store/bodies")).count == 1)
    #expect(try await store.drafts.all().isEmpty)
    await store.close()
  }

  @Test("What belongs to the damaged file goes with it")
  func companions() async throws {
    let store = try await filledStore()
    Disk.write(noise(5000), to: log)
    Disk.write(noise(300), to: log + "-wal")
    try await store.open()
    let new = try expectSetAside(log, by: store)
    #expect((Disk.read(new + "-wal") == noise(300)) == true)
    await store.close()
  }

  @Test("Damage that shows while opening sets the file aside at once")
  func damageShowsAtOpening() async throws {
    let store = try await filledStore()
    try damagePages(of: log, from: 3)
    try await store.open()
    _ = try expectSetAside(log, by: store)
    #expect(try await store.drafts.load("a")?.content == [1, 2, 3])
    await store.close()
  }

  @Test("Damage that shows while reading is an error, and the next start sets the file aside")
  func damageShowsLater() async throws {
    let store = try await filledStore()
    try damagePages(of: log, from: try await pagesOfEmptyLog() + 1)
    try await store.open()
    let error = await #expect(throws: RepositoryError.self) { try await store.history.recent(100) }
    #expect(error?.kind == .damaged)
    #expect(try await store.drafts.load("a")?.content == [1, 2, 3])
    await store.close()
    try await store.open()
    _ = try expectSetAside(log, by: store)
    await store.close()
  }

  @Test(
    "Every byte of the head that is another one is either no matter or damage, never another error",
    arguments: [0, 16, 17, 18, 19, 20, 21, 23, 24, 28, 40, 44, 47, 52, 56, 59, 92, 96])
  func head(offset: Int) async throws {
    let store = try await Store.opened(in: folder)
    try await store.keep(.answered("a"))
    await store.close()
    for change in [UInt8(0x01), 0x80, 0xFF] {
      let before = Disk.read(log)
      var bytes = before
      bytes[offset] ^= change
      Disk.write(bytes, to: log)
      try await store.open()
      try await store.keep(.answered("b"))
      await store.close()
      Disk.write(before, to: log)
    }
  }

  @Test("A suspicion that is wrong is dropped")
  func wrongSuspicion() async throws {
    let store = try await filledStore()
    DamagedFile.suspect(log)
    try await store.open()
    #expect(store.notices.isEmpty)
    #expect(!DamagedFile.isSuspect(log))
    #expect(try await store.history.count() == 51)
    await store.close()
  }

  @Test("A pipe, or a link to a device, in the place of a small file holds nobody up", .timeLimit(.minutes(1)))
  func pipes() async throws {
    let store = try await filledStore()
    let key = folder("keys/machine.key")
    let kept = Disk.read(key)
    for put in [{ mkfifo($0, 0o600) }, { symlink("/dev/zero", $0) }] {
      unlink(key)
      #expect(put(key) == 0)
      let error = await #expect(throws: RepositoryError.self) { try await store.open() }
      #expect(error?.place == key)
    }
    unlink(key)
    Disk.write(kept, to: key)
    chmod(key, 0o600)
    try await store.open()
    #expect(try await store.history.count() == 51)
    await store.close()
  }

  @Test("Two files that are set aside at the same second have different names")
  func namesDiffer() throws {
    let path = folder("x.sqlite")
    let names = try (0..<3).map { number in
      Disk.write([UInt8(number)], to: path)
      return try DamagedFile.setAside(path, bodies: nil, at: Timestamp(microseconds: 0), because: "x")
    }
    #expect(Set(names).count == 3)
    #expect(names.map(Disk.read) == [[0], [1], [2]])
  }

  @Test("Observers are called")
  func callsBack() async throws {
    let store = try await filledStore()
    let heard = Lock<[StoreNotice]>([])
    store.onNotice { notice in heard.withLock { $0.append(notice) } }
    Disk.write(noise(5000), to: log)
    try await store.open()
    #expect(heard.withLock { $0 } == store.notices)
    #expect(store.notices.first?.summary.contains("was damaged and renamed") == true)
    await store.close()
  }
}
