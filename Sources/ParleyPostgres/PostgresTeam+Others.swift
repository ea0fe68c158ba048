package import ParleyEngine
package import ParleyTeam

// What is read from the server alone. Of the keys of ciphers, published runs and snapshots there is no copy; whoever gives keys another
// name needs to know what is true now.
extension PostgresTeam {
  package func histories(_ query: SharedQuery, limit: Int) async throws(RepositoryError) -> [SealedRow] {
    try await change { try $0.histories(query, limit: limit) }
  }

  package func lastSequences(of keys: [SharedKey]) async throws(RepositoryError) -> [Int64] {
    try await change { try $0.lastSequences(of: keys) }
  }

  package func wrappedKey(named name: String) async throws(RepositoryError) -> [UInt8]? {
    try await change { try $0.wrappedKey(named: name) }
  }

  package func wrappedKeyNames() async throws(RepositoryError) -> [String] {
    try await change { try $0.wrappedKeyNames() }
  }

  package func keepWrappedKey(
    _ bytes: [UInt8], named name: String, replacing expected: [UInt8]?
  ) async throws(RepositoryError) -> Bool {
    try await change { try $0.keepWrappedKey(bytes, named: name, replacing: expected) }
  }

  package func publish(
    head: SealedBytes, file: SealedBytes, at: Timestamp
  ) async throws(RepositoryError) -> PublishedRun {
    guard file.bytes.count <= PublishedRun.largestFile else {
      throw RepositoryError(
        .writing, "The run is too large to be published.", detail: "\(file.bytes.count >> 20) MB",
        advice: "A published run has at most \(PublishedRun.largestFile >> 20) MB. Export it to a file instead.")
    }
    return try await change { try $0.publish(head: head, file: file, at: at) }
  }

  package func publishedRuns(before: Int64?, limit: Int) async throws(RepositoryError) -> [PublishedRun] {
    try await change { try $0.publishedRuns(before: before, limit: limit) }
  }

  package func publishedFile(of run: Int64) async throws(RepositoryError) -> SealedBytes? {
    try await change { try $0.publishedFile(of: run) }
  }

  package func removePublishedRun(_ run: Int64) async throws(RepositoryError) -> Bool {
    try await change { try $0.removePublishedRun(run) }
  }

  package func snapshots(of environment: String?) async throws(RepositoryError) -> [SealedSnapshot] {
    try await change { try $0.snapshots(of: environment) }
  }

  package func takeSnapshot(
    _ head: SealedSnapshotHead, of query: SharedQuery
  ) async throws(RepositoryError) -> SealedSnapshot? {
    try await change { try $0.take(head, of: query) }
  }

  package func removeSnapshot(_ id: SealedSnapshotID) async throws(RepositoryError) -> Bool {
    try await change { try $0.remove(id) }
  }

  package func rows(_ query: SharedQuery, asOf sequence: Int64) async throws(RepositoryError) -> [SealedRow] {
    try await change { try $0.rows(query, asOf: sequence) }
  }
}
