import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Shared data of this machine and of a team", .timeLimit(.minutes(2)))
struct RoutedSharedDataTests {
  private let own = InMemorySharedData()
  private let teams = InMemorySharedData()
  private let routed: RoutedSharedData
  private let shared: SharedData

  init() {
    let keys = SharedKeySelection(names: ["team.*"], rules: [.init(pattern: "team.own", excludes: true)])
    routed = RoutedSharedData(local: own, team: .init(keys: keys, storage: teams))
    shared = SharedData(storage: routed, environment: "local")
  }

  private func names(offset: Int = 0, limit: Int = .max, filter: String = "") async throws -> [String] {
    try await shared.list(filter: filter, offset: offset, limit: limit).entries.map(\.key.name)
  }

  @Test("Keys are where they are said to be, and are listed together by name, by any window")
  func together() async throws {
    for name in ["a", "team.1", "team.own", "team.2", "z", "team.3", "m", "team.0"] { try await shared.set(name, "v") }
    #expect(own.list(SharedQuery(environment: "local", rules: SharedRules())).total == 4)
    #expect(teams.list(SharedQuery(environment: "local", rules: SharedRules())).total == 4)
    let all = ["a", "m", "team.0", "team.1", "team.2", "team.3", "team.own", "z"]
    #expect(try await names() == all)
    for offset in 0...all.count {
      for limit in 0...4 {
        #expect(try await names(offset: offset, limit: limit) == Array(all.dropFirst(offset).prefix(limit)))
      }
    }
    #expect(try await names(filter: "own") == ["team.own"])
    #expect(try await shared.list().total == 8)
  }

  @Test("What this machine had of a team's key before is not shown, and stays")
  func hidden() async throws {
    let alone = SharedData(storage: own, environment: "local")
    try await alone.set("team.1", "mine")
    try await alone.set("b", "mine")
    #expect(try await names() == ["b"])
    #expect(try await shared.get("team.1") == nil)
    try await shared.removeAll()
    #expect(try await alone.get("team.1") == "mine")
    #expect(try await alone.get("b") == nil)
  }

