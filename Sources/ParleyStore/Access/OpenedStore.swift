import ParleyEngine

/// The open parts of a store.
final class OpenedStore: Sendable {
  let folder: Folder
  let data: DatabaseFile
  let log: DatabaseFile
  let sealer: any Sealer
  let bodies: BodyFolder
  let writer: LogWriter
  let retentionJob: RetentionJob
  let retention: RetentionScheduler
  /// Tells other processes that the folder is in use.
  private let use: FileLock
  private let runOwner: RunOwner
  /// Hears of what other processes write to `data`, where somebody wants to know.
  private let watch = Lock<CommitWatch?>(nil)
  /// The last known copy of a team's data; opened when it is first needed.
  private let team = Lock<DatabaseFile?>(nil)
  /// The watch on the runs of all programs; nil while nobody observes them.
  private let runWatch = Lock<RunWatch?>(nil)
  /// The watch on the events of other programs; nil while nobody observes them.
  private let eventWatch = Lock<EventWatch?>(nil)

  init(
    in folder: Folder, data: DatabaseFile, log: DatabaseFile, sealer: any Sealer, bodies: BodyFolder, writer: LogWriter,
    retentionJob: RetentionJob, retention: RetentionScheduler, use: FileLock, runOwner: RunOwner
  ) {
    self.folder = folder
    self.data = data
    self.log = log
    self.sealer = sealer
    self.bodies = bodies
    self.writer = writer
    self.retentionJob = retentionJob
    self.retention = retention
    self.use = use
    self.runOwner = runOwner
  }

  /// By which other programs know whether this one is still there.
  var ownerName: String { runOwner.name }

  /// Whether a program has the store open: this one or another.
  func isAlive(_ owner: String) -> Bool { owner == runOwner.name || RunOwner.isAlive(owner, in: folder) }

  /// Calls when another process has written to `data`.
  func watch(onCommit: @escaping @Sendable () -> Void) throws(RepositoryError) {
    try watch.withLock { watch throws(RepositoryError) in
      if watch == nil { watch = try CommitWatch(data, onCommit: onCommit) }
    }
  }

  /// The file of the copy of a team, made where there is none. One that is damaged is made anew: the server has it all.
  func teamFile() throws(RepositoryError) -> DatabaseFile {
    try team.withLock { known throws(RepositoryError) in
      if let known { return known }
      let lock = try FileLock.waiting(folder.file(StoreLocks.opening), .exclusive, patience: .seconds(20))
      defer { lock.release() }
      let file = try DatabaseOpener(schema: .team, folder: folder, now: .now()).openOrMakeAnew()
      known = file
      return file
    }
  }

  /// Calls when runs have begun, ended or gone, and when those of other programs have gone on.
  func watchRuns(
    onChange: @escaping @Sendable () -> Void, onProgress: @escaping @Sendable () -> Void
  ) throws(RepositoryError) {
    try runWatch.withLock { watch throws(RepositoryError) in
      guard watch == nil else { return }
      watch = try RunWatch(folder, log: log, own: runOwner.name, onChange: onChange, onProgress: onProgress)
    }
  }

  /// Calls when other programs have written events.
  func watchEvents(onEvents: @escaping @Sendable () -> Void) throws(RepositoryError) {
    try eventWatch.withLock { watch throws(RepositoryError) in
      if watch == nil { watch = try EventWatch(folder, own: runOwner.name, onEvents: onEvents) }
    }
  }

  /// Says so, after runs were changed.
  func tellOfRuns() {
    RunWatch.tell(folder)
  }

  /// Writes what waits and closes the files.
  func close() async {
    watch.withLock { $0 = nil }
    runWatch.withLock { $0 = nil }
    eventWatch.withLock { $0 = nil }
    await retention.stop()
    await writer.flush()
    await team.withLock { $0.take() }?.close()
    await data.close()
    await log.close()
    runOwner.release()
    use.release()
  }
}
