import ParleyEngine
import ParleyPostgres
import ParleyTeam
import TestSupport
import Testing

@Suite("A team's server that goes away", .timeLimit(.minutes(2)))
struct TeamLossTests {
  @Test(
    "While it is gone the last known copy is read, and writing is refused at once; when it is back all is caught up")
  func goneAndBack() async throws {
    let server = try await PostgresServer.start()
    let database = try await TeamDatabase.made(on: server)
    let copy = InMemoryCopy()
    let (mine, theirs) = (try database.team(copy: copy), try database.team())
    let (watch, other) = (StateWatch(mine), StateWatch(theirs))
    _ = try await theirs.append(all: [.set("a", "1"), .set("b", "1")])
    await mine.copyNow()
    try await server.kill()
    #expect(try await watch.waitsUntilOffline())
    #expect(try await mine.value("a") == "1")
    #expect(try await mine.list(SharedQuery(environment: "local", rules: SharedRules())).total == 2)
    #expect(try await mine.lastSequence() == 2)
    let refused = await refusal { _ = try await mine.append(all: [.set("a", "2")]) }
    #expect(refused?.kind == .unreachable)
    #expect(refused?.place == "127.0.0.1:\(server.port)/\(database.name)")
    let trouble = try #require(mine.state.trouble)
    #expect(trouble.copiedAt.map { $0 <= trouble.since } == true)
    let (told, tell) = AsyncStream.makeStream(of: Void.self)
    mine.onForeignChange { tell.yield() }
    try await server.restart()
    #expect(try await watch.waitsUntilConnected())
    #expect(try await other.waitsUntilConnected())
    _ = try await theirs.append(all: [.set("a", "2")])
    var changes = told.makeAsyncIterator()
    while try await mine.rows(after: 2, limit: 9).map(\.sealed.text) != ["2"] { await changes.next() }
    await mine.close()
    await theirs.close()
    try await server.stop()
  }

  @Test("Who writes to a server that was away finds it as soon as it is back, and reads what was written")
  func actsAtOnce() async throws {
    let server = try await PostgresServer.start()
    let database = try await TeamDatabase.made(on: server)
    let team = try database.team(copy: InMemoryCopy())
    let watch = StateWatch(team)
    _ = try await team.append(all: [.set("a", "1")])
    await team.copyNow()
    try await server.kill()
    #expect(try await watch.waitsUntilOffline())
    try await server.restart()
    _ = try await team.append(all: [.set("a", "2")])
    #expect(try await team.value("a") == "2")
    #expect(team.state == .connected)
    await team.close()
    try await server.stop()
  }

  @Test("Who writes while it is gone hears that, and not of the connection that was there before")
  func refusedForGood() async throws {
    let server = try await PostgresServer.start()
    let database = try await TeamDatabase.made(on: server)
    let team = try database.team(copy: InMemoryCopy())
    let watch = StateWatch(team)
    _ = try await team.append(all: [.set("a", "1")])
    await team.copyNow()
    try await server.stop()
    #expect(try await watch.waitsUntilOffline())
    let refused = await refusal { _ = try await team.append(all: [.set("a", "2")]) }
    #expect(refused?.kind == .unreachable)
    #expect(refused.map { "\($0.summary) \($0.advice ?? "")" }?.contains("not known") == false)
    await team.close()
  }

  @Test("Without a copy, or before there is one, reading says that the server cannot be reached")
  func neverReached() async throws {
    let port = try RefusingPort()
    let address = TeamAddress("postgresql://owner@127.0.0.1:\(port.port)/shop")
    for copy in [nil, InMemoryCopy()] as [InMemoryCopy?] {
      let team = try PostgresTeam(address, copy: copy)
      let error = await refusal { _ = try await team.lastSequence() }
      #expect(error?.kind == .unreachable)
      #expect(error?.place == "127.0.0.1:\(port.port)/shop")
      await team.close()
    }
  }

  @Test("A server that takes connections and says nothing is given up on")
  func silent() async throws {
    let server = try RawServer.start { connection in while try connection.read() != nil {} }
    let team = try PostgresTeam(TeamAddress("postgresql://owner@127.0.0.1:\(server.port)/shop"), copy: nil)
    let error = await refusal { _ = try await team.lastSequence() }
    #expect(error?.kind == .unreachable)
    #expect(error?.detail?.contains("no response within") == true)
    await team.close()
    server.stop()
  }

