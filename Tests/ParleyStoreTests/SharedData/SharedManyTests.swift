import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Many shared keys at once", .timeLimit(.minutes(2)))
struct SharedManyTests {
  let folder = TemporaryFolder()

  @Test("What was changed together is taken back together, and done again", arguments: SharedPlace.allCases)
  func undo(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let shared = test.shared
    try await shared.set("a", "1")
    try await shared.set("b", "2")
    let changes = try await shared.change(
      [SharedWrite(removing: "a"), SharedWrite("b", "two"), SharedWrite("c", "3", isSecret: true)])
    let batch = try #require(changes.first?.sequence)
    #expect(try await shared.lastBatch() == batch)
    #expect(try await shared.lastBatch(of: "c") == batch)

    let undone = try await shared.undo(batch: batch)
    #expect(try await values(of: shared) == ["a = 1", "b = 2"])
    #expect(try await shared.lastBatch() == batch)
    #expect(try await shared.lastBatch(isUndo: true) == undone.first?.sequence)
    let redone = try await shared.redo(batch: try #require(undone.first?.sequence))
    #expect(try await values(of: shared) == ["b = two", "c = 3"])
    #expect(try await shared.entry("c")?.isSecret == true)
    try await shared.undo(batch: try #require(redone.first?.sequence))
    #expect(try await values(of: shared) == ["a = 1", "b = 2"])
    await test.close()
  }

  @Test("Where a key has been changed since, nothing is taken back", arguments: SharedPlace.allCases)
  func changedSince(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let changes = try await test.shared.change([SharedWrite("a", "1"), SharedWrite("b", "2")])
    try await test.shared.set("b", "mine")
    let batch = try #require(changes.first?.sequence)
    #expect(await refusal { try await test.shared.undo(batch: batch) } == .conflict)
    #expect(await refusal { try await test.shared.undo(batch: 99) } == .nothingToUndo)
    #expect(try await values(of: test.shared) == ["a = 1", "b = mine"])
    await test.close()
  }

  @Test("A copy in another environment opens there, and keeps when it expires", arguments: SharedPlace.allCases)
  func copies(place: SharedPlace) async throws {
    let rules = SharedRules([SharedRule("token", cipher: "flip"), SharedRule("all", scope: .workspace)])
    let test = try await place.shared(in: folder, rules: rules)
    let shared = test.shared
    shared.register(FlippingCipher(), as: "flip")
    let expiry = Timestamp(microseconds: 1_900_000_000_000_000)
    try await shared.change([
      SharedWrite("token", "s", expires: expiry), SharedWrite("all", "x"), SharedWrite("a", "1"),
    ])
    shared.environment = "staging"
    try await shared.set("a", "other")
    shared.environment = "local"

    let copy = try await shared.copy(["token", "all", "a", "none"], to: "staging", isMove: true)
    #expect(copy.names == ["token", "a"] && copy.taken == ["a"] && copy.common == ["all"])
    let changes = try await shared.make(copy.edits)
    #expect(try await values(of: shared) == ["all = x"])
    shared.environment = "staging"
    #expect(try await values(of: shared) == ["a = 1", "all = x", "token = s"])
    #expect(try await test.kept("token")?.expires == expiry)
    shared.environment = "local"
    try await shared.undo(batch: try #require(changes.first?.sequence))
    #expect(try await values(of: shared) == ["a = 1", "all = x", "token = s"])
    #expect(try await test.kept("token")?.expires == expiry)
    await test.close()
  }

  private func values(of shared: SharedData) async throws -> [String] {
    var values: [String] = []
    for entry in try await shared.list().entries {
      values.append("\(entry.key.name) = \(try await shared.get(entry.key)?.text ?? "?")")
    }
    return values
  }
}
