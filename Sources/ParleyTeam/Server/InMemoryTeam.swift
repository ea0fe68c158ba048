package import ParleyEngine

/// A team's server that ends with the process. Several shared data may have it; each hears of what the others write.
package final class InMemoryTeam: TeamServer {
  private struct State {
    var table = SealedRowTable()
    var generation: Int64 = 0
    var keys: [String: [UInt8]] = [:]
    var runs: [(run: PublishedRun, file: SealedBytes)] = []
    var lastRun: Int64 = 0
    var snapshots: [SealedSnapshot] = []
    var changeCalls: [@Sendable () -> Void] = []
    var runCalls: [@Sendable () -> Void] = []
    var stateCalls: [@Sendable (TeamServerState) -> Void] = []
    var server: TeamServerState = .connected

    mutating func move(_ move: SealedSnapshotMove) {
      let moved = snapshots.compactMap { snapshot in
        move.head(of: snapshot.head.id).map { head in
          SealedSnapshot(
            head, count: snapshot.count, sequence: snapshot.sequence,
            movedFrom: snapshot.movedFrom ?? snapshot.head.id.environment)
        }
      }
      snapshots.removeAll { move.head(of: $0.head.id) != nil }
      snapshots = (snapshots + moved).sorted { $0.head.id.at < $1.head.id.at }
    }
  }

  private let content = Lock(State())

  /// Empty, and connected.
  package init() {}

  /// As it shall seem to be: while it is not connected, nothing can be written.
  package var state: TeamServerState {
    get { content.withLock { $0.server } }
    set {
      let (states, changes) = content.withLock { content in
        content.server = newValue
        return (content.stateCalls, content.changeCalls)
      }
      for call in states { call(newValue) }
      if newValue == .connected { for call in changes { call() } }
    }
  }

  package func onStateChange(_ call: @escaping @Sendable (TeamServerState) -> Void) {
    let state = content.withLock { content in
      content.stateCalls.append(call)
      return content.server
    }
    call(state)
  }

  package func onForeignChange(_ call: @escaping @Sendable () -> Void) {
    content.withLock { $0.changeCalls.append(call) }
  }

  package func onRunsChange(_ call: @escaping @Sendable () -> Void) {
    content.withLock { $0.runCalls.append(call) }
  }

  package func close() { state = .closed }

  private func write<Value>(
    telling calls: KeyPath<State, [@Sendable () -> Void]> = \.changeCalls,
    _ change: (inout State) -> sending Value
  ) throws(RepositoryError) -> Value {
    switch state {
    case .connected: break
    case .connecting, .closed: throw RepositoryError(.notOpen, "The team's server is not connected.")
    case .offline(let offline), .refused(let offline): throw offline.error
    }
    let value = content.withLock { change(&$0) }
    for call in content.withLock({ $0[keyPath: calls] }) { call() }
    return value
  }
}

extension InMemoryTeam {
  package func lastSequence() -> Int64 { content.withLock { $0.table.lastSequence } }
  package func revision() -> SealedRevision {
    content.withLock {
      SealedRevision(database: "memory", sequence: $0.table.lastSequence, generation: $0.generation)
    }
  }
  package func lastRow(of key: SharedKey) -> SealedRow? { content.withLock { $0.table.lastRow(of: key) } }
  package func rows(after sequence: Int64, limit: Int) -> [SealedRow] {
    content.withLock { $0.table.rows(after: sequence, limit: limit) }
  }
  package func history(of key: SharedKey, before: Int64?, limit: Int) -> [SealedRow] {
    content.withLock { $0.table.history(of: key, before: before, limit: limit) }
  }
  package func list(_ query: SharedQuery) -> SealedPage { content.withLock { $0.table.page(query) } }

  package func histories(_ query: SharedQuery, limit: Int) throws(RepositoryError) -> [SealedRow] {
    try reachable()
    return content.withLock { $0.table.histories(query, limit: limit) }
  }

  package func lastSequences(of keys: [SharedKey]) throws(RepositoryError) -> [Int64] {
    try reachable()
    return content.withLock { content in keys.map { content.table.lastRow(of: $0)?.sequence ?? 0 } }
  }

  package func append(all edits: [SealedEdit]) throws(RepositoryError) -> SealedBatch {
    try write { $0.table.append(all: edits) }
  }

