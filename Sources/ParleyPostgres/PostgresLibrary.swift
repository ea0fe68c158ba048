internal import CPostgres
package import ParleyEngine

/// libpq, which is loaded with the first connection.
package enum PostgresLibrary {
  /// - Throws: `.unreachable` naming the package to install.
  package static func load() throws(RepositoryError) {
    guard let trouble = cpq_load() else { return }
    throw RepositoryError(
      .unreachable, "The library that connects to PostgreSQL cannot be loaded.", detail: String(cString: trouble),
      place: "libpq.so.5", advice: "Install it: apt install libpq5.")
  }
}
