internal import GRDB
import ParleyEngine

/// Keeps nodes of runs, many in one transaction: several with one statement, and each run is looked up once.
struct NodeInsertion {
  /// A record of a run.
  typealias Entry = (record: NodeRecord, run: String)

  private struct FoundRun {
    let id: String
    /// Nil for a run that was deleted meanwhile.
    let sequence: Int64?
  }

  /// A row that is there is changed: to take it out and put it in again costs more.
  private static let statement = RowsStatement(ofValues: 4) { rows in
    """
    INSERT OR FAIL INTO run_node (run, path, key, content) VALUES \(rows)
    ON CONFLICT (run, path) DO UPDATE SET key = excluded.key, content = excluded.content
    """
  }

  private let database: Database
  private let sealer: any Sealer
  private var latest: FoundRun?

  init(in database: Database, sealer: any Sealer) {
    (self.database, self.sealer) = (database, sealer)
  }

  /// Keeps nodes in place of their records before. A run that was deleted meanwhile gets no more.
  mutating func put(_ entries: [Entry]) throws {
    var rows: [(sequence: Int64, entry: Entry)] = []
    rows.reserveCapacity(entries.count)
    for entry in entries {
      if let sequence = try sequence(of: entry.run) { rows.append((sequence, entry)) }
    }
    try Self.statement.run(rows, in: database) { row, values in
      let (node, run) = row.entry
      let path = node.path.description
      var content = NodeContent.write(node, at: path)
      if node.isSecret { content = try sealer.seal(content, at: RunTable.place(of: path, in: run)) }
      try values.add(row.sequence)
      try values.add(path)
      try values.add(node.isSecret ? sealer.keyName : nil)
      try values.add(content)
    }
  }

  private mutating func sequence(of run: String) throws -> Int64? {
    if let latest, latest.id == run { return latest.sequence }
    let statement = try database.cachedStatement(sql: "SELECT seq FROM run WHERE id = ?")
    let found = FoundRun(id: run, sequence: try Int64.fetchOne(statement, arguments: [run]))
    latest = found
    return found.sequence
  }
}
