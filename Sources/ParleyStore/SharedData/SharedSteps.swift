internal import GRDB
package import ParleyEngine

/// A step on a shared key other than a plain change of its value: undo finds it at its place among the changes.
package struct SharedStep: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// Another cipher, in the files and for all that the key holds and held.
    case cipher
    /// Another name, in the files and for the history.
    case rename
    /// One change of a team's key that was made as a batch.
    case batch
  }

  /// Counts up; 0 before it is kept.
  package var id: Int64 = 0
  /// The number of the first of those that were done together; 0 before it is kept.
  package var batch: Int64 = 0
  /// Under its name after the step.
  package var key: SharedKey
  package var kind: Kind
  /// The key's former cipher in the files, or its former name; nil where the files had none.
  package var before: String?
  package var after: String?
  /// The further details needed to undo it, in the format of the program that does it.
  package var detail = ""
  /// The key's place in its row of changes, and the number of its last change.
  package var place: Int64
  package var last: Int64
  /// The number of the key's last change when the step was taken back; nil while it holds.
  package var undoneAt: Int64?
  package var at: Timestamp

  package init(
    _ kind: Kind, of key: SharedKey, from before: String?, to after: String?, detail: String = "",
    standing: SharedStanding, at: Timestamp
  ) {
    (self.kind, self.key, self.before, self.after, self.detail) = (kind, key, before, after, detail)
    (place, last, self.at) = (standing.place, standing.last, at)
  }
}

/// The steps that are kept, in `data.sqlite`.
package struct SharedSteps: Sendable {
  let access: StoreAccess

  private static let columns = "id, batch, key, environment, kind, was, becomes, detail, place, last, undone, at"
  private static let most = 20_000

  /// Keeps what was done together. Of a great many the oldest are forgotten.
  /// - Returns: the number of the first.
  @discardableResult
  package func add(_ steps: [SharedStep]) async throws(RepositoryError) -> Int64? {
    guard !steps.isEmpty else { return nil }
    return try await access.opened().data.write { database in
      let first = (try Int64.fetchOne(database, sql: "SELECT max(id) FROM shared_step") ?? 0) + 1
      for (index, step) in steps.enumerated() {
        try database.cachedStatement(
          sql: "INSERT INTO shared_step (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
          first + Int64(index), first, step.key.name, SharedSQL.column(step.key.environment), step.kind.rawValue,
          step.before, step.after, step.detail, step.place, step.last, step.undoneAt, step.at.microseconds,
        ])
      }
      try database.execute(sql: "DELETE FROM shared_step WHERE id <= ?", arguments: [first - Int64(Self.most)])
      return first
    }
  }

  /// Those of a key that led to its name, or away from it; the newest first.
  package func steps(of key: SharedKey) async throws(RepositoryError) -> [SharedStep] {
    try await fetch(
      "environment = ? AND (key = ? OR kind = 'rename' AND was = ?)",
      [SharedSQL.column(key.environment), key.name, key.name])
  }

  package func steps(ofBatch batch: Int64) async throws(RepositoryError) -> [SharedStep] {
    try await fetch("batch = ?", [batch])
  }

  /// Of the steps of an environment that hold, or do not, those that were done together last.
  package func lastBatch(of environment: String?, isUndone: Bool) async throws(RepositoryError) -> [SharedStep] {
    let condition = "batch = (SELECT max(batch) FROM shared_step WHERE environment IN (?, '') AND (undone IS NULL) = ?)"
    return try await fetch(condition, [SharedSQL.column(environment), !isUndone])
  }

  /// - Parameter undoneAt: the last change of its key when a step was taken back; nil for one that holds again.
  package func mark(_ steps: [(id: Int64, undoneAt: Int64?)]) async throws(RepositoryError) {
    try await access.opened().data.write { database in
      for step in steps {
        try database.cachedStatement(sql: "UPDATE shared_step SET undone = ? WHERE id = ?")
          .execute(arguments: [step.undoneAt, step.id])
      }
    }
  }

  private func fetch(_ condition: String, _ arguments: StatementArguments) async throws(RepositoryError) -> [SharedStep]
  {
    try await access.opened().data.read { database in
      try Row.fetchAll(
        database, sql: "SELECT \(Self.columns) FROM shared_step WHERE \(condition) ORDER BY id DESC",
        arguments: arguments
      ).compactMap(SharedStep.init)
    }
  }
}

extension SharedStep {
  /// Nil for a damaged row.
  fileprivate init?(_ row: Row) {
    guard let id = row.value(0, as: Int64.self), let batch = row.value(1, as: Int64.self),
      let name = row.value(2, as: String.self), let environment = row.value(3, as: String.self),
      let kind = row.value(4, as: String.self).flatMap(Kind.init), let detail = row.value(7, as: String.self),
      let place = row.value(8, as: Int64.self), let last = row.value(9, as: Int64.self),
      let at = row.value(11, as: Int64.self)
    else { return nil }
    let key = SharedKey(name, in: environment.isEmpty ? nil : environment)
    self.init(
      kind, of: key, from: row.value(5, as: String.self), to: row.value(6, as: String.self), detail: detail,
      standing: SharedStanding(last: last, place: place), at: Timestamp(microseconds: at))
    (self.id, self.batch, undoneAt) = (id, batch, row.value(10, as: Int64.self))
  }
}
