internal import GRDB
import ParleyEngine

/// Brings what can still be read of a damaged database file into a new one:
///
///     pages → rows → tables      by the file's format and the shapes of the tables (`DatabasePages`, `PageRows`, `TableShape`)
///           → body files         those that the rows need, by a second name
///           → rows that open     each is read as its readers do; sealed ones must unseal (`RowInspection`)
///
/// Doing it once more changes nothing, so that it is begun again where it was interrupted.
struct Salvage {
  private static let pagesInStep = 500

  /// The damaged file, under its new name.
  let damaged: String
  let schema: DatabaseSchema
  let file: DatabaseFile
  let bodies: BodyFolder
  let sealer: any Sealer

  func run() throws(RepositoryError) -> SalvageReport {
    do {
      var report = try copyRows()
      if schema.hasBodies { report.missingBodies = try bringBodies() }
      try dropUnreadable(&report)
      return report
    } catch {
      throw RepositoryError(error, at: file.path)
    }
  }

  // MARK: Rows

  private func copyRows() throws -> SalvageReport {
    let pages = try DatabasePages(of: damaged)
    let shapes = try file.readNow(TableShape.all).filter { $0.name != DatabaseSchema.keyTable }
    var report = SalvageReport()
    try withoutForeignKeys { database in
      // Pages of which nobody knows whether they are in use come last: what they hold may be out of date.
      for use in [DatabasePages.Use.tree, .unknown] {
        for start in stride(from: 1, through: pages.count, by: Self.pagesInStep) {
          try database.inTransaction(.immediate) {
            for number in start..<min(start + Self.pagesInStep, pages.count + 1) where try pages.use(of: number) == use
            {
              try copy(number, use, of: pages, to: shapes, in: database, &report)
            }
            return .commit
          }
        }
      }
      try dropOrphans(database)
      try dropSignatures(database)
    }
    return report
  }

  private func withoutForeignKeys(_ work: (Database) throws -> Void) throws {
    try file.workNow { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      defer { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
      try work(database)
    }
  }

  private func copy(
    _ number: Int, _ use: DatabasePages.Use, of pages: DatabasePages, to shapes: [TableShape], in database: Database,
    _ report: inout SalvageReport
  ) throws {
    guard let bytes = try pages.page(number) else { return }
    guard let page = PageRows(number, bytes, of: pages) else {
      if use == .tree { report.damagedPages += 1 }
      return
    }
    report.lostRows += page.lost
    for row in page.rows {
      guard let (shape, values) = shapes.lazy.compactMap({ shape in shape.values(of: row).map { (shape, $0) } }).first
      else { continue }
      try database.cachedStatement(sql: shape.insertion).execute(arguments: StatementArguments(values))
      report.kept[shape.name, default: 0] += database.changesCount
    }
  }

  private func dropOrphans(_ database: Database) throws {
    guard schema.hasBodies else { return }
    for nodes in [StoreTable.runNode, .runBegun] {
      try database.execute(sql: "DELETE FROM \(nodes.rawValue) WHERE run NOT IN (SELECT seq FROM run)")
    }
  }

  /// They are made anew: those that were found may be out of date.
  private func dropSignatures(_ database: Database) throws {
    guard schema.hasBodies else { return }
    try database.execute(sql: "DELETE FROM exchange_signature")
  }

  // MARK: Bodies

  /// - Returns: how many are not there.
  private func bringBodies() throws -> Int {
    let names = try file.readNow { try String.fetchAll($0, sql: DatabaseSchema.bodyNames) }
    return names.count { !bodies.bring($0, from: "\(damaged)-\(BodyFolder.name)") }
  }

  // MARK: Reading

  private func dropUnreadable(_ report: inout SalvageReport) throws {
    for inspection in RowInspection.all(of: schema, bodies, sealer) {
      let unreadable = try file.writeNow { try inspection.removeUnreadable(in: $0) }
      report.lostRows += unreadable
      report.kept[inspection.table, default: 0] -= unreadable
    }
  }
}