  @Test("Undo, redo and compare-and-set go by the numbers of the key's own place")
  func numbers() async throws {
    try await shared.set("a", "1")
    let first = try await shared.set("team.1", "1")
    let second = try await shared.set("team.1", "2")
    #expect(second.sequence == first.sequence + 1 && first.sequence > RoutedSharedData.teamBase)
    let refused = await #expect(throws: SharedDataError.self) {
      try await shared.set("team.1", "3", ifStill: first.sequence)
    }
    #expect(refused?.kind == .conflict)
    await #expect(throws: SharedDataError.self) { try await shared.set("team.1", "3", ifStill: 1) }
    #expect(try await shared.undo("team.1").value == "1")
    await #expect(throws: SharedDataError.self) { try await shared.set("team.2", "3", ifStill: 5) }
    try await shared.set("team.2", "3", ifStill: 0)
    #expect(try await shared.redo("team.1").value == "2")
    #expect(try await shared.history(of: "team.1").map(\.sequence).first == second.sequence + 3)
    #expect(try await shared.history(of: "team.1", before: second.sequence).map(\.value) == ["1"])
  }

  @Test("Every change is told once, whichever place it is of, and whoever made it")
  func changes() async throws {
    try await shared.set("team.0", "before")
    let changes = shared.changes()
    let other = SharedData(storage: routed, environment: "local")
    try await shared.set("a", "1")
    try await shared.set("team.1", "2")
    try await other.sharedKeys.set("team.1", "3")
    try await other.sharedKeys.set("b", "4")
    try await shared.remove("team.1")
    try await shared.set("c", "5")
    let told = await Set(changes.next(6))
    #expect(told == ["a = 1", "team.1 = 2", "team.1 = 3", "b = 4", "− team.1 (3)", "c = 5"])
  }

  @Test("A team that comes later tells nothing of what it has already, and everything from then on")
  func later() async throws {
    let routed = RoutedSharedData(local: own)
    let shared = SharedData(storage: routed, environment: "local")
    let changes = shared.changes()
    try await shared.set("team.1", "mine")
    let elsewhere = SharedData(storage: teams, environment: "local")
    try await elsewhere.set("team.1", "theirs")
    routed.team = .init(keys: SharedKeySelection(names: ["team.*"]), storage: teams)
    shared.restart(lane: RoutedSharedData.teamLane)
    try await shared.set("team.2", "new")
    #expect(try await shared.get("team.1") == "theirs")
    #expect(await changes.next(2) == ["team.1 = mine", "team.2 = new"])
  }

  @Test("Changes of both places that belong together are all made, or none")
  func batches() async throws {
    let (mine, theirs) = (shared.key("a"), shared.key("team.1"))
    let first = try await shared.set("a", "1")
    try await shared.set("team.1", "1")
    guard case .made(let made) = try await routed.append(all: [edit(mine, "2"), edit(theirs, "2")]) else {
      Issue.record("Nobody else has written")
      return
    }
    #expect(Set(made.map(\.key)) == [mine, theirs])
    let stale = SharedEdit.Expectation.lastChange(first.sequence)
    #expect(try await routed.append(all: [edit(theirs, "3"), edit(mine, "3", stale)]) == .conflict(mine))
    #expect(try await shared.get("a") == "2")
    #expect(try await shared.get("team.1") == "2")
    #expect(try await routed.append(all: [edit(mine, "3"), edit(theirs, "3", .lastChange(7))]) == .conflict(theirs))
    #expect(try await shared.get("a") == "2")
  }

  @Test("A batch of both places is one: undo and redo take all of it back, from whichever place it is looked for")
  func undo() async throws {
    for names in [["a", "team.1"], ["a", "b", "team.1"], ["a", "team.1", "team.2"]] {
      for name in names { try await shared.set(name, "1") }
      let changes = try await shared.change(names.map { SharedWrite($0, "2") })
      let batch = try #require(changes.first?.sequence)
      for name in names { #expect(try await shared.lastBatch(of: name) == batch) }
      #expect(try await shared.lastBatch() == batch)
      let undone = try await shared.undo(batch: batch)
      #expect(Set(undone.map(\.key.name)) == Set(names))
      for name in names { #expect(try await shared.get(name) == "1") }
      let redo = try #require(try await shared.lastBatch(isUndo: true))
      #expect(redo == undone.first?.sequence)
      _ = try await shared.redo(batch: redo)
      for name in names { #expect(try await shared.get(name) == "2") }
    }
  }

  @Test("Where a key of one place has been changed since, or the team is not there, nothing of either is taken back")
  func undoRefused() async throws {
    let batch = try #require(
      try await shared.change([SharedWrite("a", "2"), SharedWrite("team.1", "2")]).first?.sequence)
    let alone = SharedData(storage: RoutedSharedData(local: own), environment: "local")
    #expect(try await alone.lastBatch() == batch)
    #expect(await refusal { try await alone.undo(batch: batch) } == .nothingToUndo)
    for name in ["a", "team.1"] {
      let change = try await shared.set(name, "3")
      #expect(await refusal { try await shared.undo(batch: batch) } == .conflict)
      for kept in ["a", "team.1"] { #expect(try await shared.get(kept) != nil) }
      #expect(try await shared.undo(name).sequence > change.sequence)
    }
  }

  @Test("A snapshot has the keys of both places, and where one of them refuses it, there is none")
  func snapshots() async throws {
    for name in ["a", "team.1"] { try await shared.set(name, "1") }
    let taken = try await shared.takeSnapshot("before")
    #expect(taken.count == 2 && taken.teamCount == 1)
    for name in ["a", "team.1", "team.2", "b"] { try await shared.set(name, "2") }
    let kinds = try await shared.compare(.snapshot("before"), .environment("local")).map { "\($0.name) \($0.kind)" }
    #expect(kinds == ["a different", "b onlyRight", "team.1 different", "team.2 onlyRight"])
    #expect(try await shared.restoreSnapshot("before", isOwnOnly: true).map(\.key.name) == ["a", "b"])
    let changes = try await shared.restoreSnapshot("before")
    #expect(changes.map(\.key.name) == ["team.1", "team.2"])
    #expect(try await names() == ["a", "team.1"])
    let elsewhere = SharedData(storage: teams, environment: "local")
    try await elsewhere.takeSnapshot("theirs")
    #expect(await refusal { try await shared.takeSnapshot("theirs") } == .conflict)
    try await shared.removeSnapshot("before")
    #expect(try await elsewhere.snapshots().map(\.name) == ["theirs"])
    #expect(own.snapshots(of: "local").isEmpty)
  }

  @Test("Halves that were not taken together are two snapshots, and one of another machine has none of its own keys")
  func foreignSnapshots() async throws {
    let elsewhere = SharedData(storage: teams, environment: "local")
    try await elsewhere.set("team.1", "1")
    try await elsewhere.takeSnapshot("before")
    try await elsewhere.set("team.1", "2")
    try await shared.set("a", "mine")
    #expect(try await shared.snapshots().map(\.name) == ["before"])
    #expect(try await shared.compare(.snapshot("before"), .environment("local")).map(\.name) == ["team.1"])
    #expect(try await shared.restoreSnapshot("before", isOwnOnly: true).isEmpty)
    #expect(try await shared.restoreSnapshot("before").map(\.key.name) == ["team.1"])
    #expect(try await shared.get("a") == "mine")

    let alone = SharedData(storage: own, environment: "local")
    try await alone.takeSnapshot("before")
    try await shared.set("a", "other")
    try await shared.set("team.1", "3")
    #expect(try await shared.snapshots().map(\.name) == ["before", "team:before"])
    #expect(try await shared.restoreSnapshot("before").map(\.key.name) == ["a"])
    #expect(try await shared.restoreSnapshot("team:before").map(\.key.name) == ["team.1"])
    try await shared.removeSnapshot("before")
    #expect(try await shared.snapshots().map(\.name) == ["before"])
    #expect(try await elsewhere.snapshots().count == 1)
  }

  private func edit(_ key: SharedKey, _ text: String, _ expectation: SharedEdit.Expectation = .anything) -> SharedEdit {
    let content = SharedContent(kind: .text, cipher: nil, kept: .success(Ciphertext(Array(text.utf8))))
    return SharedEdit(key: key, content: content, writer: nil, at: .now(), origin: 1, expectation: expectation)
  }

  @Test("On the disk the same keys are left out as in memory", .timeLimit(.minutes(1)))
  func selection() async throws {
    let folder = TemporaryFolder()
    let store = try await Store.opened(in: folder)
    let rules = SharedRules([SharedRule("w*", scope: .workspace)])
    let selections = [
      SharedKeySelection(names: ["a*", "w[1]?"]), SharedKeySelection(environments: ["local", "x"]),
      SharedKeySelection(names: ["*b"], environments: ["other"]), SharedKeySelection(),
      SharedKeySelection(
        environments: ["local"],
        rules: [.init(pattern: "ab", excludes: true), .init(pattern: "w*", excludes: false)]),
    ]
    for storage in [store.sharedData, InMemorySharedData()] as [any SharedDataStorage] {
      let shared = SharedData(storage: storage, environment: "local", rules: rules)
      for name in ["a", "ab", "b", "w1", "w[1]?", "wb"] { try await shared.set(name, "v") }
      for selection in selections {
        var query = SharedQuery(environment: "local", rules: rules)
        query.excluded = selection
        let expected = try await shared.list().entries.map(\.key).filter { !selection.contains($0) }
        #expect(try await storage.list(query).records.map(\.key) == expected)
      }
    }
    await store.close()
  }
}
