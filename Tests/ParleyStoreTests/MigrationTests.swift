import GRDB
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Migrations", .timeLimit(.minutes(2)))
struct MigrationTests {
  let folder = TemporaryFolder()

  /// What each version's tables are, as they were when it was released. A version is added here, none is changed.
  private static let released: [String: [String: [String]]] = [
    "log.sqlite": [
      "1 exchanges and events": ["event", "exchange", "sealing_key"],
      "2 routes and groups of exchanges": ["event", "exchange", "sealing_key"],
      "3 runs": ["event", "exchange", "run", "run_node", "sealing_key"],
      "4 cache": ["cache", "event", "exchange", "run", "run_node", "sealing_key"],
      "5 outlines of runs": ["cache", "event", "exchange", "run", "run_node", "sealing_key"],
      "6 imported runs": ["cache", "event", "exchange", "run", "run_node", "sealing_key"],
      "7 signatures of exchanges": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_node", "sealing_key",
      ],
      "8 use and edits of cache entries": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_node", "sealing_key",
      ],
      "9 use of cache entries beside their bodies": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_node", "sealing_key",
      ],
      "10 edited and pinned exchanges": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_node", "sealing_key",
      ],
      "11 one row for an event": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_node", "sealing_key",
      ],
      "12 credentials of cache entries": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_node", "sealing_key",
      ],
      "13 waits of runs": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_node", "sealing_key",
      ],
      "14 variants of cache entries": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_node", "sealing_key",
      ],
      "15 signatures removed by writers": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_node", "sealing_key",
      ],
      "16 nodes that have begun": [
        "cache", "event", "exchange", "exchange_signature", "run", "run_begun", "run_node", "sealing_key",
      ],
    ],
    "data.sqlite": [
      "1 drafts": ["draft", "sealing_key"],
      "2 shared data": ["cipher_key", "draft", "sealing_key", "shared", "sqlite_sequence"],
      "3 cookies": ["cipher_key", "cookie", "draft", "sealing_key", "shared", "sqlite_sequence"],
      "4 expiry and batches of shared data": [
        "cipher_key", "cookie", "draft", "sealing_key", "shared", "sqlite_sequence",
      ],
      "5 snapshots of shared data": [
        "cipher_key", "cookie", "draft", "sealing_key", "shared", "shared_snapshot", "sqlite_sequence",
      ],
      "6 orders of shared data": [
        "cipher_key", "cookie", "draft", "sealing_key", "shared", "shared_snapshot", "sqlite_sequence",
      ],
      "7 steps of shared data": [
        "cipher_key", "cookie", "draft", "sealing_key", "shared", "shared_snapshot", "shared_step", "sqlite_sequence",
      ],
    ],
  ]

  @Test(
    "A store of any earlier version opens, keeps what it had and takes new rows",
    arguments: [DatabaseSchema.log, .data])
  func everyEarlierVersion(schema: DatabaseSchema) async throws {
    for version in schema.migrator.migrations {
      let name = version.filter(\.isNumber)
      try makeFile(schema, version, in: name)
      let store = try await Store.opened(in: folder, name)
      #expect(store.notices.isEmpty)
      try await store.keep(.answered("new", secrets: Secrets(["a"])))
      try await store.drafts.save("a", content: [1])
      #expect(try await store.history.recent(9).count == 1)
      await store.close()
    }
  }

  @Test("A run in a file of an earlier version comes back, with nodes that had begun, and goes on to the end")
  func earlierRun() async throws {
    let queue = try makeFile(.log, "15 signatures removed by writers", in: "earlier")
    let (first, second) = (NodeRecord.begun(0), NodeRecord.begun(1))
    try await queue.write { database in
      try database.execute(
        sql: "INSERT INTO run (seq, id, is_concurrent, started, state, owner) VALUES (1, 'r', 0, ?, 'running', 'gone')",
        arguments: [Timestamp.now().microseconds])
      try database.execute(
        sql: "INSERT INTO run_node (run, path, content) VALUES (1, '1', ?)",
        arguments: [NodeContent.write(first, at: "1").databaseBlob])
    }
    try queue.close()
    let store = try await Store.opened(in: folder, "earlier")
    #expect(try await store.runs.recording(of: "r")?.nodes == [first])
    store.note(.nodeBegan(second, of: "r"))
    try await store.events.flush()
    #expect(try await store.runs.recording(of: "r")?.nodes == [first, second])
    await store.close()
  }

  @Test(
    "The migrations are numbered, and those that were released have not changed",
    arguments: [DatabaseSchema.log, .data])
  func areFixed(schema: DatabaseSchema) throws {
    let released = try #require(Self.released[schema.fileName])
    #expect(Set(schema.migrator.migrations) == Set(released.keys))
    for (index, version) in schema.migrator.migrations.enumerated() {
      #expect(version.hasPrefix("\(index + 1) "))
      let queue = try makeFile(schema, version, in: "fixed \(index) \(schema.fileName)")
      let tables = try queue.read { database in
        try String.fetchAll(
          database,
          sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'grdb%' ORDER BY name")
      }
      #expect(tables == released[version])
    }
  }

  @Test("The log's first version is, column by column, what it was when it was released")
  func firstLog() throws {
    let queue = try makeFile(.log, "1 exchanges and events", in: "first")
    let columns = try queue.read { try $0.columns(in: "exchange").map { "\($0.name) \($0.type)" } }
    #expect(
      columns == [
        "seq INTEGER", "id TEXT", "name TEXT", "call_id TEXT", "environment TEXT", "started INTEGER",
        "duration INTEGER", "method TEXT", "url TEXT", "status INTEGER", "error TEXT", "size INTEGER", "pinned INTEGER",
        "key TEXT", "request_file TEXT",
        "response_file TEXT", "content BLOB", "request_body BLOB", "response_body BLOB",
      ])
    let events = try queue.read { try $0.columns(in: "event").map { "\($0.name) \($0.type)" } }
    #expect(
      events == [
        "seq INTEGER", "time INTEGER", "kind TEXT", "exchange TEXT", "name TEXT", "status INTEGER", "text TEXT",
        "marked INTEGER", "content BLOB",
      ])
  }

  @Test("A store that a newer program wrote is refused and left as it is", arguments: [DatabaseSchema.log, .data])
  func newerVersion(schema: DatabaseSchema) async throws {
    let store = try await Store.opened(in: folder)
    let exchange = Exchange.answered("a")
    try await store.keep(exchange)
    await store.close()
    let queue = try DatabaseQueue(path: folder("store/\(schema.fileName)"))
    try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 flying cars')") }
    try queue.close()

    let error = await #expect(throws: RepositoryError.self) { try await store.open() }
    #expect(error?.kind == .newerVersion)
    #expect(error?.place == folder("store/\(schema.fileName)"))
    #expect(store.notices.isEmpty)
    let again = try DatabaseQueue(path: folder("store/\(schema.fileName)"))
    try await again.write { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '99 flying cars'") }
    try again.close()
    try await store.open()
    #expect(try await store.history.exchange(exchange.id) != nil)
    await store.close()
  }

  @Test(
    "A damaged list of migrations is not taken for a newer program's",
    arguments: [
      "UPDATE grdb_migrations SET identifier = '1 exchangfs and events' WHERE identifier LIKE '1 %'",
      "UPDATE grdb_migrations SET identifier = '7 cache' WHERE identifier LIKE '4 %'",
      "INSERT INTO grdb_migrations VALUES ('3 ruins')", "INSERT INTO grdb_migrations VALUES (x'ff00')",
    ])
  func damagedMigrations(change: String) async throws {
    let store = try await Store.opened(in: folder)
    try await store.keep(.answered("a"))
    try await store.drafts.save("a", content: [1])
    await store.close()
    let queue = try DatabaseQueue(path: folder("store/log.sqlite"))
    try await queue.write { try $0.execute(sql: change) }
    try queue.close()

    try await store.open()
    #expect(store.notices.count == 1)
    #expect(try await store.drafts.load("a")?.content == [1])
    await store.close()
  }

  @Test("Stores that open one new folder at the same moment all open")
  func atTheSameMoment() async throws {
    let stores = (0..<6).map { _ in Store(at: folder("store"), machineKey: folder("key")) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          try await store.open()
          try await store.keep(.answered("\(number)"))
        }
      }
      try await group.waitForAll()
    }
    for store in stores {
      #expect(try await store.history.count() == 6)
      await store.close()
    }
  }

  @discardableResult
  private func makeFile(_ schema: DatabaseSchema, _ version: String, in name: String) throws -> DatabaseQueue {
    let store = try Folder.makingPrivate(folder(name))
    let queue = try DatabaseQueue(path: store.file(schema.fileName))
    try schema.migrator.migrate(queue, upTo: version)
    return queue
  }
}

extension DatabaseSchema: CustomTestStringConvertible {
  public var testDescription: String { fileName }
}