  package func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) throws(SharedDataError) -> SealedEdit
  ) throws(SharedDataError) -> Int {
    var edits: [SealedEdit] = []
    for row in content.withLock({ $0.table.found(query) }) { edits.append(try edit(row.key)) }
    do throws(RepositoryError) {
      _ = try append(all: edits)
    } catch {
      throw SharedDataError(error)
    }
    return edits.count
  }

  package func rewrite(
    _ names: [KeyPattern], reseal: @escaping @Sendable (SealedRow) throws(SharedDataError) -> SealedBytes?
  ) throws(SharedDataError) {
    var rows: [SealedRow] = []
    for row in content.withLock({ $0.table.all }) where names.contains(where: { $0.matches(row.key.name) }) {
      if let sealed = try reseal(row) { rows.append(row.resealed(sealed)) }
    }
    do throws(RepositoryError) {
      try write { [rows] content in
        for row in rows { content.table.keep(row) }
        content.generation += 1
      }
    } catch {
      throw SharedDataError(error)
    }
  }
}

extension InMemoryTeam {
  package func wrappedKey(named name: String) -> [UInt8]? { content.withLock { $0.keys[name] } }

  package func wrappedKeyNames() -> [String] { content.withLock { $0.keys.keys.sorted() } }

  package func keepWrappedKey(
    _ bytes: [UInt8], named name: String, replacing expected: [UInt8]?
  ) throws(RepositoryError) -> Bool {
    try write { content in
      guard content.keys[name] == expected else { return false }
      content.keys[name] = bytes
      return true
    }
  }

  package func publish(head: SealedBytes, file: SealedBytes, at: Timestamp) throws(RepositoryError) -> PublishedRun {
    try write(telling: \.runCalls) { content in
      content.lastRun += 1
      let run = PublishedRun(number: content.lastRun, head: head, at: at, size: file.bytes.count)
      content.runs.append((run, file))
      return run
    }
  }

  package func publishedRuns(before: Int64?, limit: Int) -> [PublishedRun] {
    content.withLock { content in
      Array(content.runs.reversed().map(\.run).filter { $0.number < before ?? .max }.prefix(limit))
    }
  }

  package func publishedFile(of run: Int64) -> SealedBytes? {
    content.withLock { content in content.runs.first { $0.run.number == run }?.file }
  }

  package func removePublishedRun(_ run: Int64) throws(RepositoryError) -> Bool {
    try write(telling: \.runCalls) { content in
      let before = content.runs.count
      content.runs.removeAll { $0.run.number == run }
      return content.runs.count < before
    }
  }
}

extension InMemoryTeam {
  /// There is no copy of these.
  private func reachable() throws(RepositoryError) {
    if let trouble = state.trouble { throw trouble.error }
  }

  package func snapshots(of environment: String?) throws(RepositoryError) -> [SealedSnapshot] {
    try reachable()
    return content.withLock { $0.snapshots.filter { $0.head.id.environment == environment }.reversed() }
  }

  package func takeSnapshot(
    _ head: SealedSnapshotHead, of query: SharedQuery
  ) throws(RepositoryError) -> SealedSnapshot? {
    try write { content in
      let known = content.snapshots.first {
        $0.head.id.name.isIdentical(to: head.id.name) && $0.head.id.environment == head.id.environment
      }
      if let known { return known.head == head ? known : nil }
      let snapshot = SealedSnapshot(
        head, count: content.table.found(query).count, sequence: content.table.lastSequence)
      content.snapshots.append(snapshot)
      return snapshot
    }
  }

  package func removeSnapshot(_ id: SealedSnapshotID) throws(RepositoryError) -> Bool {
    try write { content in
      let before = content.snapshots.count
      content.snapshots.removeAll { $0.head.id == id }
      return content.snapshots.count < before
    }
  }

  package func append(
    all edits: [SealedEdit], moving move: SealedSnapshotMove
  ) throws(RepositoryError) -> SealedBatch {
    let batch = try write { content -> SealedBatch? in
      let known = content.snapshots.map(\.head.id).filter { $0.environment?.isIdentical(to: move.environment) == true }
      guard known.allSatisfy({ move.head(of: $0) != nil }) else { return nil }
      let batch = content.table.append(all: edits)
      if case .made = batch { content.move(move) }
      return batch
    }
    guard let batch else { throw .snapshotsChanged(of: move.environment) }
    return batch
  }

  package func rows(_ query: SharedQuery, asOf sequence: Int64) throws(RepositoryError) -> [SealedRow] {
    try reachable()
    return content.withLock { $0.table.found(query, asOf: sequence) }
  }
}
