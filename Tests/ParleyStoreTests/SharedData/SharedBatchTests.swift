import GRDB
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Changes of shared data that belong together", .timeLimit(.minutes(2)))
struct SharedBatchTests {
  let folder = TemporaryFolder()

  private func edit(_ key: SharedKey, _ text: String?, ifStill last: Int64? = nil) -> SharedEdit {
    let content = text.map { SharedContent(kind: .text, cipher: nil, kept: .success(Ciphertext(Array($0.utf8)))) }
    return SharedEdit(
      key: key, content: content, writer: nil, at: .now(), origin: 1,
      expectation: last.map(SharedEdit.Expectation.lastChange) ?? .anything)
  }

  @Test("They are made together, under the number of the first", arguments: SharedPlace.allCases)
  func together(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    try await test.shared.set("a", "1")
    let edits = [edit(test.shared.key("a"), nil), edit(test.shared.key("none"), nil), edit(test.shared.key("b"), "2")]
    guard case .made(let records) = try await test.storage.append(all: edits) else {
      Issue.record("Nobody else has written")
      return
    }
    #expect(records.map(\.sequence) == [2, 3])
    #expect(records.map(\.batch) == [2, 2])
    #expect(try await test.storage.changes(after: 0, limit: 9).map(\.batch) == [nil, 2, 2])
    #expect(try await test.shared.get("a") == nil)
    #expect(try await test.shared.get("b") == "2")
    await test.close()
  }

  @Test("Where one of them is refused, none is made", arguments: SharedPlace.allCases)
  func allOrNone(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let first = try await test.shared.set("a", "1")
    let edits = [edit(test.shared.key("b"), "2"), edit(test.shared.key("a"), "3", ifStill: first.sequence + 1)]
    #expect(try await test.storage.append(all: edits) == .conflict(test.shared.key("a")))
    #expect(try await test.storage.lastSequence() == first.sequence)
    #expect(try await test.shared.get("b") == nil)
    await test.close()
  }

  @Test("When a value expires is kept, and cannot be changed on disk unnoticed", arguments: SharedPlace.allCases)
  func expiry(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    var wanted = edit(test.shared.key("a"), "1")
    wanted.content?.expires = Timestamp(microseconds: 1_800_000_000_000_000)
    _ = try await test.storage.append(wanted)
    #expect(try await test.kept("a")?.expires == wanted.content?.expires)
    guard let store = try test.store?.access.opened() else { return }
    try await store.data.write { try $0.execute(sql: "UPDATE shared SET expires = expires + 1") }
    let changed = try #require(try await test.kept("a"))
    #expect(throws: RepositoryError.self) { try changed.kept.get() }
    await test.close()
  }
}
