import GRDB
import Glibc
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("A store is checked, repaired and measured", .timeLimit(.minutes(1)))
struct MaintenanceTests {
  let folder = TemporaryFolder()

  private var maintenance: StoreMaintenance {
    StoreMaintenance(folder("store"), machineKey: folder("keys/machine.key"))
  }

  private func filled() async throws -> Store {
    let store = try await Store.opened(in: folder)
    for _ in 0..<5 { try await store.keep(.answered("a", secrets: Secrets(["hunter22"]))) }
    try await store.keep(.answered("big", body: InMemoryBytes(noise(1_200_000))))
    try await store.drafts.save("d", content: [1, 2, 3])
    try await SharedData(storage: store.sharedData).set("k", "v")
    return store
  }

  @Test("One that is whole is said to be so, while it is open too, and nothing is changed")
  func whole() async throws {
    let store = try await filled()
    let check = try await maintenance.check()
    #expect(check.isWhole && check.files.count == 2 && check.rows == 8 && check.orphans == 0)
    await store.close()
    #expect(try await maintenance.check() == check)
    #expect(try await maintenance.repair().notices.isEmpty)
  }

  @Test("Sealed rows that do not open, bodies that are missing and those that nobody needs are counted, and repaired")
  func rows() async throws {
    let store = try await filled()
    await store.close()
    let queue = try DatabaseQueue(path: folder("store/log.sqlite"))
    try await queue.write { try $0.execute(sql: "UPDATE exchange SET content = zeroblob(300) WHERE seq = 2") }
    try queue.close()
    let body = try #require(Disk.names(in: folder("store/bodies")).first)
    unlink(folder("store/bodies/\(body)"))
    Disk.write([1], to: folder("store/bodies/" + String(repeating: "0", count: 64)))
    let check = try await maintenance.check()
    #expect(!check.isWhole && check.unreadableRows == ["1 exchange"])
    #expect(check.missingBodies == 1 && check.orphans == 1)
    let repair = try await maintenance.repair()
    #expect(repair.removed == 1 && repair.check.unreadableRows.isEmpty && repair.check.orphans == 0)
    #expect(repair.check.rows == 7)
  }

  @Test(
    "A damaged database is found by reading all of it, and repaired with what can be read; who has it open is asked to end"
  )
  func database() async throws {
    let store = try await filled()
    let error = await #expect(throws: RepositoryError.self) { try await maintenance.repair() }
    #expect(error?.kind == .unusablePath)
    let root = try await store.access.opened().log.read {
      try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'event'") ?? 0
    }
    await store.close()
    var bytes = Disk.read(folder("store/log.sqlite"))
    bytes.replaceSubrange((root - 1) * 4096..<(root - 1) * 4096 + 200, with: noise(200))
    Disk.write(bytes, to: folder("store/log.sqlite"))
    let check = try await maintenance.check()
    #expect(!check.isWhole && check.files.map(\.problems.isEmpty) == [true, false])
    let repair = try await maintenance.repair()
    #expect(repair.notices.first?.summary.contains("recovered: 6 exchanges") == true)
    #expect(repair.check.isWhole && repair.check.setAside.count == 1)
  }

  @Test("What takes how much room adds up")
  func size() async throws {
    let store = try await filled()
    await store.close()
    let size = try await maintenance.size()
    let parts = Dictionary(size.parts.map { ($0.name, $0) }) { $1 }
    #expect(parts["history"]?.count == 6 && parts["drafts"]?.count == 1 && parts["shared data"]?.count == 1)
    #expect(parts["bodies"]?.count == 1 && parts["bodies"]?.bytes == 1_200_000)
    #expect(size.parts.reduce(0) { $0 + $1.bytes } == size.total)
  }

  @Test("Where there is no store there is nothing to look at, and none is made")
  func none() async throws {
    #expect(try await maintenance.check() == StoreCheck())
    #expect(try await maintenance.size().total == 0)
    _ = try await maintenance.repair()
    #expect(!Disk.exists(folder("store")))
  }
}
