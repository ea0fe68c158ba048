import GRDB
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Drafts", .timeLimit(.minutes(2)))
struct DraftTests {
  let folder = TemporaryFolder()

  @Test("A draft comes back as it was saved, also after reopening")
  func comesBack() async throws {
    let time = Timestamp(microseconds: 1_700_000_000_000_000)
    let store = try await Store.opened(in: folder, now: { time })
    try await store.drafts.save("user/login", content: Array("method: GET".utf8), baseHash: "9f86d0")
    try await store.drafts.save("empty", content: [])
    await store.close()
    try await store.open()
    let expected = Draft(
      request: "user/login", savedAt: time, content: Array("method: GET".utf8), baseHash: "9f86d0")
    #expect(try await store.drafts.load("user/login") == expected)
    #expect(try await store.drafts.load("empty")?.content == [])
    #expect(try await store.drafts.load("nobody") == nil)
    #expect(try await store.drafts.all().map(\.request) == ["empty", "user/login"])
    await store.close()
  }

  @Test("The last save stands, and a removed draft is gone")
  func replacesAndRemoves() async throws {
    let store = try await Store.opened(in: folder)
    for number in 0...9 { try await store.drafts.save("a", content: [UInt8(number)]) }
    #expect(try await store.drafts.load("a")?.content == [9])
    try await store.drafts.remove("a")
    try await store.drafts.remove("a")
    #expect(try await store.drafts.load("a") == nil)
    #expect(try await store.drafts.all().isEmpty)
    await store.close()
  }

  @Test("A draft cannot be passed off as that of another request")
  func staysInItsPlace() async throws {
    let store = try await Store.opened(in: folder)
    try await store.drafts.save("a", content: [1])
    try await store.access.opened().data.write { database in
      try database.execute(sql: "UPDATE draft SET request = 'b'")
    }
    let error = await #expect(throws: RepositoryError.self) { try await store.drafts.load("b") }
    #expect(error?.kind == .damaged)
    await store.close()
  }

  @Test("Each save is synced to the disk before it returns")
  func isSynced() async throws {
    let store = try await Store.opened(in: folder)
    let access = try store.access.opened()
    #expect(try await access.data.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(try await access.log.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 1)
    for file in [access.data, access.log] {
      #expect(try await file.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    }
    await store.close()
  }
}
