internal import GRDB

extension Schema {
  /// `data.sqlite`: what people wrote by hand.
  static let data = Schema(
    fileName: "data.sqlite", synchronization: .full, migrator: dataMigrator,
    anySealedRow: "SELECT 1 FROM draft WHERE key IS NOT NULL LIMIT 1")

  private static let dataMigrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 drafts") { database in
      try database.execute(sql: sealingKeys)
      try database.execute(sql: drafts)
    }
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
}
