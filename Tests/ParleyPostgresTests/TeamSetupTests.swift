import ParleyEngine
import ParleyTeam
import TestSupport
import Testing

@testable import ParleyPostgres

@Suite("Setting a team's database up, and who may do what", .timeLimit(.minutes(2)))
struct TeamSetupTests {
  @Test("A database that is not set up says what to do; setting it up twice does no harm")
  func initialize() async throws {
    let database = try await TeamDatabase.empty()
    let team = try database.team()
    let error = await refusal { _ = try await team.lastSequence() }
    #expect(error?.kind == .notSetUp)
    #expect(error?.advice?.contains("parley team init") == true)
    #expect(try await database.administration().status().version == nil)
    let status = try await database.administration().initialize(members: [])
    #expect(status.version == status.programVersion)
    #expect(status.isMember)
    #expect(status.server.hasPrefix("PostgreSQL 1"))
    let again = try database.team()
    _ = try await again.append(all: [.set("a", "1")])
    #expect(try await database.administration().initialize(members: []).content?.keys == 1)
    await team.close()
    await again.close()
  }

  @Test("Two who set it up at once both succeed")
  func atOnce() async throws {
    let database = try await TeamDatabase.empty()
    async let one = database.administration().initialize(members: [])
    async let other = database.administration().initialize(members: [])
    #expect(try await [one.isMember, other.isMember] == [true, true])
  }

  @Test("An older database says how to bring it up to date; a newer one is left alone")
  func versions() async throws {
    let database = try await TeamDatabase.made()
    try await database.run("UPDATE parley.about SET version = 99")
    let team = try database.team()
    let newer = await refusal { _ = try await team.lastSequence() }
    #expect(newer?.kind == .newerVersion)
    #expect(newer?.detail?.contains("99") == true || newer?.summary.contains("99") == true)
    #expect(await refusal { _ = try await database.administration().initialize(members: []) }?.kind == .newerVersion)
    #expect(await refusal { _ = try await database.administration().migrate() }?.kind == .newerVersion)
    await team.close()
    try await database.run("UPDATE parley.about SET version = 0")
    let old = try database.team()
    let older = await refusal { _ = try await old.lastSequence() }
    #expect(older?.kind == .notSetUp)
    #expect(older?.advice?.contains("parley team migrate") == true)
    await old.close()
  }

  @Test("Setting an older database up changes nothing, not even its members, and says how to bring it up to date")
  func initializeOlder() async throws {
    let database = try await TeamDatabase.empty()
    let schema = try TeamSchema("parley")
    try await database.run("\(schema.role)\n\(schema.migration(from: 0, to: 1))")
    let user = "late_for_\(database.name)"
    try await database.run("CREATE ROLE \(user) LOGIN")
    let refused = await refusal { _ = try await database.administration().initialize(members: [user]) }
    #expect(refused?.kind == .notSetUp)
    #expect(refused?.summary.contains("has version 1") == true)
    #expect(refused?.summary.contains("needs \(TeamSchema.version)") == true)
    #expect(refused?.advice?.contains("Nothing was changed") == true)
    #expect(refused?.advice?.contains("parley team migrate") == true)
    #expect(try await database.run("SELECT version FROM parley.about") == "1")
    #expect(try await database.administration(user: user).status().version == nil)
    _ = try await database.administration().migrate()
    _ = try await database.administration().initialize(members: [user])
    #expect(try await database.administration(user: user).status().isMember)
  }

  @Test("A database of the first version is good for everything but snapshots, until it is migrated")
  func firstVersion() async throws {
    let database = try await TeamDatabase.empty()
    let schema = try TeamSchema("parley")
    try await database.run("\(schema.role)\n\(schema.migration(from: 0, to: 1))")
    let team = try database.team()
    _ = try await team.append(all: [.set("a", "1")])
    let status = try await database.administration().status()
    #expect(status.version == 1 && status.isUsable && status.content?.keys == 1)
    let query = SharedQuery(environment: "local", rules: SharedRules())
    #expect(try await team.snapshots(of: "local").isEmpty)
    let refused = await refusal { _ = try await team.takeSnapshot(.named("before"), of: query) }
    #expect(refused?.kind == .notSetUp && refused?.advice?.contains("parley team migrate") == true)
    #expect(try await database.administration().migrate() == (1, 3))
    #expect(try await team.takeSnapshot(.named("before"), of: query)?.count == 1)
    #expect(try await database.administration().migrate() == (3, 3))
    await team.close()
  }

