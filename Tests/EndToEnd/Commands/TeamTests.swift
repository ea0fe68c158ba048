import Foundation
import TestSupport
import Testing

/// A person's machine: the workspace of the team, and a state folder of their own.
private struct Member {
  private let program: ParleyProgram
  private let workspace: String
  private let variables: [String: String]

  /// - Parameters:
  ///   - keyFile: Instead of a passphrase, from which each command would derive the key anew.
  ///   - team: What the workspace's file says of the team, instead.
  init(
    database: String, passphrase: String = "correct horse battery", keyFile: String? = nil, team: String? = nil
  ) throws {
    program = try ParleyProgram()
    workspace = program.home.path("shop")
    variables = ["PARLEY_TEAM": database, "PARLEY_PASSPHRASE": passphrase]
    let secret = keyFile.map { "keyFile: '\($0)'" } ?? "passphrase: env PARLEY_PASSPHRASE"
    try program.home.write(
      """
      parley: 1
      id: team-shop
      servers: { api: "http://127.0.0.1:1" }
      \(team ?? "team: { postgres: '{{env.PARLEY_TEAM}}', \(secret), keys: ['order.*'] }")
      """, to: "shop/parley.yaml")
    try program.home.write(#"{ "order.id": "7", "order.note": "new" }"#, to: "keys.json")
    try program.home.write("serial:\n  - { local: next, set: { mine: '2' } }\n", to: "shop/groups/next.yaml")
  }

  func path(_ name: String) -> String { program.home.path(name) }

  /// Its memory may be looked at.
  func open() async throws -> TmuxTerminal {
    try await program.open(["-w", workspace], environment: variables.merging(["PARLEY_MEMORY_DUMPS": "1"]) { $1 })
  }

  @discardableResult
  func run(_ arguments: String..., input: String = "") async throws -> FinishedProcess {
    try await FinishedProcess.run(
      Executables.built("parley"), arguments + ["-w", workspace],
      environment: program.environment.merging(variables) { $1 }, input: Array(input.utf8))
  }
}

extension Member {
  /// The libraries in the workbench's memory, once `text` is on its screen of shared keys.
  /// - Parameter name: the library to wait for: last known keys are shown before the team's server is asked.
  fileprivate func libraries(showing text: String, awaiting name: String? = nil) async throws -> String {
    let terminal = try await open()
    try await terminal.wait(for: "? help")
    try await terminal.press("5")
    try await terminal.wait(for: text)
    let path = "/proc/\(try #require(terminal.processID))/maps"
    if let name { try await terminal.wait("\(name) in memory") { _ in Self.text(of: path).contains(name) } }
    #expect(Self.text(of: path).contains("/parley"))
    return Self.text(of: path)
  }

  /// All of a file whose size the system does not know.
  private static func text(of path: String) -> String {
    let bytes = try? FileHandle(forReadingAtPath: path)?.readToEnd()
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }
}

@Suite("A team shares keys in PostgreSQL", .timeLimit(.minutes(2)))
struct TeamTests {
  private let keys: TemporaryDirectory

  init() throws {
    keys = try TemporaryDirectory()
  }

  @Test("one sets it up and writes, another reads, without the server too; that sees no value")
  func together() async throws {
    let (server, database) = try await started()
    let (ada, bob) = (try Member(database: server.uri(database)), try Member(database: server.uri(database)))
    let untrusted = try await ada.run("team", "init")
    #expect(untrusted.status != 0 && untrusted.errorText.contains("`parley trust`"))
    try await ada.run("trust", "--yes")
    #expect(try await ada.run("team", "init").errorText.contains("The team's key is made."))
    #expect(try await ada.run("shared", "set", "order.id", input: "s3cret-order").status == 0)

    try await bob.run("trust", "--yes")
    #expect(try await bob.run("shared", "get", "order.id").outputText == "s3cret-order")
    // What opens the team's key is at hand: nobody is asked, and the list shows what the key holds.
    let listed = try await bob.run("shared", "list")
    #expect(listed.outputText.contains("s3cret-order  text"), "\(listed.outputText)")
    let kept = try await server.run("SELECT key, encode(value, 'escape') FROM parley.shared", in: database)
    #expect(kept.contains("order.id") && !kept.contains("s3cret"))

    let stranger = try Member(database: server.uri(database), passphrase: "guessed")
    try await stranger.run("trust", "--yes")
    let refused = try await stranger.run("shared", "get", "order.id")
    #expect(refused.status != 0 && refused.errorText.contains("does not unlock") && refused.outputText.isEmpty)
    try await server.stop()
    #expect(try await bob.run("shared", "get", "order.id").outputText == "s3cret-order")
  }

