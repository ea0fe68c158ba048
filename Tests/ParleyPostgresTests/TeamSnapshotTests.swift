import ParleyEngine
import ParleyPostgres
import ParleyTeam
import TestSupport
import Testing

@Suite("Snapshots on a team's server", .timeLimit(.minutes(2)))
struct TeamSnapshotTests {
  private let query = SharedQuery(environment: "local", rules: SharedRules())

  @Test("A snapshot gives the changes that were the last ones, whatever is made since", arguments: TeamPlace.allCases)
  func takes(place: TeamPlace) async throws {
    let team = try await place.team()
    _ = try await team.append(all: [
      .set("user.a", "1"), .set("gone", "1"), .set("page", "1"), .set("a", "1", in: "other"),
    ])
    _ = try await team.append(all: [.remove("gone")])
    _ = try await team.append(all: [.set("user.a", "2")])
    var selected = query
    selected.selected = SharedKeySelection(names: ["user.*", "gone", "b"])
    let head = SealedSnapshotHead.named("before")
    let taken = try #require(try await team.takeSnapshot(head, of: selected))
    #expect(taken == SealedSnapshot(head, count: 1, sequence: 6))
    #expect(try await team.takeSnapshot(head, of: selected)?.sequence == 6)
    #expect(try await team.takeSnapshot(.named("before"), of: selected) == nil)
    _ = try await team.append(all: [.set("user.a", "3"), .set("b", "1"), .remove("page")])
    #expect(try await team.rows(selected, asOf: taken.sequence).map(\.sealed.text) == ["2"])
    #expect(try await team.rows(query, asOf: taken.sequence).map(\.key.name) == ["page", "user.a"])
    #expect(try await team.rows(query, asOf: 1).map(\.sealed.text) == ["1"])
    #expect(try await team.snapshots(of: "local") == [taken])
    #expect(try await team.snapshots(of: "other").isEmpty)
    #expect(try await team.removeSnapshot(head.id))
    #expect(try await !team.removeSnapshot(head.id))
    #expect(try await team.snapshots(of: "local").isEmpty)
    await team.close()
  }

  @Test("The newest is first, and one that is taken again is not removed in place of the other")
  func several() async throws {
    for place in TeamPlace.allCases {
      let team = try await place.team()
      let first = SealedSnapshotHead.named("one", at: 1)
      _ = try await team.takeSnapshot(first, of: query)
      _ = try await team.takeSnapshot(.named("two", at: 2), of: query)
      _ = try await team.takeSnapshot(.named("one", in: "other", at: 3), of: query)
      #expect(try await team.snapshots(of: "local").map(\.head.id.name) == ["two", "one"])
      #expect(try await team.removeSnapshot(first.id))
      _ = try await team.takeSnapshot(.named("one", at: 4), of: query)
      #expect(try await !team.removeSnapshot(first.id))
      #expect(try await team.snapshots(of: "local").map(\.head.id.name) == ["one", "two"])
      await team.close()
    }
  }

  @Test(
    "Snapshots get another environment together with changes, all or nothing, and give what they gave before",
    arguments: TeamPlace.allCases)
  func moves(place: TeamPlace) async throws {
    let team = try await place.team()
    _ = try await team.append(all: [.set("a", "1"), .set("b", "1")])
    let taken = try #require(try await team.takeSnapshot(.named("before", at: 1), of: query))
    _ = try await team.takeSnapshot(.named("other", in: "home", at: 3), of: query)
    let edits: [SealedEdit] = [.set("a", "1", in: "home"), .remove("a", ifStill: 1)]
    let move = SealedSnapshotMove([.named("before", in: "home", at: 1)], from: "local", to: "home")

    let unknown = try #require(try await team.takeSnapshot(.named("meanwhile", at: 4), of: query))
    #expect(
      await refusal { _ = try await team.append(all: edits, moving: move) }?.summary.contains("meanwhile") == true)
    #expect(try await team.removeSnapshot(unknown.head.id))
    let conflict: [SealedEdit] = [.set("a", "1", in: "home"), .remove("a", ifStill: 7)]
    #expect(try await team.append(all: conflict, moving: move) == .conflict(SharedKey("a", in: "local")))
    #expect(try await team.snapshots(of: "local") == [taken])
    #expect(try await team.lastSequence() == 2)

