internal import GRDB

/// The schema of one database file: its tables, as the migrations make them one after the other, and how safely it
/// writes.
///
/// A migration that has once been released never changes again.
struct DatabaseSchema: Sendable {
  enum Synchronization: String {
    /// Every commit survives a loss of power.
    case full = "FULL"
    /// Every commit survives the end of the process; a loss of power may take the last ones.
    case normal = "NORMAL"
  }

  let fileName: String
  let synchronization: Synchronization
  let migrator: DatabaseMigrator
  /// Says whether a row is sealed, as a query for one.
  let anySealedRow: String
}

extension DatabaseSchema {
  /// In both files: which key the sealed rows need.
  static let sealingKeys = """
    CREATE TABLE sealing_key (
      name TEXT PRIMARY KEY NOT NULL,
      fingerprint BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
