import GRDB
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Snapshots of shared data", .timeLimit(.minutes(2)))
struct SharedSnapshotTests {
  let folder = TemporaryFolder()

  private func values(of shared: SharedData) async throws -> [String] {
    var values: [String] = []
    for entry in try await shared.list().entries {
      values.append("\(entry.key.name) = \(try await shared.get(entry.key)?.text ?? "?")")
    }
    return values
  }

  @Test(
    "All keys come back as they were, those that came since go, and one undo takes it back",
    arguments: SharedPlace.allCases)
  func restores(place: SharedPlace) async throws {
    let rules = SharedRules([SharedRule("token", cipher: "flip"), SharedRule("all", scope: .workspace)])
    let test = try await place.shared(in: folder, rules: rules)
    let shared = test.shared
    shared.register(FlippingCipher(), as: "flip")
    let expiry = Timestamp(microseconds: 1_900_000_000_000_000)
    try await shared.change([
      SharedWrite("token", "s", expires: expiry), SharedWrite("all", "x"), SharedWrite("a", "1"),
    ])
    let taken = try await shared.takeSnapshot("before", writer: "me")
    #expect(taken.count == 3)
    #expect(try await shared.snapshots() == [taken])

    try await shared.set("token", "other")
    try await shared.remove("a")
    try await shared.set("new", "2")
    try await shared.set("all", "y")
    try await shared.set("all", "x")
    let kinds = try await shared.compare(.snapshot("before"), .environment("local")).map { "\($0.name) \($0.kind)" }
    #expect(kinds == ["a onlyLeft", "all same", "new onlyRight", "token different"])

    let changes = try await shared.restoreSnapshot("before", writer: "me")
    #expect(changes.map(\.key.name) == ["a", "new", "token"])
    #expect(try await values(of: shared) == ["a = 1", "all = x", "token = s"])
    #expect(try await test.kept("token")?.expires == expiry)
    #expect(try await shared.restoreSnapshot("before").isEmpty)
    try await shared.undo(batch: try #require(changes.first?.sequence))
    #expect(try await values(of: shared) == ["all = x", "new = 2", "token = other"])
    await test.close()
  }

  @Test(
    "Each environment has its own, a name is taken once, and one that is not there is said to be so",
    arguments: SharedPlace.allCases)
  func names(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let shared = test.shared
    try await shared.set("a", "1")
    try await shared.takeSnapshot("one")
    #expect(await refusal { try await shared.takeSnapshot("one") } == .conflict)
    #expect(await refusal { try await shared.takeSnapshot("") } == .invalidKey)
    try await shared.takeSnapshot("two")
    #expect(try await shared.snapshots().map(\.name) == ["two", "one"])
    shared.environment = "staging"
    #expect(try await shared.snapshots().isEmpty)
    #expect(await refusal { try await shared.restoreSnapshot("one") } == .noSnapshot)
    #expect(await refusal { try await shared.removeSnapshot("one") } == .noSnapshot)
    try await shared.takeSnapshot("one")
    shared.environment = "local"
    try await shared.removeSnapshot("one")
    #expect(try await shared.snapshots().map(\.name) == ["two"])
    await test.close()
  }

  @Test("What a snapshot needs is not forgotten, however often its keys change", arguments: SharedPlace.allCases)
  func sparesHistory(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let shared = test.shared
    try await shared.set("n", "first")
    try await shared.set("n", "kept")
    try await shared.takeSnapshot("before")
    for start in 0..<11 {
      let edits = (0..<1000).map { number in
        SharedEdit(
          key: shared.key("n"),
          content: SharedContent(
            kind: .text, cipher: nil, kept: .success(Ciphertext(Array("\(start * 1000 + number)".utf8)))),
          writer: nil, at: .now(), origin: 1)
      }
      _ = try await test.storage.append(all: edits)
    }
    let history = try await test.storage.history(of: shared.key("n"), before: nil, limit: .max)
    #expect(history.count < 10_600 && history.last?.sequence == 2)
    try await shared.restoreSnapshot("before")
    #expect(try await shared.get("n") == "kept")
    await test.close()
  }

  @Test("A value that has been rewritten by another cipher is still in its snapshot", arguments: SharedPlace.allCases)
  func rebound(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let shared = test.shared
    shared.register(FlippingCipher(), as: "flip")
    try await shared.set("a", "1")
    try await shared.takeSnapshot("before")
    try await shared.set("a", "2")
    try await shared.bind("a", to: "flip")
    #expect(try await shared.entry("a", on: .snapshot("before"))?.value == "1")
    try await shared.restoreSnapshot("before")
    #expect(try await shared.entry("a")?.cipher == "flip")
    #expect(try await shared.get("a") == "1")
    await test.close()
  }

  @Test("Where a value of it is locked, nothing is restored")
  func locked() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("horse"))
    try await vault.shared.set("token", "one")
    try await vault.shared.set("page", "1")
    try await vault.shared.takeSnapshot("before")
    try await vault.shared.set("token", "two")
    try await vault.shared.set("page", "2")
    await vault.close()
    let again = try await VaultUnderTest(in: folder, nil)
    #expect(await refusal { try await again.shared.restoreSnapshot("before") } == .locked)
    #expect(try await again.shared.get("page") == "2")
    let difference = try await again.shared.compare(.snapshot("before"), .environment("local")).first {
      $0.name == "token"
    }
    #expect(difference?.kind == .unknown && difference?.problem?.kind == .locked)
    await again.close()
  }

  @Test("Snapshots go along when their environment is renamed")
  func moves() async throws {
    let test = try await SharedPlace.disk.shared(in: folder)
    let (shared, store) = (test.shared, try #require(test.store))
    try await shared.set("a", "1")
    try await shared.takeSnapshot("before")
    try await shared.set("a", "2")
    let outcome = try await store.move("local", to: "home") { record, key throws(SharedDataError) in
      try shared.content(of: record, movedTo: key)
    }
    #expect(outcome == .done)
    shared.forgetReadings()
    shared.environment = "home"
    #expect(try await shared.snapshots().map(\.name) == ["before"])
    try await shared.restoreSnapshot("before")
    #expect(try await shared.get("a") == "1")
    await test.close()
  }

  @Test("Environments are compared by what their values are, whatever keeps them", arguments: SharedPlace.allCases)
  func environments(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let shared = test.shared
    shared.register(FlippingCipher(), as: "flip")
    for (environment, values) in [
      ("local", ["a": "1", "b": "2", "c": "3"]), ("staging", ["a": "1", "b": "two", "d": "4"]),
    ] {
      shared.environment = environment
      for (name, value) in values { try await shared.set(name, .text(value), isSecret: environment == "local") }
    }
    let differences = try await shared.compare(.environment("local"), .environment("staging"))
    #expect(differences.map { "\($0.name) \($0.kind)" } == ["a same", "b different", "c onlyLeft", "d onlyRight"])
    #expect(differences[1].left?.content == .hidden && differences[1].right?.value == "two")
    await test.close()
  }
}
