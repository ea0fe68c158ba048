internal import GRDB
package import ParleyEngine

/// The cookies of every environment in `data.sqlite`, each sealed; those without an end too, which browsers forget.
///
/// They are read once and then held in memory, so that no request waits for the disk. What changes is written soon, behind
/// everybody's back, and at the latest when the store closes. What another process writes is taken over.
///
/// ```swift
/// try await store.cookies.load()
/// client.configuration.cookies = store.cookies.storage(for: "staging")
/// ```
package final class StoredCookies: Sendable {
  private struct State {
    var jars: [ExactString: StoredJar] = [:]
    /// Counts the changes.
    var version = 0
    var isSaving = false
    var isWatching = false
  }

  private let access: StoreAccess
  private let state = Lock(State())
  /// Of writing, and of taking over what is on disk: who takes over while a write is in flight loses what that one fails
  /// to write.
  private let turn = AsyncTurn()

  init(access: StoreAccess) {
    self.access = access
  }

  /// The cookies of one environment; nil is none. What was not loaded is not there.
  package func storage(for environment: String?) -> any CookieStorage {
    EnvironmentCookies(environment: environment ?? "", all: self, now: access.now)
  }

  /// Reads what is on disk. One that does not open is left out.
  package func load() async throws(RepositoryError) {
    try await reload()
    let isFirst = state.withLock { state in
      defer { state.isWatching = true }
      return !state.isWatching
    }
    guard isFirst else { return }
    access.onForeignChange { [weak self] in
      Task { try? await self?.reload() }
    }
  }

  /// Writes what has changed; it is on disk when this returns.
  package func flush() async throws(RepositoryError) {
    try await turn { () async throws(RepositoryError) in try await writeChanges() }
  }

  /// Gives the cookies of an environment to another name, once the disk has them and does the same.
  /// - Parameter done: the outcome if the disk has done the same; with another one nothing has changed.
  func moving<Outcome: Equatable & Sendable>(
    _ environment: String, to new: String, when done: Outcome, onDisk: () async throws -> Outcome
  ) async throws -> Outcome {
    try await turn {
      try await writeChanges()
      let outcome = try await onDisk()
      guard outcome == done else { return outcome }
      state.withLock { state in
        state.jars[ExactString(new)] = state.jars.removeValue(forKey: ExactString(environment))
        state.version += 1
      }
      return outcome
    }
  }

  private func writeChanges() async throws(RepositoryError) {
    guard state.withLock({ $0.jars.values.contains(where: \.isChanged) }) else { return }
    let store = try access.opened()
    let (now, sealer) = (access.now(), store.sealer)
    do {
      try await store.data.write { [self] database in try write(in: CookieTable(database, sealer: sealer), at: now) }
    } catch {
      forgetWritten()
      throw error
    }
  }
}

extension StoredCookies {
  func read<Value>(_ environment: String, _ body: (CookieJar) -> Value) -> Value {
    state.withLock { body($0.jars[environment]?.cookies ?? CookieJar()) }
  }

  func change(_ environment: String, _ body: (inout CookieJar) -> Void) {
    let isFirst = state.withLock { state in
      body(&state.jars[environment, default: StoredJar()].cookies)
      state.jars[environment]?.isChanged = true
      state.version += 1
      defer { state.isSaving = true }
      return !state.isSaving
    }
    if isFirst { Task { await save() } }
  }

  private func save() async {
    state.withLock { $0.isSaving = false }
    do throws(RepositoryError) {
      try await flush()
    } catch  where error.kind != .notOpen {
      access.tell(.cookiesNotKept(error))
    } catch {}
  }

  /// Writes the changes. They are taken within the transaction, so that no later state is overtaken by an earlier one.
  private func write(in table: CookieTable, at now: Timestamp) throws {
    let changes = state.withLock { state in
      state.jars.keys.map { ($0, state.jars[$0, default: StoredJar()].takeChanges(at: now)) }
    }
    for (environment, changes) in changes { try table.apply(changes, to: environment.text) }
  }

  /// Nobody knows what the disk holds: the next time all is written again.
  private func forgetWritten() {
    state.withLock { state in
      for environment in state.jars.keys {
        state.jars[environment]?.written = nil
        state.jars[environment]?.isChanged = true
      }
    }
  }

  /// Writes the changes made here, then reads all cookies from the disk.
  private func reload() async throws(RepositoryError) {
    try await turn { () async throws(RepositoryError) in try await takeOver() }
  }

  private func takeOver() async throws(RepositoryError) {
    while true {
      let version = state.withLock { $0.version }
      try await writeChanges()
      let store = try access.opened()
      let found = try await store.data.read { [sealer = store.sealer] in try CookieTable($0, sealer: sealer).all() }
      let isCurrent = state.withLock { state in
        guard state.version == version else { return false }
        state.jars = found.mapValues(StoredJar.init)
        return true
      }
      if isCurrent { return }
    }
  }
}

/// The cookies of one environment.
private struct EnvironmentCookies: CookieStorage {
  let environment: String
  let all: StoredCookies
  let now: @Sendable () -> Timestamp

  var cookies: [Cookie] {
    let now = now()
    return all.read(environment) { $0.cookies(at: now) }
  }

  func header(for url: String) -> String? {
    let now = now()
    return all.read(environment) { $0.header(for: url, at: now) }
  }

  func headerBytes(for url: String) -> [UInt8]? {
    guard !all.read(environment, \.isEmpty) else { return nil }
    let now = now()
    return all.read(environment) { $0.headerBytes(for: url, at: now) }
  }

  func receive(_ lines: [String], from url: String) {
    let now = now()
    all.change(environment) { _ = $0.receive(lines, from: url, at: now) }
  }

  func receive(bytes lines: [[UInt8]], from url: String) {
    let now = now()
    all.change(environment) { _ = $0.receive(bytes: lines, from: url, at: now) }
  }

  func sent(to url: String) -> [Cookie] {
    guard !all.read(environment, \.isEmpty) else { return [] }
    let now = now()
    return all.read(environment) { $0.cookies(for: url, at: now) }
  }

  func receive(bytes lines: [[UInt8]], from url: String, login: String?) {
    let now = now()
    all.change(environment) { _ = $0.receive(bytes: lines, from: url, at: now, login: login) }
  }

  func set(_ cookie: Cookie) {
    all.change(environment) { $0.set(cookie) }
  }

  func remove(_ id: Cookie.ID) {
    all.change(environment) { $0.remove(id) }
  }

  func removeAll() {
    all.change(environment) { $0 = CookieJar() }
  }
}
