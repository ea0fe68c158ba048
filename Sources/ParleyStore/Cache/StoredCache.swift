import Dispatch
internal import GRDB
public import ParleyEngine

/// A cache in `log.sqlite`, which several processes may use at once; large bodies are files. What touches a secret is
/// sealed whole.
///
/// ```swift
/// let store = Store(at: location)
/// let client = Client(repository: store, cache: store.cache)
/// ```
public final class StoredCache: CacheStorage {
  /// In bytes of bodies, by default.
  package static let standardLimit = 200_000_000

  private let access: StoreAccess
  private let limitSetting = Lock(standardLimit)
  private let uses = Lock(CacheUses())
  /// For copying large bodies, and for what waits a second.
  private let queue = DispatchQueue(label: "parley.store.cache")

  init(access: StoreAccess) {
    self.access = access
  }

  /// How many bytes of bodies may be kept; beyond it, what was not used for longest goes. It counts from the next entry on.
  public var limit: Int {
    get { limitSetting.withLock { $0 } }
    set { limitSetting.withLock { $0 = newValue } }
  }

  /// Another process may have filled it, so nobody knows without looking.
  public var mayHaveEntries: Bool { access.isOpen }

  public func digest(of secrets: [UInt8]) throws(RepositoryError) -> [UInt8] {
    try access.opened().sealer.digest(of: Array("credentials".utf8) + secrets)
  }

  public func variants(of key: CacheKey) async throws(RepositoryError) -> CachedVariants {
    do {
      return try await wholeEntries(of: key)
    } catch {
      // Somebody may have removed a row after it was read, and its body with it.
      return try await wholeEntries(of: key)
    }
  }

  private func wholeEntries(of key: CacheKey) async throws(RepositoryError) -> CachedVariants {
    let store = try access.opened()
    let (address, former) = (store.address(of: key), store.formerDigest(of: key))
    let found = try await store.log.lookUp {
      try CacheTable.rows(at: address, key.identity.digest, former: former, in: $0)
    }
    var entries: [CacheEntry] = []
    for row in found.rows {
      guard let entry = try CacheContent.entry(row, bodies: store.bodies, sealer: store.sealer) else { continue }
      if entry.key.identity != .unknown || entry.isFormer(of: key) { entries.append(entry) }
    }
    return CachedVariants(entries, areOthers: entries.isEmpty && found.areOthers)
  }

  public func entry(_ id: CacheEntryID) async throws(RepositoryError) -> (entry: CacheEntry, listing: CacheListing)? {
    try await countUses()
    let store = try access.opened()
    return try await store.log.read { database in
      guard let (row, listing) = try CacheTable.row(of: id, in: database),
        let entry = try CacheContent.entry(row, bodies: store.bodies, sealer: store.sealer)
      else { return nil }
      return (entry, listing)
    }
  }

  public func keep(_ entry: CacheEntry, replacing old: CacheEntry?) async throws(RepositoryError) {
    let store = try access.opened()
    guard entry.body.count <= limit else {
      for entry in [entry] + (old.map { [$0] } ?? []) { _ = try await remove(entry) }
      return
    }
    let former = old.map { store.digest(of: CachePlace($0)) }
    let record = try await record(of: entry, in: store)
    let limit = limit
    let lock: @Sendable () throws -> FileLock? = { record.body.file != nil ? try store.bodies.locked() : nil }
    let isCrowded = try await store.log.write(holding: lock) { database in
      if let file = record.body.file { try store.bodies.keep(file) }
      let hasReplacedFile = try CacheTable.insert(record, replacing: former, in: database)
      try self.countUses(in: database, store)
      return try CacheTable.makeRoom(within: limit, in: database) || hasReplacedFile
    }
    if isCrowded { try await store.retentionJob.removeUnneededBodies() }
  }

  /// Counted within a second, together with all others of that second.
  public func used(_ entry: CacheEntry, at time: Timestamp) {
    let place = CachePlace(entry)
    guard uses.withLock({ $0.add(place, at: time) }) else { return }
    queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      // A hit that is not counted costs nobody anything.
      Task { try? await self?.countUses() }
    }
  }

  public func remove(_ entry: CacheEntry) async throws(RepositoryError) -> CacheListing? {
    let digest = try access.opened().digest(of: CachePlace(entry))
    return try await remove(Condition("digest = ?", [digest.databaseBlob])).first
  }

  public func remove(_ key: CacheKey) async throws(RepositoryError) -> [CacheListing] {
    let store = try access.opened()
    let (address, former) = (store.address(of: key), store.formerDigest(of: key))
    return try await remove(
      Condition(
        "(address = ? AND identity = ? OR digest = ?)",
        [address.databaseBlob, key.identity.digest, former.databaseBlob]))
  }

  public func remove(_ filter: CacheFilter) async throws(RepositoryError) -> [CacheListing] {
    try await remove(Condition(filter, in: try access.opened()))
  }

  public func expire(_ filter: CacheFilter) async throws(RepositoryError) {
    try await change("expired = 1, fresh_until = received", filter)
  }

  public func setPinned(_ isPinned: Bool, _ filter: CacheFilter) async throws(RepositoryError) {
    try await change("pinned = \(isPinned ? 1 : 0)", filter)
  }

  public func list(
    _ filter: CacheFilter, by sort: CacheSort, offset: Int, limit: Int
  ) async throws(RepositoryError) -> CachePage {
    try await countUses()
    let store = try access.opened()
    let condition = Condition(filter, in: store)
    return try await store.log.read { try CacheTable.page(condition, by: sort, offset: offset, limit: limit, in: $0) }
  }
}

extension StoredCache {
  /// Returns once every hit is counted.
  func countUses() async throws(RepositoryError) {
    guard uses.withLock({ !$0.isEmpty }) else { return }
    let store = try access.opened()
    try await store.log.write { try self.countUses(in: $0, store) }
  }

  private func countUses(in database: Database, _ store: OpenedStore) throws {
    for (place, count) in uses.withLock({ $0.takeAll() }) {
      try CacheTable.count(count, of: store.digest(of: place), in: database)
    }
  }

  private func record(of entry: CacheEntry, in store: OpenedStore) async throws(RepositoryError) -> CacheRecord {
    let make: @Sendable () throws -> CacheRecord = { try CacheRecord(entry, in: store) }
    guard !entry.body.isHeavy else { return try await queue.run(make) }
    do {
      return try make()
    } catch {
      throw RepositoryError(error, at: store.bodies.folder.path)
    }
  }

  private func remove(_ condition: Condition) async throws(RepositoryError) -> [CacheListing] {
    let store = try access.opened()
    let (listings, hadFiles) = try await store.log.write { try CacheTable.remove(condition, in: $0) }
    if hadFiles { try await store.retentionJob.removeUnneededBodies() }
    return listings
  }

  private func change(_ assignment: String, _ filter: CacheFilter) async throws(RepositoryError) {
    let store = try access.opened()
    let condition = Condition(filter, in: store)
    try await store.log.write { database in
      try database.execute(
        sql: "UPDATE cache SET \(assignment) \(condition.clause)", arguments: condition.arguments)
    }
  }
}
