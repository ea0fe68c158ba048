internal import GRDB

/// The library of the system that keeps the databases, as it is while the program runs.
package enum StoreLibraries {
  package static var sqlite: (name: String, version: String) {
    let number = Int(Database.sqliteLibVersionNumber)
    return ("SQLite", "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)")
  }
}
