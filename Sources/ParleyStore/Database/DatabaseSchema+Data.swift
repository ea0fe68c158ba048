internal import GRDB

extension DatabaseSchema {
  /// `data.sqlite`: what people wrote by hand.
  static let data = DatabaseSchema(
    fileName: "data.sqlite", synchronization: .full, migrator: dataMigrator,
    anySealedRow: """
      SELECT 1 FROM draft WHERE key IS NOT NULL
      UNION ALL SELECT 1 FROM cookie
      UNION ALL SELECT 1 FROM shared WHERE sealing_key = '\(MachineKey.name)' LIMIT 1
      """)

  private static let dataMigrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 drafts") { database in
      try database.execute(sql: sealingKeys)
      try database.execute(sql: drafts)
    }
    migrator.registerMigration("2 shared data") { database in
      try database.execute(sql: shared)
      try database.execute(sql: cipherKeys)
    }
    migrator.registerMigration("3 cookies") { try $0.execute(sql: cookies) }
    migrator.registerMigration("4 expiry and batches of shared data") { database in
      // When the value counts as absent; and the number of the first of the changes that were made together.
      try database.execute(sql: "ALTER TABLE shared ADD COLUMN expires INTEGER")
      try database.execute(sql: "ALTER TABLE shared ADD COLUMN batch INTEGER")
    }
    migrator.registerMigration("5 snapshots of shared data") { try $0.execute(sql: sharedSnapshots) }
    migrator.registerMigration("6 orders of shared data") { try $0.execute(sql: sharedOrders) }
    migrator.registerMigration("7 steps of shared data") { try $0.execute(sql: sharedSteps) }
    return migrator
  }()

  private static let drafts = """
    CREATE TABLE draft (
      request TEXT PRIMARY KEY NOT NULL,
      saved INTEGER NOT NULL,
      key TEXT NOT NULL,
      content BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The changes of shared data. `environment` is empty where all share the key; what is NULL from `kind` on is a removal.
  /// `is_current` marks what a key holds: its last change, unless that removed it.
  private static let shared = """
    CREATE TABLE shared (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL,
      environment TEXT NOT NULL,
      is_current INTEGER NOT NULL,
      at INTEGER NOT NULL,
      writer TEXT,
      origin INTEGER NOT NULL,
      restored INTEGER,
      kind TEXT,
      cipher TEXT,
      sealing_key TEXT,
      key_version INTEGER,
      nonce BLOB,
      value BLOB,
      UNIQUE (sealing_key, key_version, nonce)
    ) STRICT;
    CREATE INDEX shared_history ON shared (key, environment, seq);
    CREATE UNIQUE INDEX shared_current ON shared (key, environment) WHERE is_current = 1;
    """

  /// The keys by writer and by size, so that the first of a million come as fast as those of a hundred. The expressions are
  /// those that lists are ordered by.
  private static let sharedOrders = """
    CREATE INDEX shared_by_writer ON shared (coalesce(writer, ''), key) WHERE is_current = 1;
    CREATE INDEX shared_by_size ON shared (
      length(value) - CASE sealing_key WHEN 'machine' THEN 16 ELSE 0 END, key) WHERE is_current = 1;
    """

  /// A snapshot is what each key held after the change with the number `seq`. `environment` is empty where there is none.
  private static let sharedSnapshots = """
    CREATE TABLE shared_snapshot (
      environment TEXT NOT NULL,
      name TEXT NOT NULL,
      seq INTEGER NOT NULL,
      keys INTEGER NOT NULL,
      at INTEGER NOT NULL,
      writer TEXT,
      PRIMARY KEY (environment, name)
    ) STRICT, WITHOUT ROWID;
    """

  /// The steps on shared keys other than plain changes of a value. `undone` is NULL while a step holds.
  private static let sharedSteps = """
    CREATE TABLE shared_step (
      id INTEGER PRIMARY KEY NOT NULL,
      batch INTEGER NOT NULL,
      key TEXT NOT NULL,
      environment TEXT NOT NULL,
      kind TEXT NOT NULL,
      was TEXT,
      becomes TEXT,
      detail TEXT NOT NULL,
      place INTEGER NOT NULL,
      last INTEGER NOT NULL,
      undone INTEGER,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX shared_step_of_key ON shared_step (key, environment);
    CREATE INDEX shared_step_of_batch ON shared_step (batch);
    """

  /// Everything that is not in a cookie's name and place is sealed in `content`. `environment` is empty where there is none.
  private static let cookies = """
    CREATE TABLE cookie (
      environment TEXT NOT NULL,
      domain TEXT NOT NULL,
      path TEXT NOT NULL,
      name TEXT NOT NULL,
      key TEXT NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY (environment, domain, path, name)
    ) STRICT, WITHOUT ROWID;
    """

  /// The random keys that ciphers seal with, each wrapped by what its owner knows or has.
  private static let cipherKeys = """
    CREATE TABLE cipher_key (
      name TEXT PRIMARY KEY NOT NULL,
      version INTEGER NOT NULL,
      kind TEXT NOT NULL,
      salt BLOB NOT NULL,
      cost INTEGER NOT NULL,
      verifier BLOB NOT NULL,
      wrapped BLOB NOT NULL,
      checksum BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
