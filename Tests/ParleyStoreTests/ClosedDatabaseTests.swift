import Foundation
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Closing a database file that is in use", .timeLimit(.minutes(1)))
struct ClosedDatabaseTests {
  let folder = TemporaryFolder()

  @Test("What begins afterwards fails with a sentence", arguments: StorePart.allCases)
  func late(part: StorePart) async throws {
    let store = try await Store.opened(in: folder)
    let opened = try store.access.opened()
    let file = part == .data ? opened.data : opened.log
    await store.close()
    await #expect { try await file.read { _ in } } throws: { ($0 as? RepositoryError)?.kind == .notOpen }
    await #expect { try await file.write { _ in } } throws: { ($0 as? RepositoryError)?.kind == .notOpen }
    await #expect { try await file.lookUp { _ in } } throws: { ($0 as? RepositoryError)?.kind == .notOpen }
    #expect { try file.workNow { _ in } } throws: { ($0 as? RepositoryError)?.kind == .notOpen }
    #expect { try file.workSoon { _ in } } throws: { ($0 as? RepositoryError)?.kind == .notOpen }
  }

  @Test("What has begun comes to its end first, however many there are")
  func early() async throws {
    for _ in 0..<20 {
      let store = try await Store.opened(in: folder)
      let shared = SharedData(storage: store.sharedData)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask { _ = try? await shared.set("k\(number)", .text("v")) }
          group.addTask { _ = try? await shared.list() }
        }
        group.addTask { await store.close() }
      }
    }
    let store = try await Store.opened(in: folder)
    #expect(store.notices.isEmpty)
    await store.close()
  }
}
