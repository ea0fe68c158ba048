import ParleyEngine
package import ParleyTeam

/// Makes servers in PostgreSQL of addresses; libpq is loaded with the first.
package struct PostgresTeams: TeamProvider {
  /// Costs nothing.
  package init() {}

  package func server(at address: TeamAddress, copy: (any SealedRowCopy)?) -> any TeamServer {
    do throws(RepositoryError) {
      return try PostgresTeam(address, copy: copy)
    } catch {
      return RefusedTeam(because: error)
    }
  }

  package func administration(of address: TeamAddress) -> any TeamAdministration {
    PostgresAdministration(address)
  }
}
