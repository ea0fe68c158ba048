internal import GRDB
import ParleyEngine

/// Nodes that have begun, those of a run in one row: their records one after the other, as `NodeContent` writes them.
///
/// Most nodes end soon, and each has a row of its own then. Until that this says that it had begun, whatever becomes of the program.
struct BegunNodes {
  /// The longest record that stands among others, in bytes.
  private static let longest = 4096

  private var rows: [(run: String, content: [UInt8])] = []

  /// - Returns: false for a node that needs a row of its own: it is sealed, or large.
  mutating func add(_ node: NodeRecord, of run: String) -> Bool {
    guard !node.isSecret, case let record = NodeContent.write(node, at: node.path.description),
      record.count <= Self.longest
    else { return false }
    let index = rows.lastIndex { $0.run == run } ?? rows.endIndex
    if index == rows.endIndex { rows.append((run, [])) }
    var length = RecordWriter(capacity: 2)
    length.write(record.count)
    rows[index].content += length.bytes
    rows[index].content += record
    return true
  }

  /// A run that was deleted meanwhile gets no more.
  func insert(in database: Database) throws {
    for row in rows {
      try database.cachedStatement(sql: "INSERT INTO run_begun (run, content) SELECT seq, ? FROM run WHERE id = ?")
        .execute(arguments: [row.content.databaseBlob, row.run])
    }
  }

  static func read(_ content: [UInt8]) throws(RepositoryError) -> [NodeRecord] {
    var (reader, nodes) = (RecordReader(content), [NodeRecord]())
    while !reader.isAtEnd { nodes.append(try NodeContent.read(reader.bytes())) }
    return nodes
  }
}