  @Test("without the server the last known values are read, and none is written; with it again all goes on")
  func alone() async throws {
    let (server, database) = try await started()
    let (ada, bob) = try await team(on: server, database)
    #expect(try await ada.run("shared", "set", "order.id", input: "s3cret-order").status == 0)
    #expect(try await bob.run("shared", "get", "order.id").outputText == "s3cret-order")
    try await server.stop()
    #expect(try await bob.run("shared", "get", "order.id").outputText == "s3cret-order")
    #expect(try await bob.run("shared", "list").errorText.contains("cannot be reached"))
    let written = try await bob.run("shared", "set", "order.id", input: "other")
    #expect(written.status != 0 && written.errorText.contains("nothing can be written"))
    try await server.restart()
    #expect(try await bob.run("shared", "set", "order.id", input: "other").status == 0)
    #expect(try await ada.run("shared", "get", "order.id").outputText == "other")
  }

  @Test("a snapshot has the team's keys too; it is everybody's, and undo takes back both halves of what it restored")
  func snapshots() async throws {
    let (server, database) = try await started()
    let (ada, bob) = try await team(on: server, database)
    for key in ["order.id", "mine"] { try await ada.run("shared", "set", key, input: "1") }
    let taken = try await ada.run("shared", "snapshot", "take", "before")
    #expect(taken.errorText.contains("Took the snapshot before of 2 keys, 1 of the team's."))
    #expect(try await bob.run("shared", "snapshot", "list").outputText.hasPrefix("before  1 key of the team's  "))
    let again = try await bob.run("shared", "snapshot", "take", "before")
    #expect(again.status != 0 && again.errorText.contains("There is a snapshot"))

    for key in ["order.id", "mine"] { try await ada.run("shared", "set", key, input: "2") }
    #expect(try await ada.run("shared", "snapshot", "compare", "before").status == 1)
    let run = try await ada.run("run", "next", "--shared", "before")
    #expect(run.status == 0 && run.errorText.contains("Restored 1 key from the snapshot before."))
    #expect(run.errorText.contains("order.id") && run.errorText.contains("--with-team"))
    #expect(try await bob.run("shared", "get", "order.id").outputText == "2")
    let restored = try await ada.run("shared", "snapshot", "restore", "before")
    #expect(restored.errorText.contains("Restored 2 keys, 1 of the team's."))
    #expect(try await bob.run("shared", "get", "order.id").outputText == "1")
    let undone = try await ada.run("shared", "undo", "--batch")
    #expect(undone.errorText.contains("Undid 2 keys"))
    #expect(try await bob.run("shared", "get", "order.id").outputText == "2")
    #expect(try await ada.run("shared", "get", "mine").outputText == "2")

    #expect(try await bob.run("run", "next", "--shared", "before", "--with-team").status == 0)
    #expect(try await ada.run("shared", "get", "order.id").outputText == "1")
    #expect(try await bob.run("shared", "import", bob.path("keys.json")).status == 0)
    let both = try await bob.run("shared", "undo", "--batch")
    #expect(both.errorText.contains("Undid 2 keys: order.id, order.note"))
    #expect(try await ada.run("shared", "get", "order.id").outputText == "1")
    let kept = try await server.run("SELECT name, encode(head, 'escape') FROM parley.snapshot", in: database)
    #expect(kept.contains("before") && !kept.contains("by hand"))

    try await server.stop()
    let offline = try await ada.run("shared", "snapshot", "list")
    #expect(offline.outputText.hasPrefix("before  1 key  ") && offline.errorText.contains("are not known"))
    #expect(try await ada.run("shared", "snapshot", "restore", "before").errorText.contains("cannot be reached"))
    #expect(try await ada.run("shared", "snapshot", "restore", "before", "--only-own").status == 0)
    #expect(try await ada.run("shared", "get", "mine").outputText == "1")
    try await server.restart()
    #expect(try await bob.run("shared", "snapshot", "remove", "before").status == 0)
    #expect(try await ada.run("shared", "snapshot", "list").outputText.hasPrefix("before  1 key  "))
  }

