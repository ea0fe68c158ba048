import Dispatch
public import ParleyEngine

/// The disk under the engine: history, events, drafts and shared data of one workspace, in one folder.
///
/// ```swift
/// let store = Store(at: "/var/lib/mine/store")
/// let client = Client(repository: store)
/// try await client.open()
/// try await client.send(.get("https://example.com/"))
/// let newest = try await store.history.recent(1)
/// ```
///
/// Nothing here blocks the thread of a task: files and databases are worked on by threads of the store's own. Several
/// processes may have the same store open. Whatever touches a secret is sealed (AES-256-GCM) before it is written.
public final class Store: Repository {
  /// The exchanges that were kept.
  public let history: History
  /// The events that were told.
  public let events: EventLog
  /// The runs of groups.
  public let runs: Runs
  /// The edits that a person has not saved yet.
  package let drafts: Drafts
  /// The storage of shared data.
  public let sharedData: StoredSharedData
  /// The steps on shared keys other than plain changes of a value, such as renaming.
  package let sharedSteps: SharedSteps
  /// The cookies of every environment.
  package let cookies: StoredCookies
  /// The keys of ciphers that seal.
  public let cipherKeys: CipherKeys
  /// The last known copy of a team's data on its server.
  package let teamCopy: StoredTeamCopy
  /// Responses that may be used again.
  public let cache: StoredCache

  let access: StoreAccess
  private let noticeBoard: NoticeBoard
  private let retentionSetting: Lock<Retention>
  private let opener: @Sendable (Retention) throws(RepositoryError) -> OpenedStore
  private let opening = DispatchQueue(label: "parley.store.opening")
  private let copying = DispatchQueue(label: "parley.store.copying")

  /// - Parameters:
  ///   - folder: is made when it is missing, and kept to its owner.
  ///   - machineKey: the file of the key that seals; made at the first start.
  ///   - retention: how much history is kept.
  ///   - now: the wall clock.
  public convenience init(
    at folder: String, machineKey: String, retention: Retention = .standard,
    now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.init(folder: folder, owner: nil, machineKey: machineKey, retention: retention, now: now)
  }

  /// The store of a workspace in the user's state folder.
  package convenience init(
    at location: StoreLocation, retention: Retention = .standard,
    now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.init(
      folder: location.folder, owner: location.owner, machineKey: location.state.machineKey, retention: retention,
      now: now)
  }

  private init(
    folder: String, owner: StoreOwner?, machineKey: String, retention: Retention,
    now: @escaping @Sendable () -> Timestamp
  ) {
    let noticeBoard = NoticeBoard()
    let access = StoreAccess(folder: folder, now: now, tell: noticeBoard.post)
    self.access = access
    self.noticeBoard = noticeBoard
    history = History(access: access)
    events = EventLog(access: access)
    runs = Runs(access: access)
    drafts = Drafts(access: access)
    sharedData = StoredSharedData(access: access)
    sharedSteps = SharedSteps(access: access)
    cookies = StoredCookies(access: access)
    cipherKeys = CipherKeys(access: access)
    teamCopy = StoredTeamCopy(access: access)
    cache = StoredCache(access: access)
    retentionSetting = Lock(retention)
    opener = { retention throws(RepositoryError) in
      try StoreOpener(
        path: folder, owner: owner, machineKey: MachineKey(path: machineKey), retention: retention, now: now,
        tell: noticeBoard.post, observers: access.observers
      ).open()
    }
  }

  /// Opens the store: makes what is missing, migrates what is old, sets aside what is damaged. It may be called again.
  /// - Throws: `.unusablePath`, `.newerVersion`, `.key` or `.writing`; then nothing that was there has been changed.
  public func open() async throws(RepositoryError) {
    try await opening.run { [self] in
      guard !access.isOpen else { return }
      let store = try opener(retention)
      access.set(store)
      access.watchIfWanted()
      access.tellObservers()
      store.retention.start()
    }
    await keepInterrupted()
  }

  /// Keeps interrupted exchanges. One that cannot be kept now is tried again the next time.
  private func keepInterrupted() async {
    guard let store = try? access.opened() else { return }
    for interrupted in store.interruptedExchanges() {
      do {
        if try await history.exchange(interrupted.exchange.id) == nil { try await keep(interrupted.exchange) }
        interrupted.remove()
      } catch {}
    }
  }

  public func journal(of exchange: Exchange) async throws(RepositoryError) -> (any ExchangeJournal)? {
    try access.opened().journal(of: exchange)
  }

  /// Writes what waits and lets go of the files. Afterwards everything answers `.notOpen`, until `open()`.
  public func close() async {
    try? await cookies.flush()
    try? await cache.countUses()
    await access.take()?.close()
  }

  /// Keeps an exchange; returns once it is in the file, which the end of the process does not undo.
  public func keep(_ exchange: Exchange) async throws(RepositoryError) {
    let store = try access.opened()
    let record = exchange.isHeavy ? try await heavyRecord(of: exchange, in: store) : try record(of: exchange, in: store)
    try await store.writer.keep(record)
  }

  /// Large bodies, sealed where a secret is in them.
  public var bodies: (any BodyStorage)? { access }

  /// How much is kept. A change takes effect soon.
  public var retention: Retention {
    get { retentionSetting.withLock { $0 } }
    set {
      retentionSetting.withLock { $0 = newValue }
      try? access.opened().retention.set(newValue)
    }
  }

  private func heavyRecord(
    of exchange: Exchange, in store: OpenedStore
  ) async throws(RepositoryError) -> ExchangeRecord {
    try await copying.run { try ExchangeRecord(exchange, bodies: store.bodies, sealer: store.sealer) }
  }

  private func record(of exchange: Exchange, in store: OpenedStore) throws(RepositoryError) -> ExchangeRecord {
    do {
      return try ExchangeRecord(exchange, bodies: store.bodies, sealer: store.sealer)
    } catch {
      throw RepositoryError(error, at: store.bodies.folder.path)
    }
  }
}

// What a person should know.
extension Store {
  /// The latest of them, oldest first.
  public var notices: [StoreNotice] { noticeBoard.notices }

  /// Calls for every notice from now on, on a thread of the store's, so it must not block.
  /// - Parameter alsoEarlier: whether it is called for those there were as well.
  public func onNotice(alsoEarlier: Bool = false, _ call: (@Sendable (StoreNotice) -> Void)?) {
    noticeBoard.onNotice(alsoEarlier: alsoEarlier, call)
  }
}
