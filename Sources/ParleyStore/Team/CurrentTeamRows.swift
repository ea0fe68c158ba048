import ParleyEngine
import ParleyTeam

/// The last changes of a team's keys as they were read last, sealed, so that going through a list asks the server once.
final class CurrentTeamRows: Sendable {
  private struct Reading {
    let basis: SharedQuery
    let sequence: Int64
    let rows: [SealedRow]
  }

  private let newest = Lock<Reading?>(nil)

  /// Somebody may have changed something.
  func forget() {
    newest.withLock { $0 = nil }
  }

  /// The rows that a query finds by their names, whatever its window, by name.
  func rows(
    _ query: SharedQuery, in server: any SealedRowReading, selecting keys: SharedKeySelection
  ) async throws(RepositoryError) -> [SealedRow] {
    let basis = SharedQuery(environment: query.environment, rules: query.rules)
    let sequence = try await server.lastSequence()
    var rows: [SealedRow]
    if let known = newest.withLock({ $0 }), known.basis == basis, known.sequence == sequence {
      rows = known.rows
    } else {
      rows = try await server.list(basis).rows.filter { keys.contains($0.key) }
      newest.withLock { [rows] in $0 = Reading(basis: basis, sequence: sequence, rows: rows) }
    }
    rows.removeAll { !query.finds($0.key) }
    return rows
  }
}
