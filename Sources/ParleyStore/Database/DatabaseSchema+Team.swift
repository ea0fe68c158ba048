internal import GRDB

extension DatabaseSchema {
  /// `team.sqlite`: what a team's server was last known to have, sealed as it is there. It is made when a team is connected to, and
  /// can be made again from the server.
  static let team = DatabaseSchema(
    fileName: "team.sqlite", synchronization: .normal, migrator: teamMigrator, anySealedRow: "SELECT 1 WHERE 0")

  private static let teamMigrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 copy of a team") { database in
      try database.execute(sql: teamCopy)
      try database.execute(sql: teamShared)
    }
    return migrator
  }()

  /// One row: up to where the copy goes, and the team's key as it was seen last.
  private static let teamCopy = """
    CREATE TABLE copy (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      database TEXT,
      sequence INTEGER NOT NULL DEFAULT 0,
      generation INTEGER NOT NULL DEFAULT 0,
      at INTEGER NOT NULL DEFAULT 0,
      wrapped_key BLOB
    ) STRICT;
    INSERT INTO copy (id) VALUES (1);
    """

  /// `environment` is empty where all share the key. `is_current` marks what a key holds: its last change, unless that removed it.
  private static let teamShared = """
    CREATE TABLE shared (
      seq INTEGER PRIMARY KEY,
      key TEXT NOT NULL,
      environment TEXT NOT NULL,
      is_current INTEGER NOT NULL,
      is_removal INTEGER NOT NULL,
      at INTEGER NOT NULL,
      origin INTEGER NOT NULL,
      restored INTEGER,
      batch INTEGER,
      sealing_key TEXT NOT NULL,
      key_version INTEGER NOT NULL,
      nonce BLOB NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;
    CREATE INDEX shared_key ON shared (key, environment, seq);
    CREATE INDEX shared_current ON shared (environment, key) WHERE is_current = 1;
    """
}
