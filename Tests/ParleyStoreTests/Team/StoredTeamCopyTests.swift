import Glibc
import ParleyEngine
import ParleyTeam
import Testing

@testable import ParleyStore

@Suite("The copy of a team's shared data on this machine", .timeLimit(.minutes(2)))
struct StoredTeamCopyTests {
  private let folder = TemporaryFolder()

  private func row(_ sequence: Int64, _ name: String, _ environment: String? = "local", removal: Bool = false)
    -> SealedRow
  {
    let seal = Ciphertext.Seal(keyName: "cipher team", keyVersion: 1, nonce: [1, 2, UInt8(sequence)])
    return SealedRow(
      sequence: sequence, key: SharedKey(name, in: environment),
      sealed: SealedBytes([9, 8, UInt8(sequence)], seal: seal),
      isRemoval: removal, at: Timestamp(microseconds: 1000 + sequence), origin: 5, restored: sequence == 3 ? 0 : nil,
      batch: sequence == 2 ? 2 : nil)
  }

  private func position(_ sequence: Int64) -> SealedCopyPosition {
    SealedCopyPosition(database: "d1", sequence: sequence, generation: 4, at: Timestamp(microseconds: 77))
  }

  @Test("is as the one in memory, and is there after a restart")
  func same() async throws {
    var store = try await Store.opened(in: folder)
    let memory = InMemoryCopy()
    let rows = [
      row(1, "a"), row(2, "b", nil), row(3, "a"), row(4, "c"), row(5, "c", removal: true), row(6, "a", "other"),
    ]
    for copy in [store.teamCopy, memory] as [any SealedRowCopy] {
      #expect(try await copy.position() == nil)
      try await copy.keep(Array(rows.prefix(3)), upTo: position(3))
      try await copy.keep(Array(rows.dropFirst(2)), upTo: position(6))
    }
    try await store.teamCopy.keepSeenKey([1, 2, 3])
    await store.close()
    store = try await Store.opened(in: folder)
    let rules = SharedRules([SharedRule("b", scope: .workspace)])
    for copy in [store.teamCopy, memory] as [any SealedRowCopy] {
      #expect(try await copy.position() == position(6))
      #expect(try await copy.lastSequence() == 6)
      #expect(try await copy.rows(after: 0, limit: 9) == rows)
      #expect(try await copy.rows(after: 2, limit: 2) == [rows[2], rows[3]])
      #expect(try await copy.history(of: rows[0].key, before: nil, limit: 9) == [rows[2], rows[0]])
      #expect(try await copy.history(of: rows[0].key, before: 3, limit: 9) == [rows[0]])
      #expect(try await copy.lastRow(of: rows[4].key) == rows[4])
      var query = SharedQuery(environment: "local", rules: rules)
      #expect(try await copy.list(query) == SealedPage(total: 2, rows: [rows[2], rows[1]]))
      query.selected = SharedKeySelection(names: ["b"])
      #expect(try await copy.list(query) == SealedPage(total: 1, rows: [rows[1]]))
    }
    #expect(try await store.teamCopy.seenKey() == [1, 2, 3])
    await store.close()
  }

  @Test("a new copy takes the place of the old one at once, with its key, unless another program was faster")
  func replaced() async throws {
    let store = try await Store.opened(in: folder)
    let new = SealedCopyPosition(database: "d2", sequence: 2, generation: 0, at: Timestamp(microseconds: 99))
    for copy in [store.teamCopy, InMemoryCopy()] as [any SealedRowCopy] {
      #expect(try await copy.replace(nil, with: [row(1, "a"), row(4, "b")], keys: [:], upTo: position(6)))
      #expect(try await !copy.replace(nil, with: [row(2, "c")], keys: [:], upTo: new))
      #expect(try await copy.position() == position(6))
      #expect(try await copy.rows(after: 0, limit: 9) == [row(1, "a"), row(4, "b")])
      #expect(try await copy.replace(position(6), with: [row(2, "c")], keys: ["team": [4, 5]], upTo: new))
      #expect(try await copy.position() == new)
      #expect(try await copy.rows(after: 0, limit: 9) == [row(2, "c")])
      #expect(try await copy.lastRow(of: row(2, "c").key) == row(2, "c"))
    }
    #expect(try await store.teamCopy.seenKey() == [4, 5])
    await store.close()
  }

  @Test("a program that is late with what it copies takes nothing back")
  func late() async throws {
    let store = try await Store.opened(in: folder)
    try await store.teamCopy.keep([row(1, "a"), row(4, "a")], upTo: position(4))
    try await store.teamCopy.keep([row(1, "a")], upTo: position(1))
    #expect(try await store.teamCopy.lastSequence() == 4)
    #expect(try await store.teamCopy.lastRow(of: row(1, "a").key)?.sequence == 4)
    await store.close()
  }

  @Test("is made when somebody asks for it, and anew where it is damaged")
  func damaged() async throws {
    var store = try await Store.opened(in: folder)
    let file = store.access.folder + "/team.sqlite"
    #expect(access(file, F_OK) != 0)
    try await store.teamCopy.keep([row(1, "a")], upTo: position(1))
    #expect(access(file, F_OK) == 0)
    await store.close()
    Disk.write([UInt8](repeating: 7, count: 5000), to: file)
    store = try await Store.opened(in: folder)
    #expect(try await store.teamCopy.position() == nil)
    await store.close()
  }
}
