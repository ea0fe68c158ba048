import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("kill -9 among changes that belong together", .timeLimit(.minutes(2)))
struct SharedKillTests {
  let folder = TemporaryFolder()

  /// What `store-torture together` tells, in order.
  private static func told(isFirst: Bool) -> [String] {
    (isFirst ? ["0"] : []) + (1...100).flatMap { ["\($0)", "0", "\($0)"] }
  }

  @Test("An import, the restoring of a snapshot and their undo are all there or not at all")
  func allOrNone() async throws {
    var generator = SeededGenerator(seed: 19)
    for round in 1...6 {
      let torture = try #require(Torture("together", folder("store"), folder("keys/machine.key")))
      let delay = UInt32.random(in: 0..<30_000, using: &generator)
      let lines = await torture.lines(killedAfter: .random(in: 1...9, using: &generator), delay: delay)
      let vault = try await VaultUnderTest(in: folder, .passphrase("p"))
      var values: Set<String> = []
      for number in 0..<200 {
        let name = "\(number.isMultiple(of: 2) ? "user" : "page").\(number)"
        values.insert(try await vault.shared.get(name)?.text ?? "missing")
      }
      #expect(values.count == 1)
      let told = Self.told(isFirst: round == 1)
      // The next one may have been made, and killed before it could be told.
      #expect([told[lines.count - 1], told[lines.count]].contains(values.first))
      let batches = Set(try await vault.store.sharedData.changes(after: 0, limit: .max).map(\.batch))
      for batch in batches.compactMap(\.self) {
        #expect(try await vault.store.sharedData.changes(after: batch - 1, limit: 200).allSatisfy { $0.batch == batch })
      }
      await vault.close()
    }
  }
}
