import ParleyEngine
import ParleyTeam
import Testing

@testable import ParleyStore

@Suite("The rows of a team take changes over", .timeLimit(.minutes(1)))
struct TeamRowListTests {
  private func row(_ sequence: Int64, _ name: String, isRemoval: Bool = false) -> SealedRow {
    SealedRow(
      sequence: sequence, key: SharedKey(name, in: "local"),
      sealed: SealedBytes([1], seal: .init(keyName: "team", keyVersion: 1, nonce: [UInt8(sequence)])),
      isRemoval: isRemoval, at: Timestamp(microseconds: sequence), origin: 1, restored: nil, batch: nil)
  }

  @Test("many at once, as one after the other would be", arguments: 1...30)
  func batches(size: Int) {
    let names = ["a", "ab", "b", "ä", "c", "z"]
    let changes = (0..<40).map { index in
      row(Int64(index + 10), names[(index * 7 + index / 3 * size) % names.count], isRemoval: (index * size) % 3 == 1)
    }
    var list = TeamRowList([row(1, "ab"), row(99, "b"), row(2, "z")])
    for start in stride(from: 0, to: changes.count, by: size) {
      list.note(Array(changes[start..<min(start + size, changes.count)]))
    }
    var expected = ["ab": row(1, "ab"), "b": row(99, "b"), "z": row(2, "z")]
    for change in changes where expected[change.key.name].map({ $0.sequence < change.sequence }) ?? true {
      expected[change.key.name] = change.isRemoval ? nil : change
    }
    #expect(list.rows == expected.values.sorted { $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8) })
  }
}
