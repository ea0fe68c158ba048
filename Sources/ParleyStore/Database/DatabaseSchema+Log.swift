internal import GRDB

extension DatabaseSchema {
  /// `log.sqlite`: what happened.
  static let log = DatabaseSchema(
    fileName: "log.sqlite", synchronization: .normal, migrator: logMigrator,
    anySealedRow: """
      SELECT 1 FROM exchange WHERE key IS NOT NULL
      UNION ALL SELECT 1 FROM run_node WHERE key IS NOT NULL
      UNION ALL SELECT 1 FROM cache WHERE key IS NOT NULL LIMIT 1
      """)

  private static let logMigrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 exchanges and events") { database in
      try database.execute(sql: sealingKeys)
      try database.execute(sql: exchanges)
      try database.execute(sql: events)
    }
    migrator.registerMigration("2 routes and groups of exchanges") { database in
      try database.execute(sql: "ALTER TABLE exchange ADD COLUMN route TEXT")
      try database.execute(sql: "ALTER TABLE exchange ADD COLUMN group_id TEXT")
    }
    migrator.registerMigration("3 runs") { database in
      try database.execute(sql: runs)
    }
    migrator.registerMigration("4 cache") { database in
      try database.execute(sql: cache)
    }
    migrator.registerMigration("5 outlines of runs") { database in
      try database.execute(sql: "ALTER TABLE run ADD COLUMN outline BLOB")
    }
    migrator.registerMigration("6 imported runs") { database in
      // Where the run came from, as JSON; and of an exchange the run with which it came.
      try database.execute(sql: "ALTER TABLE run ADD COLUMN imported TEXT")
      try database.execute(sql: "ALTER TABLE exchange ADD COLUMN imported TEXT")
    }
    migrator.registerMigration("7 signatures of exchanges") { try $0.execute(sql: signatures) }
    migrator.registerMigration("8 use and edits of cache entries") { database in
      // How often a server sent an entry, and said that it still holds; whether somebody edited it; its media type. Of an exchange,
      // whether its response came out of the cache. NULL where an earlier program wrote the row.
      for column in ["fetches INTEGER", "revalidations INTEGER", "edited INTEGER", "type TEXT"] {
        try database.execute(sql: "ALTER TABLE cache ADD COLUMN \(column)")
      }
      try database.execute(sql: "ALTER TABLE exchange ADD COLUMN served TEXT")
    }
    migrator.registerMigration("9 use of cache entries beside their bodies") { database in
      // Those columns stand behind the body: without an index, lists would read every body to get to them.
      try database.execute(sql: "CREATE INDEX cache_use ON cache (id, fetches, revalidations, edited, type)")
    }
    migrator.registerMigration("10 edited and pinned exchanges") { database in
      // There are few of them: looking for them would read every exchange, and past its bodies.
      try database.execute(sql: "CREATE INDEX exchange_edited ON exchange (served) WHERE served = 'edited'")
      try database.execute(sql: "CREATE INDEX exchange_pinned ON exchange (pinned) WHERE pinned = 1")
    }
    migrator.registerMigration("11 one row for an event") { database in
      // Of what several programs tell, the first one's row stays.
      try database.execute(sql: "ALTER TABLE event ADD COLUMN identity TEXT")
      try database.execute(
        sql: "CREATE UNIQUE INDEX event_identity ON event (identity) WHERE identity IS NOT NULL")
    }
    migrator.registerMigration("12 credentials of cache entries") { database in
      // By which all entries of a request are found; a digest of what it was fetched with, empty for nothing; and that for people. NULL
      // where an earlier program wrote the row: nobody knows then whose it is.
      for column in ["address BLOB", "identity TEXT", "credentials TEXT"] {
        try database.execute(sql: "ALTER TABLE cache ADD COLUMN \(column)")
      }
      try database.execute(sql: "CREATE INDEX cache_address ON cache (address, identity, received)")
      try database.execute(sql: "CREATE INDEX cache_credentials ON cache (id, credentials)")
    }
    migrator.registerMigration("13 waits of runs") { database in
      // How long all of a run waited for a person, in microseconds. NULL for none, and where an earlier program wrote the row.
      try database.execute(sql: "ALTER TABLE run ADD COLUMN waited INTEGER")
    }
    migrator.registerMigration("14 variants of cache entries") { database in
      // The headers of the request that tell it from others of its URL, for people. NULL for none, and where an earlier program wrote the
      // row.
      try database.execute(sql: "ALTER TABLE cache ADD COLUMN varying TEXT")
      try database.execute(sql: "CREATE INDEX cache_varying ON cache (id, varying)")
    }
    migrator.registerMigration("15 signatures removed by writers") { try $0.execute(sql: signaturesByWriters) }
    migrator.registerMigration("16 nodes that have begun") { try $0.execute(sql: begunNodes) }
    return migrator
  }()

  /// The columns of a list come first and are never sealed; those of a whole exchange come last. In a sealed row `url`
  /// is masked, the bodies are NULL, and `content` holds everything.
  private static let exchanges = """
    CREATE TABLE exchange (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT,
      call_id TEXT,
      environment TEXT,
      started INTEGER NOT NULL,
      duration INTEGER,
      method TEXT NOT NULL,
      url TEXT NOT NULL,
      status INTEGER,
      error TEXT,
      size INTEGER NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0,
      key TEXT,
      request_file TEXT,
      response_file TEXT,
      content BLOB NOT NULL,
      request_body BLOB,
      response_body BLOB
    ) STRICT;
    CREATE INDEX exchange_name ON exchange (name) WHERE name IS NOT NULL;
    CREATE INDEX exchange_request_file ON exchange (request_file) WHERE request_file IS NOT NULL;
    CREATE INDEX exchange_response_file ON exchange (response_file) WHERE response_file IS NOT NULL;
    """

  /// `text` is what a search looks through; `content` is the event itself. Events come masked, so nothing is sealed.
  private static let events = """
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      kind TEXT NOT NULL,
      exchange TEXT,
      name TEXT,
      status INTEGER,
      text TEXT NOT NULL,
      marked INTEGER NOT NULL DEFAULT 0,
      content BLOB NOT NULL
    ) STRICT;
    """
}
