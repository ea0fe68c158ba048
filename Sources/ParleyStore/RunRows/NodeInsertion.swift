internal import GRDB
import ParleyEngine

/// Keeps nodes of runs, many in one transaction: the statement is made ready once, and each run is looked up once.
struct NodeInsertion {
  private struct FoundRun {
    let id: String
    /// Nil for a run that was deleted meanwhile.
    let sequence: Int64?
  }

  /// A row that is there is changed: to take it out and put it in again costs more, and most nodes come when they begin and when
  /// they end.
  private static let statement = """
    INSERT INTO run_node (run, path, key, content) VALUES (?, ?, ?, ?)
    ON CONFLICT (run, path) DO UPDATE SET key = excluded.key, content = excluded.content
    """

  private let insertion: DirectStatement
  private let database: Database
  private let sealer: any Sealer
  private var latest: FoundRun?

  init(in database: Database, sealer: any Sealer) throws {
    insertion = try DirectStatement(Self.statement, in: database)
    (self.database, self.sealer) = (database, sealer)
  }

  /// Keeps a node in place of its record before. A run that was deleted meanwhile gets no more.
  mutating func put(_ node: NodeRecord, of run: String) throws {
    guard let sequence = try sequence(of: run) else { return }
    let path = node.path.description
    var content = NodeContent.write(node, at: path)
    if node.isSecret { content = try sealer.seal(content, at: RunTable.place(of: path, in: run)) }
    try insertion.run { row in
      try row.add(sequence)
      try row.add(path)
      try row.add(node.isSecret ? sealer.keyName : nil)
      try row.add(content)
    }
  }

  private mutating func sequence(of run: String) throws -> Int64? {
    if let latest, latest.id == run { return latest.sequence }
    let statement = try database.cachedStatement(sql: "SELECT seq FROM run WHERE id = ?")
    let found = FoundRun(id: run, sequence: try Int64.fetchOne(statement, arguments: [run]))
    // One that begins later in the transaction is looked up again.
    if found.sequence != nil { latest = found }
    return found.sequence
  }
}