    let made = try await team.append(all: edits, moving: move)
    #expect(made.rows.map(\.sequence) == [3, 4])
    #expect(try await team.snapshots(of: "local").isEmpty)
    let moved = SealedSnapshot(move.heads[0], count: 2, sequence: 2, movedFrom: "local")
    #expect(try await team.snapshots(of: "home").first { $0.head.id.name == "before" } == moved)
    #expect(try await team.snapshots(of: "home").map(\.head.id.name) == ["other", "before"])
    #expect(try await team.rows(query, asOf: moved.sequence).map(\.sealed.text) == ["1", "1"])

    let back = SealedSnapshotMove(
      [.named("before", at: 1), .named("other", at: 3)], from: "home", to: "local")
    #expect(try await team.append(all: [], moving: back) == .made([]))
    #expect(try await team.snapshots(of: "local").map(\.movedFrom) == ["home", "local"])
    await team.close()
  }

  @Test("A move whose response was lost is made once, and what a moved snapshot needs is not deleted")
  func movesOnce() async throws {
    let database = try await TeamDatabase.made()
    let team = try database.team()
    _ = try await team.append(all: [.set("a", "1")])
    _ = try await team.append(all: [.set("a", "2")])
    _ = try await team.takeSnapshot(.named("before"), of: query)
    let edits: [SealedEdit] = [.set("a", "2", in: "home"), .remove("a")]
    let move = SealedSnapshotMove([.named("before", in: "home")], from: "local", to: "home")
    let made = try await team.append(all: edits, moving: move)
    #expect(try await team.append(all: edits, moving: move) == made)
    #expect(try await team.snapshots(of: "home").map(\.movedFrom) == ["local"])
    try await database.run("DELETE FROM parley.shared WHERE environment = 'local'")
    #expect(try await team.history(of: SharedKey("a", in: "local"), before: nil, limit: 9).map(\.sealed.text) == ["2"])
    await team.close()
  }

  @Test("What a snapshot needs is not forgotten, however often its keys change", .timeLimit(.minutes(2)))
  func sparesHistory() async throws {
    let database = try await TeamDatabase.made()
    let team = try database.team()
    for (name, environment) in [("n", "local"), ("n", nil), ("n", "other")] {
      for text in ["first", "kept"] { _ = try await team.append(all: [.set(name, text, in: environment)]) }
    }
    let taken = try #require(try await team.takeSnapshot(.named("before"), of: query))
    for environment in ["local", nil, "other"] {
      try await database.makeChanges(of: "n", in: environment, count: 10_000)
      _ = try await team.append(all: (0..<1000).map { .set("n", "\($0)", in: environment) })
    }
    for (environment, oldest) in [("local", "kept"), (nil, "kept")] {
      let history = try await team.history(of: SharedKey("n", in: environment), before: nil, limit: .max)
      #expect(history.count < 10_600 && history.last?.sealed.text == oldest)
    }
    let other = try await team.history(of: SharedKey("n", in: "other"), before: nil, limit: .max)
    #expect(other.count < 10_600 && other.last?.sealed.text != "kept")
    #expect(try await team.rows(query, asOf: taken.sequence).map(\.sealed.text) == ["kept"])
    await team.close()
  }

  @Test("Without the server there are no snapshots, whatever the copy has")
  func unreachable() async throws {
    let server = try await PostgresServer.start()
    let database = try await TeamDatabase.made(on: server)
    let team = try database.team(copy: InMemoryCopy())
    _ = try await team.append(all: [.set("a", "1")])
    _ = try await team.takeSnapshot(.named("before"), of: query)
    await team.copyNow()
    try await server.stop()
    #expect(await refusal { _ = try await team.snapshots(of: "local") }?.kind == .unreachable)
    #expect(await refusal { _ = try await team.takeSnapshot(.named("other"), of: query) }?.kind == .unreachable)
    #expect(try await team.value("a") == "1")
    await team.close()
  }
}
