import Glibc
import ParleyEngine
internal import SystemCalls

/// Opens a store, in this order: folder, lock, left-overs, `data.sqlite`, `log.sqlite`, key.
struct StoreOpener {
  /// How long others may take who open the same store.
  private static let patience = Duration.seconds(20)

  let path: String
  let owner: StoreOwner?
  let machineKey: MachineKey
  let retention: Retention
  let now: @Sendable () -> Timestamp
  let tell: @Sendable (StoreNotice) -> Void
  let observers: HistoryObservers

  /// - Throws: `.unusablePath`, `.newerVersion`, `.key`, `.writing`. A failure has changed nothing that was there.
  func open() throws(RepositoryError) -> OpenedStore {
    let folder = try Folder.makingPrivate(path)
    let lock = try FileLock.waiting(folder.file(StoreLocks.opening), .exclusive, patience: Self.patience)
    defer { lock.release() }
    let use = try FileLock.waiting(folder.file(StoreLocks.inUse), .shared, patience: Self.patience)
    try claim(folder)
    let absent = StorePart.allCases.map { folder.file($0.fileName) }.filter(OpenFile.isAbsent)
    let data = try opener(.data, folder).open()
    let log = try openLog(in: folder)
    let key = StoreKey(machineKey: machineKey, files: [(.data, data), (.log, log)])
    let isRecorded = try key.isRecorded()
    if isRecorded || hasPending(in: folder) { tellMissing(absent) }
    let sealer = try key.sealer()
    let bodies = try BodyFolder(in: folder, sealedBy: sealer)
    bodies.removeLeftovers()
    let store = assemble(in: folder, data, log, sealer, bodies, use, try RunOwner(in: folder))
    try salvage(into: store, in: folder)
    return store
  }

  private func hasPending(in folder: Folder) -> Bool {
    StorePart.allCases.contains { DamagedFile.pending(folder.file($0.fileName)) != nil }
  }

  /// Of a store that was complete once, files do not go by themselves. One that was set aside is told of when it is salvaged.
  private func tellMissing(_ files: [String]) {
    for file in files where DamagedFile.pending(file) == nil { tell(.missing(file: file)) }
  }

  /// Salvages the files that were set aside, now or by a program that was interrupted.
  private func salvage(into store: OpenedStore, in folder: Folder) throws(RepositoryError) {
    for (schema, file) in [(DatabaseSchema.data, store.data), (.log, store.log)] {
      guard let pending = DamagedFile.pending(file.path) else { continue }
      let salvage = Salvage(
        damaged: pending.path, schema: schema, file: file, bodies: store.bodies, sealer: store.sealer)
      let report = Result { () throws(RepositoryError) in try salvage.run() }
      if case .success = report { DamagedFile.noteSalvaged(file.path) }
      if schema.hasBodies { try RunOwner.markInterrupted(in: file, folder) }
      tell(.setAside(file: file.path, as: pending.path, reason: pending.reason, report))
    }
  }

  private func openLog(in folder: Folder) throws(RepositoryError) -> DatabaseFile {
    let log = try opener(.log, folder).open()
    do throws(RepositoryError) {
      try RunOwner.markInterrupted(in: log, folder)
      return log
    } catch {
      log.abandon()
      guard error.kind == .damaged else { throw error }
      // It is under suspicion now, and so looked at closely and set aside.
      return try opener(.log, folder).open()
    }
  }

  private func assemble(
    in folder: Folder, _ data: DatabaseFile, _ log: DatabaseFile, _ sealer: any Sealer, _ bodies: BodyFolder,
    _ use: FileLock,
    _ runOwner: RunOwner
  ) -> OpenedStore {
    let job = RetentionJob(log: log, bodies: bodies)
    let signatures = SignatureJob(log: log, bodies: bodies, sealer: sealer)
    let scheduler = RetentionScheduler(job, signatures, retention: retention, now: now) { [tell] error in
      tell(.retentionFailed(error))
    }
    let writer = LogWriter(log, bodies: bodies, owner: runOwner.name, sealer: sealer) { [tell, observers] outcome in
      if outcome.hasEvents { EventWatch.tell(runOwner.name, in: folder) }
      if outcome.hasRuns { RunWatch.tell(folder) }
      if outcome.hasNodes { RunWatch.tellOfNodes(runOwner.name, in: folder) }
      if outcome.kept > 0 { observers.tell(.added(outcome.kept)) }
      if let error = outcome.lost { tell(.eventsNotKept(outcome.events, error)) }
      scheduler.wrote(outcome)
    }
    return OpenedStore(
      in: folder, data: data, log: log, sealer: sealer, bodies: bodies, writer: writer, retentionJob: job,
      retention: scheduler, use: use,
      runOwner: runOwner)
  }

  private func opener(_ schema: DatabaseSchema, _ folder: Folder) -> DatabaseOpener {
    let bodies = schema.fileName == DatabaseSchema.log.fileName ? folder.file(BodyFolder.name) : nil
    return DatabaseOpener(schema: schema, folder: folder, bodies: bodies, now: now())
  }

  /// A store that is somebody else's is left alone.
  private func claim(_ folder: Folder) throws(RepositoryError) {
    guard let owner else { return }
    switch StoreOwner(recordedIn: folder) {
    case owner?: return
    case let other? where other.workspace != owner.workspace:
      throw RepositoryError(
        .unusablePath, "The store belongs to another workspace.", detail: "It is that of \(other.path).",
        place: folder.path)
    default:
      // None yet, or the store was adopted and the power went before it was recorded.
      try owner.record(in: folder)
    }
  }
}
