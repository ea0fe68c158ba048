package import ParleyEngine
package import ParleyTeam

/// A team's shared data on its server, sealed before it leaves this machine. The first call that needs the server connects.
package final class TeamSharedData: SharedDataStorage {
  let server: any TeamServer
  let keys: SharedKeySelection
  let seal: TeamSeal
  private let current: CurrentTeamRows

  /// - Parameters:
  ///   - server: keeps what is sealed.
  ///   - keys: those that are the team's; the server may have others, of another time.
  ///   - cipher: seals.
  ///   - person: the person who writes here, such as `ada@laptop`.
  package init(server: any TeamServer, keys: SharedKeySelection, cipher: TeamCipher, person: String) {
    self.server = server
    self.keys = keys
    seal = TeamSeal(cipher: cipher, person: person)
    current = CurrentTeamRows(keys, opening: seal)
  }

  package func onForeignChange(_ call: @escaping @Sendable () -> Void) {
    server.onForeignChange(call)
  }
}

// Reading.
extension TeamSharedData {
  package func lastSequence() async throws(RepositoryError) -> Int64 { try await server.lastSequence() }

  /// Nothing is known before the server was reached once, or where there is no copy of it.
  package func lastSequences(waitingFor lane: Int?) async throws(RepositoryError) -> [Int64?] {
    if lane != nil { return [try await server.lastSequence()] }
    switch server.state {
    case .connected: return [try? await server.lastSequence()]
    case .offline(let trouble), .refused(let trouble):
      return [trouble.copiedAt == nil ? nil : try? await server.lastSequence()]
    default: return [nil]
    }
  }

  package func lastChange(of key: SharedKey) async throws(RepositoryError) -> SharedRecord? {
    try await server.lastRow(of: key).map(seal.record)
  }

  /// Until one is found that is about a key of the team's, or none is left.
  package func changes(after sequence: Int64, limit: Int) async throws(RepositoryError) -> [SharedRecord] {
    var position = sequence
    while true {
      let rows = try await server.rows(after: position, limit: limit)
      guard let last = rows.last else { return [] }
      let own = rows.filter { keys.contains($0.key) }
      if !own.isEmpty { return own.map(seal.record) }
      position = last.sequence
    }
  }

  package func history(of key: SharedKey, before: Int64?, limit: Int) async throws(RepositoryError) -> [SharedRecord] {
    try await server.history(of: key, before: before, limit: limit).map(seal.record)
  }

  package func histories(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SharedRecord]] {
    guard !keys.isEmpty else { return [] }
    return try await server.histories(of: keys, limit: limit).map { $0.map(seal.record) }
  }

  /// All that a query finds, whatever its window.
  func found(_ query: SharedQuery) async throws(RepositoryError) -> TeamFound {
    try await current.found(query, in: server)
  }

  package func list(_ query: SharedQuery) async throws(RepositoryError) -> SharedRecordPage {
    let found = try await found(query)
    return SharedRecordPage(total: found.count, records: found.window(query))
  }

  package func keys(_ query: SharedQuery) async throws(RepositoryError) -> [SharedKey] {
    var byName = query
    byName.sort = SharedSort()
    return try await found(byName).keys()
  }

  package func level(_ query: SharedQuery, limit: Int) async throws(RepositoryError) -> SharedLevel {
    var byName = query
    byName.sort = SharedSort()
    var level = SharedLevel()
    for key in try await found(byName).keys() { level.add(key.name, behind: query.prefix.utf8.count, limit: limit) }
    return level
  }

  func selecting(_ query: SharedQuery) -> SharedQuery {
    var query = query
    query.selected = keys
    return query
  }
}

// Writing.
extension TeamSharedData {
  package func append(_ edit: SharedEdit) async throws(RepositoryError) -> SharedAppend {
    switch try await append(all: [edit]) {
    case .made(let records): records.first.map(SharedAppend.made) ?? .nothingToRemove
    case .conflict: .conflict
    }
  }

  package func append(all edits: [SharedEdit]) async throws(RepositoryError) -> SharedBatch {
    var sealed: [SealedEdit] = []
    for edit in edits { sealed.append(try seal.seal(edit)) }
    switch try await server.append(all: sealed) {
    case .made(let rows): return .made(rows.map(seal.record))
    case .conflict(let key): return .conflict(key)
    }
  }

  package func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) -> SharedEdit
  ) async throws(RepositoryError) -> Int {
    let refusal = Lock<RepositoryError?>(nil)
    do throws(SharedDataError) {
      return try await server.removeAll(selecting(query)) { [seal] key throws(SharedDataError) in
        do throws(RepositoryError) {
          return try seal.seal(edit(key))
        } catch {
          refusal.withLock { $0 = error }
          throw SharedDataError(error)
        }
      }
    } catch {
      throw refusal.withLock { $0 } ?? RepositoryError(error)
    }
  }

  /// Only what a person wants to have open, or packed: whatever hides a value is one key here, and what a rule hides is hidden whatever
  /// was written of it.
  package func rewrite(
    _ names: [KeyPattern], unlessBy cipher: String?,
    content: @escaping @Sendable (SharedRecord) throws(SharedDataError) -> SharedContent?
  ) async throws(SharedDataError) {
    guard cipher != TeamCipher.name, cipher != SharedData.secretCipher else { return }
    // The server need not be asked for keys of this machine.
    let names = names.filter { !$0.isExact || keys.mayHaveKey(named: $0.text) }
    guard !names.isEmpty else { return }
    try await server.rewrite(names) { [seal, keys] row throws(SharedDataError) in
      guard keys.contains(row.key), !row.isRemoval else { return nil }
      let record = seal.record(row)
      guard record.content?.cipher != cipher, let content = try content(record) else { return nil }
      do throws(RepositoryError) { return try seal.reseal(row, content) } catch { throw SharedDataError(error) }
    }
  }
}

extension SharedKeySelection {
  /// Whether a key of this name can be among them, of whatever environment.
  fileprivate func mayHaveKey(named name: String) -> Bool { names.isEmpty || names.contains { $0.matches(name) } }
}

extension RepositoryError {
  /// A server's error about shared data, as an error of the repository.
  fileprivate init(_ error: SharedDataError) {
    let kind: Kind =
      switch error.kind {
      case .damaged: .damaged
      case .locked: .locked
      case .storage(let kind): kind
      default: .writing
      }
    self.init(kind, error.summary, detail: error.detail, place: error.place, advice: error.advice)
  }
}