  @Test("A connection that is cut in the middle of a write makes it once, not twice and not never")
  func cutWhileWriting() async throws {
    let database = try await TeamDatabase.made()
    let wire = try Wire(to: database.server.port)
    let team = try database.team(port: wire.port)
    var last: Int64 = 0
    for number in 1...12 {
      if number.isMultiple(of: 3) { wire.cut() }
      let edits: [SealedEdit] = [.set("n", "\(number)", ifStill: last), .set("m", "\(number)")]
      let made = try await team.append(all: edits).rows
      #expect(made.count == 2)
      last = made.first?.sequence ?? 0
    }
    #expect(try await team.lastSequence() == 24)
    #expect(try await team.value("n") == "12")
    wire.cut()
    let query = SharedQuery(environment: "local", rules: SharedRules())
    #expect(try await team.removeAll(query) { .remove($0.name, in: $0.environment) } == 2)
    #expect(try await team.lastSequence() == 26)
    await team.close()
    wire.stop()
  }

  @Test("Where a write was cut and the server stays away, it is said that nobody knows whether it was made")
  func cutForGood() async throws {
    let database = try await TeamDatabase.made()
    let wire = try Wire(to: database.server.port, endingWith: "cut.here")
    let copy = InMemoryCopy()
    let team = try database.team(port: wire.port, copy: copy)
    let watch = StateWatch(team)
    _ = try await team.append(all: [.set("a", "1")])
    await team.copyNow()
    let error = await refusal { _ = try await team.append(all: [.set("a", "2"), .set("cut.here", "1")]) }
    #expect(error?.kind == .unreachable)
    #expect(error?.advice?.contains("not known") == true)
    #expect(try await watch.waitsUntilOffline())
    #expect(try await team.value("a") == "1")
    wire.isDown = false
    #expect(try await watch.waitsUntilConnected())
    #expect(try await team.value("a") == "2")
    await team.close()
    wire.stop()
  }

  @Test("While a new copy is made the old one can be read; it is replaced once the new one is whole, with its key")
  func cutWhileCopying() async throws {
    let copy = InMemoryCopy()
    let first = try await TeamDatabase.made().team(copy: copy)
    _ = try await first.append(all: [.set("a", "1")])
    _ = try await first.keepWrappedKey([1], named: "team", replacing: nil)
    await first.copyNow()
    await first.close()
    #expect(copy.wrappedKey(named: "team") == [1])

    let database = try await TeamDatabase.made()
    let filling = try database.team()
    for part in ["first", "second"] {
      _ = try await filling.append(all: (1...600).map { .set("\(part).part\($0)", "new") })
    }
    _ = try await filling.keepWrappedKey([2], named: "team", replacing: nil)
    let wire = try Wire(to: database.server.port, endingAt: "second.part")
    let second = try database.team(port: wire.port, copy: copy)
    await second.copyNow()
    #expect(try await second.value("a") == "1")
    #expect(copy.position()?.sequence == 1 && copy.wrappedKey(named: "team") == [1])
    wire.mend()
    let watch = StateWatch(second)
    #expect(try await watch.waitsUntilConnected())
    await second.copyNow()
    #expect(try await copy.value("a") == nil)
    #expect(try await copy.value("second.part600") == "new")
    #expect(copy.wrappedKey(named: "team") == [2])
    await second.close()
    await filling.close()
    wire.stop()
  }

  @Test("A copy follows what is sealed anew, and begins again for another database")
  func copies() async throws {
    let database = try await TeamDatabase.made()
    let copy = InMemoryCopy()
    let team = try database.team(copy: copy)
    for number in 1...1200 { _ = try await team.append(all: [.set("key\(number)", "old")]) }
    _ = try await team.append(all: [.remove("key1")])
    await team.copyNow()
    #expect(copy.lastSequence() == 1201)
    #expect(try await copy.value("key1") == nil)
    #expect(try await copy.value("key1200") == "old")
    try await team.rewrite(["key12*"]) { _ in SealedBytes("new") }
    await team.copyNow()
    #expect(try await copy.value("key1200") == "new")
    #expect(try await copy.value("key2") == "old")
    await team.close()
    let other = try await TeamDatabase.made().team(copy: copy)
    _ = try await other.append(all: [.set("other", "1")])
    await other.copyNow()
    #expect(copy.list(SharedQuery(environment: "local", rules: SharedRules())).rows.map(\.key.name) == ["other"])
    await other.close()
  }
}
