package import ParleyEngine

/// Sets a team's database up, and reports its status.
package protocol TeamAdministration: Sendable {
  /// Makes schema, tables and the role of the members, or adds members to those that are there.
  /// - Parameter members: names of roles of the database that become members.
  /// - Throws: `.notSetUp` for an older schema, which ``migrate()`` brings up to date, `.newerVersion` for a newer one; then nothing has
  ///   changed.
  func initialize(members: [String]) async throws(RepositoryError) -> TeamStatus

  /// Brings an older schema up to what this program writes. All or nothing.
  /// - Returns: the versions before and after.
  func migrate() async throws(RepositoryError) -> (from: Int, to: Int)

  /// How it is, also where it is not set up, older or newer.
  func status() async throws(RepositoryError) -> TeamStatus
}

/// The status of a team's database.
package struct TeamStatus: Sendable, Hashable {
  /// The database's location, without user and password: `db.example:5432/shop`.
  package var place = ""
  /// The server's own name and version, such as `PostgreSQL 15.14`.
  package var server = ""
  /// The role as which the server knows this connection.
  package var role = ""
  /// How the connection is protected, such as `TLSv1.3, verified`, or `local socket`.
  package var protection = ""
  /// The schema's version there; nil when it is not set up, or not to be seen by this role.
  package var version: Int?
  /// Whether the schema is there, even if this role may not see its version.
  package var isSetUp = false
  /// The schema version that this program writes.
  package var programVersion = 0
  /// The oldest version that this program works with, but for what came with later ones.
  package var oldestUsableVersion = 0
  /// Whether it keeps snapshots of the team's keys.
  package var hasSnapshots = false
  /// The role whose members may use it.
  package var memberRole = ""
  /// Whether we may read and write.
  package var isMember = false
  /// The amount of data in the database; nil when it cannot be read.
  package var content: Content?

  /// How much there is.
  package struct Content: Sendable, Hashable {
    /// Keys that are there.
    package var keys: Int
    /// Changes of all keys, as many as are remembered.
    package var changes: Int
    /// Published runs.
    package var runs: Int
    /// All tables with their indexes, in bytes.
    package var size: Int64

    /// So much.
    package init(keys: Int, changes: Int, runs: Int, size: Int64) {
      self.keys = keys
      self.changes = changes
      self.runs = runs
      self.size = size
    }
  }

  /// Nothing known yet.
  package init() {}

  /// Whether this program can read and write there.
  package var isUsable: Bool {
    guard let version, isMember else { return false }
    return oldestUsableVersion <= version && version <= programVersion
  }
}
