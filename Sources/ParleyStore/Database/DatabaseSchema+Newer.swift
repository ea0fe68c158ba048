internal import GRDB

extension DatabaseSchema {
  /// Whether a newer program has migrated the file further: it has done all that this one does, and then more.
  /// - Throws: that it is damaged, where it names migrations that there never were.
  func isOfNewerProgram(_ database: Database) throws -> Bool {
    let (known, applied) = (Set(migrator.migrations), try migrator.appliedIdentifiers(database))
    let others = applied.subtracting(known)
    guard !others.isEmpty else { return false }
    let comeLater = others.allSatisfy { Self.number(of: $0).map { $0 > known.count } ?? false }
    guard comeLater, applied.isSuperset(of: known), try isWhole(database) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "It names migrations that there never were")
    }
    return true
  }

  /// `5` of `5 outlines of runs`
  private static func number(of migration: String) -> Int? {
    migration.split(separator: " ").first.flatMap { Int($0) }
  }

  private func isWhole(_ database: Database) throws -> Bool {
    try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok"
  }
}
