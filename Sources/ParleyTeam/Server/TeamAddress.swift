/// The address of a team's server.
package struct TeamAddress: Sendable, Hashable {
  /// A connection URI (`postgresql://ada@db.example/shop`) or a connection string. It may hold a password: it is never shown.
  package var connection: String
  /// The schema that holds everything; several teams in one database have one each.
  package var schema: String
  /// Whether a connection may be less than encrypted and verified, as its `sslmode` says. Without it only a server on this
  /// machine may.
  package var allowsUnverified: Bool

  /// An address; its schema is `parley` by default.
  package init(_ connection: String, schema: String = "parley", allowsUnverified: Bool = false) {
    self.connection = connection
    self.schema = schema
    self.allowsUnverified = allowsUnverified
  }
}
