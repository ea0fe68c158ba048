import ParleyEngine
import ParleyPostgres
import ParleyTeam
import TestSupport
import Testing

@Suite("What a team's server keeps", .timeLimit(.minutes(2)))
struct TeamRowTests {
  @Test("Changes are numbered, read again whole, and read on from a number", arguments: TeamPlace.allCases)
  func rows(place: TeamPlace) async throws {
    let team = try await place.team()
    #expect(try await team.lastSequence() == 0)
    let first = SealedEdit.set("a", "1")
    let second = SealedEdit.set("ключ 🗝", "", in: nil)
    #expect(try await team.append(all: [first]) == .made([SealedRow(first, sequence: 1, batch: nil)]))
    #expect(try await team.append(all: [second]) == .made([SealedRow(second, sequence: 2, batch: nil)]))
    #expect(
      try await team.rows(after: 0, limit: 9) == [
        SealedRow(first, sequence: 1, batch: nil), SealedRow(second, sequence: 2, batch: nil),
      ])
    #expect(try await team.rows(after: 0, limit: 1).map(\.sequence) == [1])
    #expect(try await team.rows(after: 2, limit: 9).isEmpty)
    #expect(try await team.lastSequence() == 2)
    await team.close()
  }

  @Test("A change is made only while the key's last change is the expected one", arguments: TeamPlace.allCases)
  func comparing(place: TeamPlace) async throws {
    let team = try await place.team()
    let key = SharedKey("a", in: "local")
    #expect(try await team.append(all: [.set("a", "1", ifStill: 0)]).rows.map(\.sequence) == [1])
    #expect(try await team.append(all: [.set("a", "2", ifStill: 0)]) == .conflict(key))
    #expect(try await team.append(all: [.set("a", "2", ifStill: 1)]).rows.map(\.sequence) == [2])
    #expect(try await team.append(all: [.remove("a", ifStill: 1)]) == .conflict(key))
    #expect(try await team.value("a") == "2")
    await team.close()
  }

  @Test(
    "What belongs together is made together, under the number of the first, or not at all",
    arguments: TeamPlace.allCases)
  func batches(place: TeamPlace) async throws {
    let team = try await place.team()
    _ = try await team.append(all: [.set("a", "1")])
    let made = try await team.append(all: [.remove("a"), .remove("none"), .set("b", "2"), .set("b", "3")]).rows
    #expect(made.map(\.sequence) == [2, 3, 4])
    #expect(made.map(\.batch) == [2, 2, 2])
    #expect(
      try await team.append(all: [.set("c", "1"), .set("b", "4", ifStill: 3)]) == .conflict(SharedKey("b", in: "local"))
    )
    #expect(try await team.value("c") == nil)
    #expect(try await team.lastSequence() == 4)
    #expect(try await team.append(all: [.remove("none")]) == .made([]))
    await team.close()
  }

  @Test("Its revision counts changes and what is sealed anew")
  func revision() async throws {
    for place in TeamPlace.allCases {
      let team = try await place.team()
      let before = try await team.revision()
      _ = try await team.append(all: [.set("a", "1")])
      let made = try await team.revision()
      #expect(made.sequence == before.sequence + 1 && made.generation == before.generation)
      try await team.rewrite(["a"]) { _ in SealedBytes("2") }
      let sealed = try await team.revision()
      #expect(sealed.sequence == made.sequence && sealed.generation > made.generation)
      #expect(sealed.database == before.database)
      await team.close()
    }
  }

  @Test("A call that is repeated gives what it made, and makes nothing twice")
  func repeated() async throws {
    let team = try await TeamPlace.postgres.team()
    let edits = [SealedEdit.set("a", "1", ifStill: 0), .set("b", "2")]
    let made = try await team.append(all: edits)
    #expect(try await team.append(all: edits) == made)
    #expect(try await team.lastSequence() == 2)
    var other = edits[1]
    other.sealed.bytes = Array("another text under the same nonce".utf8)
    #expect(await refusal { _ = try await team.append(all: [other]) }?.kind == .writing)
    await team.close()
  }

  @Test("Each key has its history, newest first, its removals too", arguments: TeamPlace.allCases)
  func history(place: TeamPlace) async throws {
    let team = try await place.team()
    for text in ["1", "2", "3"] { _ = try await team.append(all: [.set("a", text), .set("b", "x")]) }
    _ = try await team.append(all: [.remove("a")])
    let key = SharedKey("a", in: "local")
    #expect(
      try await team.history(of: key, before: nil, limit: 9).map(\.sealed.text) == ["by somebody", "3", "2", "1"])
    #expect(try await team.history(of: key, before: nil, limit: 9).map(\.isRemoval) == [true, false, false, false])
    #expect(try await team.history(of: key, before: 5, limit: 1).map(\.sequence) == [3])
    #expect(try await team.lastRow(of: key)?.isRemoval == true)
    #expect(try await team.lastRow(of: SharedKey("a", in: "other")) == nil)
    await team.close()
  }

  @Test("The keys are listed by name, by prefix, by part and by windows", arguments: TeamPlace.allCases)
  func list(place: TeamPlace) async throws {
    let team = try await place.team()
    for name in ["user.b", "user.a", "Zebra", "page_1", "pagex1", "gone", "ä"] {
      _ = try await team.append(all: [.set(name, "1")])
    }
    _ = try await team.append(all: [.remove("gone"), .set("build", "1", in: nil), .set("user.a", "1", in: nil)])
    let rules = SharedRules([SharedRule("build", scope: .workspace), SharedRule("page_*", scope: .workspace)])
    func names(_ query: SharedQuery) async throws -> [String] { try await team.list(query).rows.map(\.key.name) }
    let all = SharedQuery(environment: "local", rules: rules)
    #expect(try await names(all) == ["Zebra", "build", "pagex1", "user.a", "user.b", "ä"])
    #expect(try await team.list(SharedQuery(environment: "local", rules: SharedRules(), prefix: "user.")).total == 2)
    #expect(try await names(SharedQuery(environment: "local", rules: SharedRules(), filter: "ZEB")) == ["Zebra"])
    #expect(
      try await names(SharedQuery(environment: "local", rules: rules, offset: 1, limit: 2)) == ["build", "pagex1"])
    #expect(try await names(SharedQuery(environment: nil, rules: SharedRules())) == ["build", "user.a"])
    #expect(try await names(SharedQuery(environment: "local", rules: SharedRules(), prefix: "page_")) == ["page_1"])
    var part = SharedQuery(environment: "local", rules: SharedRules())
    let rule = SharedKeySelection.Rule(pattern: "user.b", excludes: true)
    part.selected = SharedKeySelection(names: ["user.*", "page_*"], environments: ["local"], rules: [rule])
    #expect(try await names(part) == ["page_1", "user.a"])
    part.excluded = SharedKeySelection(names: ["page_*"])
    #expect(try await names(part) == ["user.a"])
    part.selected = SharedKeySelection(environments: ["other"])
    #expect(try await names(part).isEmpty)
    part.selected = SharedKeySelection()
    #expect(try await names(part).isEmpty)
    await team.close()
  }

  @Test("Everything a query finds is removed as one batch", arguments: TeamPlace.allCases)
  func removeAll(place: TeamPlace) async throws {
    let team = try await place.team()
    for name in ["user.a", "user.b", "page"] { _ = try await team.append(all: [.set(name, "1")]) }
    let query = SharedQuery(environment: "local", rules: SharedRules(), prefix: "user.", limit: 1)
    #expect(try await team.removeAll(query) { .remove($0.name, in: $0.environment) } == 2)
    #expect(try await team.rows(after: 3, limit: 9).map(\.batch) == [4, 4])
    #expect(try await team.value("page") == "1")
    #expect(try await team.removeAll(query) { .remove($0.name, in: $0.environment) } == 0)
    await team.close()
  }

  @Test("Sealing anew changes the bytes alone, of all changes or of none", arguments: TeamPlace.allCases)
  func rewrite(place: TeamPlace) async throws {
    let team = try await place.team()
    for name in ["user.a", "user_a", "user.b"] { _ = try await team.append(all: [.set(name, "old")]) }
    let before = try await team.rows(after: 0, limit: 9)
    try await team.rewrite(["user.*"]) { row in row.sequence == 1 ? nil : SealedBytes("new") }
    let after = try await team.rows(after: 0, limit: 9)
    #expect(after.map(\.sealed.text) == ["old", "old", "new"])
    #expect(after.map { $0.resealed(before[0].sealed) } == before.map { $0.resealed(before[0].sealed) })
    let locked = SharedDataError(.locked, "Locked.")
    await #expect(throws: locked) {
      try await team.rewrite(["*"]) { row throws(SharedDataError) in
        if row.sequence == 3 { throw locked }
        return SealedBytes("newer")
      }
    }
    #expect(try await team.rows(after: 0, limit: 9) == after)
    await team.close()
  }

  @Test(
    "The wrapped keys of ciphers are kept, and changed by whoever knows the last one", arguments: TeamPlace.allCases)
  func keys(place: TeamPlace) async throws {
    let team = try await place.team()
    #expect(try await team.wrappedKey(named: "team") == nil)
    #expect(try await team.keepWrappedKey([1], named: "team", replacing: nil))
    #expect(try await !team.keepWrappedKey([2], named: "team", replacing: nil))
    #expect(try await !team.keepWrappedKey([2], named: "team", replacing: [3]))
    #expect(try await team.keepWrappedKey([2], named: "team", replacing: [1]))
    #expect(try await team.wrappedKey(named: "team") == [2])
    #expect(try await team.wrappedKeyNames() == ["team"])
    await team.close()
  }

  @Test("Runs are published, listed newest first, fetched and removed", arguments: TeamPlace.allCases)
  func runs(place: TeamPlace) async throws {
    let team = try await place.team()
    let file = SealedBytes(String(repeating: "a run ", count: 500_000))
    let first = try await team.publish(head: SealedBytes("one"), file: file, at: .now())
    let second = try await team.publish(head: SealedBytes("two"), file: SealedBytes("small"), at: .now())
    #expect(try await team.publishedRuns(before: nil, limit: 9) == [second, first])
    #expect(try await team.publishedRuns(before: second.number, limit: 9) == [first])
    #expect(first.size == 3_000_000)
    #expect(try await team.publishedFile(of: first.number) == file)
    #expect(try await team.removePublishedRun(first.number))
    #expect(try await !team.removePublishedRun(first.number))
    #expect(try await team.publishedFile(of: first.number) == nil)
    await team.close()
  }

  @Test("What another writes is heard without asking, and not what was written here")
  func foreign() async throws {
    let database = try await TeamDatabase.made()
    let (mine, theirs) = (try database.team(), try database.team())
    let (told, tell) = AsyncStream.makeStream(of: Void.self)
    #expect(try await mine.lastSequence() == 0)
    mine.onForeignChange { tell.yield() }
    var changes = told.makeAsyncIterator()
    _ = try await theirs.append(all: [.set("a", "1")])
    await changes.next()
    while try await mine.rows(after: 0, limit: 9).isEmpty { await changes.next() }
    #expect(try await mine.value("a") == "1")
    await mine.close()
    await theirs.close()
    #expect(await refusal { _ = try await mine.lastSequence() }?.kind == .notOpen)
  }

  @Test("A run that is published or removed is heard of by everybody")
  func newsOfRuns() async throws {
    let database = try await TeamDatabase.made()
    let (mine, theirs) = (try database.team(), try database.team())
    let (told, tell) = AsyncStream.makeStream(of: Void.self)
    var news = told.makeAsyncIterator()
    mine.onRunsChange { tell.yield() }
    await news.next()  // It is connected.
    let run = try await theirs.publish(head: SealedBytes("one"), file: SealedBytes("a run"), at: .now())
    await news.next()
    #expect(try await mine.publishedRuns(before: nil, limit: 9) == [run])
    #expect(try await theirs.removePublishedRun(run.number))
    await news.next()
    #expect(try await mine.publishedRuns(before: nil, limit: 9).isEmpty)
    await mine.close()
    await theirs.close()
  }

  @Test("A list that is read from the copy is what the server has: changed, removed and sealed anew meanwhile")
  func copied() async throws {
    let database = try await TeamDatabase.made()
    let (mine, theirs) = (try database.team(copy: InMemoryCopy()), try database.team())
    _ = try await theirs.append(all: [.set("a", "1"), .set("b", "1"), .set("c", "1")])
    await mine.copyNow()
    _ = try await theirs.append(all: [.set("a", "2"), .remove("b"), .set("d", "1")])
    try await theirs.rewrite(["c"]) { _ in SealedBytes("sealed anew") }
    let all = SharedQuery(environment: "local", rules: SharedRules())
    let found = try await mine.list(all)
    #expect(found == (try await theirs.list(all)))
    #expect(found.rows.map(\.sealed.text) == ["2", "sealed anew", "1"])
    await mine.close()
    await theirs.close()
  }

  @Test("Shared data over a team's rows sees numbers in order, whoever writes")
  func order() async throws {
    let database = try await TeamDatabase.made()
    let writers = try (0..<4).map { _ in try database.team() }
    let reader = try database.team()
    async let seen = readOn(reader, until: 200)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (lane, team) in writers.enumerated() {
        group.addTask { for _ in 0..<50 { _ = try await team.append(all: [.set("lane\(lane)", "1")]) } }
      }
      try await group.waitForAll()
    }
    #expect(try await seen == Array(1...200))
    for team in writers + [reader] { await team.close() }
  }

  private func readOn(_ team: PostgresTeam, until last: Int64) async throws -> [Int64] {
    var numbers: [Int64] = []
    while numbers.last ?? 0 < last {
      numbers += try await team.rows(after: numbers.last ?? 0, limit: 7).map(\.sequence)
    }
    return numbers
  }
}
