package import ParleyEngine

/// A storage from which sealed changes are read. Each call is one transaction.
package protocol SealedRowReading: Sendable {
  /// The number of the last change; 0 before the first.
  func lastSequence() async throws(RepositoryError) -> Int64

  /// Returns the present revision, which shows whether earlier reads still hold, and from where to read on.
  func revision() async throws(RepositoryError) -> SealedRevision

  /// A key's last change, which may be its removal; nil when it never had one.
  func lastRow(of key: SharedKey) async throws(RepositoryError) -> SealedRow?

  /// All changes after that number, oldest first.
  func rows(after sequence: Int64, limit: Int) async throws(RepositoryError) -> [SealedRow]

  /// The changes of one key, newest first, only those before that number.
  func history(of key: SharedKey, before: Int64?, limit: Int) async throws(RepositoryError) -> [SealedRow]

  /// The newest changes of each of these keys, each key's newest first, in the order of the keys.
  func histories(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SealedRow]]

  /// The last changes of the keys that are there, by the bytes of their names. Of the query, its conditions and its sort do not
  /// count: what is sealed can be filtered and sorted only by whoever opens it.
  func list(_ query: SharedQuery) async throws(RepositoryError) -> SealedPage
}

extension SealedRowReading {
  package func histories(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SealedRow]] {
    var found: [[SealedRow]] = []
    for key in keys { found.append(try await history(of: key, before: nil, limit: limit)) }
    return found
  }
}

/// The storage of a team's shared data, which cannot read the content of what it stores.
package protocol SealedRowStorage: SealedRowReading {
  /// The newest changes of each key that a query finds, whatever its window, oldest first: as the server has them now, or not at all.
  /// - Parameter limit: the most changes of one key.
  func histories(_ query: SharedQuery, limit: Int) async throws(RepositoryError) -> [SealedRow]

  /// The numbers of the last changes of keys, which may be their removals, in the order of the keys; 0 for one that never had any. As
  /// the server has them now, or not at all.
  func lastSequences(of keys: [SharedKey]) async throws(RepositoryError) -> [Int64]

  /// Makes all of the changes or none, in their order. One alone is no batch. A call that is repeated because its response was
  /// lost gives what the first one made.
  func append(all edits: [SealedEdit]) async throws(RepositoryError) -> SealedBatch

  /// Removes every key that the query finds, whatever its window, as one batch.
  /// - Parameter edit: seals the removal of one key.
  func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) throws(SharedDataError) -> SealedEdit
  ) async throws(SharedDataError) -> Int

  /// Seals changes anew, all of them or none: nothing else about them changes, and no notification is sent.
  /// - Parameters:
  ///   - names: the keys whose changes are sealed anew; may be thousands of exact ones.
  ///   - reseal: returns the bytes that replace the old ones; nil leaves a change as it is.
  func rewrite(
    _ names: [KeyPattern], reseal: @escaping @Sendable (SealedRow) throws(SharedDataError) -> SealedBytes?
  ) async throws(SharedDataError)

  /// Calls after every change that may have been made by somebody else, and when the server is back, from any thread.
  func onForeignChange(_ call: @escaping @Sendable () -> Void)
}

/// The last known rows of a team, kept on this machine for the time when the server cannot be reached.
package protocol SealedRowCopy: SealedRowReading {
  /// Up to where it goes; nil while it is empty.
  func position() async throws(RepositoryError) -> SealedCopyPosition?

  /// Takes a whole new copy in place of the one that is there, in one transaction: until then the old one can be read.
  /// - Parameters:
  ///   - before: the position of the copy to replace; if another program has replaced it meanwhile, nothing is done.
  ///   - keys: the keys of the database's ciphers by name, each wrapped by the passphrase or key file that opens it.
  /// - Returns: whether the copy was replaced.
  func replace(
    _ before: SealedCopyPosition?, with rows: [SealedRow], keys: [String: [UInt8]], upTo position: SealedCopyPosition
  ) async throws(RepositoryError) -> Bool

  /// Keeps rows; one of a number that is there takes the place of the other. All of them or none.
  func keep(_ rows: [SealedRow], upTo position: SealedCopyPosition) async throws(RepositoryError)
}

/// The revision of a database's rows at a moment.
package struct SealedRevision: Sendable, Hashable {
  /// The identity of the database, which distinguishes it from another at the same address.
  package var database: String
  /// The number of the last change.
  package var sequence: Int64
  /// Counts how often changes were sealed anew.
  package var generation: Int64

  /// The rows of a database at a moment.
  package init(database: String, sequence: Int64, generation: Int64) {
    (self.database, self.sequence, self.generation) = (database, sequence, generation)
  }

  /// The revision of a copy that goes up to a position.
  package init(_ position: SealedCopyPosition) {
    self.init(database: position.database, sequence: position.sequence, generation: position.generation)
  }
}

extension SealedRowCopy {
  package func revision() async throws(RepositoryError) -> SealedRevision {
    let position = try await position()
    return position.map(SealedRevision.init) ?? SealedRevision(database: "", sequence: 0, generation: 0)
  }
}

/// Up to where a copy goes.
package struct SealedCopyPosition: Sendable, Hashable {
  /// The identity of the database, which distinguishes it from another at the same address.
  package var database: String
  /// The number of the last change that is in the copy.
  package var sequence: Int64
  /// Counts how often the database's rows were sealed anew.
  package var generation: Int64
  /// The time at which the copy last was equal to the server's rows.
  package var at: Timestamp

  /// A position in the rows of a database.
  package init(database: String, sequence: Int64, generation: Int64, at: Timestamp) {
    self.database = database
    self.sequence = sequence
    self.generation = generation
    self.at = at
  }
}
