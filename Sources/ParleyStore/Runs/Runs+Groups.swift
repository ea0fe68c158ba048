internal import GRDB
package import ParleyEngine

// The runs of a group as a whole.
extension Runs {
  /// The names of the groups that have runs, in order.
  package func groups() async throws(RepositoryError) -> [String] {
    try await access.opened().log.read { database in
      try String.fetchAll(database, sql: "SELECT DISTINCT name FROM run WHERE name IS NOT NULL ORDER BY name")
    }
  }

  /// Moves the runs of a group along that has another name now.
  package func rename(group name: String, to new: String) async throws(RepositoryError) {
    let store = try access.opened()
    try await store.log.write { database in
      try database.execute(sql: "UPDATE run SET name = ? WHERE name = ?", arguments: [new, name])
    }
    store.tellOfRuns()
  }

  /// Forgets every run of a group, pinned ones too.
  /// - Returns: how many there were.
  package func deleteAll(of group: String) async throws(RepositoryError) -> Int {
    let ids = try await access.opened().log.read { database in
      try String.fetchAll(database, sql: "SELECT id FROM run WHERE name = ?", arguments: [group])
    }
    try await delete(ids)
    return ids.count
  }
}