  @Test("a mistake in the file is told with its place")
  func mistake() async throws {
    let member = try Member(database: "", team: "team: { postgres: x, passphrase: prompt, keyz: [order.id] }")
    for action in ["init", "status", "migrate"] {
      let told = try await member.run("team", action)
      #expect(told.status != 0 && told.errorText.contains("parley.yaml:4:") && told.errorText.contains("keyz"))
    }
    let none = try await Member(database: "", team: "").run("team", "init")
    #expect(none.errorText.contains("says nothing of a team"))
  }

  @Test("setting a database of an older version up again says its version, and leaves it to migrate")
  func older() async throws {
    let (server, database) = try await started()
    let (ada, _) = try await team(on: server, database)
    try await server.run("UPDATE parley.about SET version = 1", in: database)
    let refused = try await ada.run("team", "init", "--member", "bob")
    #expect(refused.status != 0 && refused.errorText.contains("has version 1"), "\(refused.errorText)")
    #expect(refused.errorText.contains("Nothing was changed. Bring it up to date: parley team migrate."))
    #expect(try await server.run("SELECT version FROM parley.about", in: database) == "1")
    try await server.stop()
  }

  @Test("without a team no library of PostgreSQL is loaded, with one it is")
  func library() async throws {
    let alone = try Member(database: "", team: "")
    try await alone.run("shared", "set", "order.id", input: "1")
    #expect(try await !alone.libraries(showing: "order.id").contains("libpq"))
    let (server, database) = try await started()
    let (ada, _) = try await team(on: server, database)
    try await ada.run("shared", "set", "order.id", input: "1")
    #expect(try await ada.libraries(showing: "⇄ order.id", awaiting: "libpq").contains("libpq"))
    try await server.stop()
  }

  private func started() async throws -> (server: PostgresServer, database: String) {
    let server = try await PostgresServer.start()
    return (server, try await server.makeDatabase())
  }

  /// Two who trust the workspace and have the team's key file, of whom the first has set the database up.
  private func team(on server: PostgresServer, _ database: String) async throws -> (ada: Member, bob: Member) {
    let file = keys.path("team.key")
    #expect(try await ParleyProgram().run("key", "new", file).status == 0)
    let address = server.uri(database)
    let (ada, bob) = (
      try Member(database: address, keyFile: file), try Member(database: address, keyFile: file)
    )
    for member in [ada, bob] { try await member.run("trust", "--yes") }
    try await ada.run("team", "init")
    return (ada, bob)
  }

  @Test("what is not the team's stays on the machine")
  func local() async throws {
    let (server, database) = try await started()
    let (ada, bob) = try await team(on: server, database)
    try await ada.run("shared", "set", "mine", input: "1")
    #expect(try await ada.run("shared", "get", "mine").outputText == "1")
    #expect(try await bob.run("shared", "get", "mine").status != 0)
    #expect(try await server.run("SELECT count(*) FROM parley.shared", in: database) == "0")
    try await server.stop()
  }
}