  @Test("A database of the second version moves no snapshots, and says so; what is there goes on after the migration")
  func secondVersion() async throws {
    let database = try await TeamDatabase.empty()
    let schema = try TeamSchema("parley")
    try await database.run("\(schema.role)\n\(schema.migration(from: 0, to: 2))")
    let team = try database.team()
    _ = try await team.append(all: [.set("a", "1")])
    let none = SealedSnapshotMove([], from: "local", to: "home")
    #expect(try await team.append(all: [.set("b", "1")], moving: none).rows.count == 1)
    let query = SharedQuery(environment: "local", rules: SharedRules())
    let taken = try #require(try await team.takeSnapshot(.named("before"), of: query))
    #expect(try await team.snapshots(of: "local") == [taken])
    let move = SealedSnapshotMove([.named("before", in: "home")], from: "local", to: "home")
    let refused = await refusal { _ = try await team.append(all: [.set("c", "1")], moving: move) }
    #expect(refused?.kind == .notSetUp && refused?.summary.contains("needs 3") == true)
    #expect(refused?.advice?.contains("parley team migrate") == true)
    #expect(try await team.value("c") == nil)
    #expect(try await database.administration().migrate() == (2, 3))
    #expect(try await team.snapshots(of: "local") == [taken])
    #expect(try await team.append(all: [.set("c", "1")], moving: move).rows.count == 1)
    #expect(try await team.snapshots(of: "home").map(\.movedFrom) == ["local"])
    await team.close()
  }

  @Test("A member reads and adds changes, and can neither change nor delete what is there")
  func member() async throws {
    let database = try await TeamDatabase.made()
    let user = "member_of_\(database.name)"
    try await database.run("CREATE ROLE \(user) LOGIN")
    _ = try await database.administration().initialize(members: [user])
    let team = try database.team(user: user)
    _ = try await team.append(all: [.set("a", "1")])
    try await team.rewrite(["a"]) { _ in SealedBytes("2") }
    #expect(try await team.value("a") == "2")
    let query = SharedQuery(environment: "local", rules: SharedRules())
    #expect(try await team.takeSnapshot(.named("before"), of: query)?.sequence == 1)
    let move = SealedSnapshotMove([.named("before", in: "home")], from: "local", to: "home")
    _ = try await team.append(all: [.set("a", "3")], moving: move)
    #expect(try await team.snapshots(of: "home").count == 1)
    #expect(try await database.administration(user: user).status().isMember)
    for statement in [
      "UPDATE parley.shared SET key = 'b'", "DELETE FROM parley.shared", "UPDATE parley.counter SET last = 0",
      "INSERT INTO parley.key VALUES ('a', '')", "TRUNCATE parley.run", "CREATE TABLE parley.mine (a int)",
      "DROP SCHEMA parley CASCADE", "UPDATE parley.about SET version = 3",
      "DELETE FROM parley.snapshot", "UPDATE parley.snapshot SET seq = 0",
    ] {
      await #expect(throws: SupportError.self) { try await database.run(statement, user: user) }
    }
    await team.close()
  }

  @Test("Whoever is no member is told how to become one")
  func stranger() async throws {
    let database = try await TeamDatabase.made()
    let user = "stranger_of_\(database.name)"
    try await database.run("CREATE ROLE \(user) LOGIN")
    let team = try database.team(user: user)
    let error = await refusal { _ = try await team.lastSequence() }
    #expect(error?.kind == .notPermitted)
    #expect(error?.advice?.contains("parley team init --member") == true)
    let status = try await database.administration(user: user).status()
    #expect(status.version == nil)
    #expect(!status.isMember)
    #expect(
      await refusal { _ = try await database.administration(user: user).initialize(members: []) }?.kind == .notPermitted
    )
    await team.close()
  }

  @Test("A wrong password and a missing database are no riddles, and no password is told")
  func strangers() async throws {
    let server = try await SharedServer.get()
    let database = try await TeamDatabase.made()
    try await database.run(
      "DO $$ BEGIN CREATE ROLE ada LOGIN PASSWORD '\(PostgresServer.password)'; EXCEPTION WHEN duplicate_object THEN END $$"
    )
    let wrong = TeamAddress("postgresql://ada:a%20secret@127.0.0.1:\(server.port)/\(database.name)")
    let refused = await refusal { _ = try await PostgresAdministration(wrong).status() }
    #expect(refused?.kind == .notPermitted)
    #expect(refused?.place == "127.0.0.1:\(server.port)/\(database.name)")
    #expect(!"\(String(describing: refused))".contains("a secret"))
    let missing = await refusal { _ = try await PostgresAdministration(TeamAddress(server.uri("nowhere"))).status() }
    #expect(missing?.kind == .notSetUp)
    let right =
      "host=127.0.0.1 port=\(server.port) dbname=\(database.name) user=ada password='\(PostgresServer.password)'"
    #expect(try await PostgresAdministration(TeamAddress(right)).status().role == "ada")
  }

  @Test("Several teams in one database have a schema each")
  func schemas() async throws {
    let database = try await TeamDatabase.empty()
    let addresses = ["shop", "office"].map { TeamAddress(database.server.uri(database.name), schema: $0) }
    for address in addresses { _ = try await PostgresAdministration(address).initialize(members: []) }
    let teams = try addresses.map { try PostgresTeam($0, copy: nil) }
    _ = try await teams[0].append(all: [.set("a", "1")])
    #expect(try await teams[1].lastSequence() == 0)
    #expect(
      await refusal { _ = try PostgresTeam(TeamAddress("", schema: "Robert'); --"), copy: nil) }?.kind == .unusablePath)
    for team in teams { await team.close() }
  }
}
