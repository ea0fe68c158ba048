import GRDB
import Glibc
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("A disk that takes no more is a clear error and destroys nothing", .timeLimit(.minutes(2)))
struct FullDiskTests {
  let folder = TemporaryFolder()

  @Test("When files may not grow, keeping fails, what was kept stays, and keeping goes on once there is room")
  func fileSizeLimit() async throws {
    let torture = try #require(Torture("limit", folder("store"), folder("key"), "3000000"))
    let lines = await torture.lines()
    try #require(lines.count == 3)
    let counts = lines[1].split(separator: " ").compactMap { Int($0) }
    #expect(lines[0] == "store.writing")
    #expect(counts.count == 2 && counts.first == counts.last)
    #expect(Int(lines[2]) == counts.first.map { $0 + 1 })

    let store = Store(at: folder("store"), machineKey: folder("key"))
    try await store.open()
    #expect(store.notices.isEmpty)
    #expect(try await store.history.count() == Int(lines[2]))
    await store.close()
  }

  @Test("A folder that may only be read is a typed error", .enabled(if: geteuid() == 0))
  func readOnlyFolder() async throws {
    let store = try await Store.opened(in: folder)
    try await store.keep(.answered())
    await store.close()
    chmod(folder.path, 0o755)
    chmod(folder("store"), 0o555)
    let torture = try #require(Torture("visit", folder("store"), folder("other-key"), "65534"))
    #expect(await torture.lines() == ["store.unusablePath"])

    try await store.open()
    #expect(try await store.history.count() == 1)
    await store.close()
  }

  @Test("One exchange that finds no room does not take along those that do")
  func oneDoesNotTakeOthersAlong() async throws {
    let store = try await Store.opened(in: folder)
    let log = try store.access.opened().log
    try log.workNow { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 40)")
    }
    let large = Exchange.answered("large", body: InMemoryBytes(noise(900_000)))
    let small = (0..<5).map { Exchange.answered("small \($0)") }
    let errors = Lock<[RepositoryError]>([])
    await withTaskGroup(of: Void.self) { group in
      for exchange in [large] + small {
        group.addTask {
          do throws(RepositoryError) {
            try await store.keep(exchange)
          } catch {
            errors.withLock { $0.append(error) }
          }
        }
      }
    }
    #expect(errors.withLock { $0.map(\.kind) } == [.writing])
    #expect(Set(try await store.history.recent(9).map(\.id)) == Set(small.map(\.id)))
    await store.close()
  }
}
