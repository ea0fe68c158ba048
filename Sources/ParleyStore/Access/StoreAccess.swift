import ParleyEngine

/// The way from the parts of a store to what is open, if it is.
final class StoreAccess: BodyStorage {
  let observers = HistoryObservers()
  private let foreignChanges = ExternalChanges()
  private let runChanges = ExternalChanges()
  private let runProgress = ExternalChanges()
  private let foreignEvents = ExternalChanges()
  let now: @Sendable () -> Timestamp
  let folder: String
  let tell: @Sendable (StoreNotice) -> Void
  private let state = Lock<OpenedStore?>(nil)

  init(
    folder: String, now: @escaping @Sendable () -> Timestamp, tell: @escaping @Sendable (StoreNotice) -> Void
  ) {
    self.tell = tell
    self.folder = folder
    self.now = now
  }

  var isOpen: Bool { state.withLock { $0 != nil } }

  /// - Throws: `.notOpen` before `open()` and after `close()`.
  func opened() throws(RepositoryError) -> OpenedStore {
    guard let store = state.withLock({ $0 }) else {
      throw .notOpen(folder)
    }
    return store
  }

  func set(_ store: OpenedStore) {
    state.withLock { $0 = store }
  }

  func take() -> OpenedStore? {
    state.withLock { $0.take() }
  }

  func makeFile(sealed: Bool) throws -> any BodyFile {
    try opened().bodies.makeFile(sealed: sealed)
  }
}

// What other processes write.
extension StoreAccess {
  func onForeignChange(_ call: @escaping @Sendable () -> Void) {
    foreignChanges.add(call)
    watchIfWanted()
  }

  func onRunChange(_ call: @escaping @Sendable () -> Void) {
    runChanges.add(call)
    watchIfWanted()
  }

  func onRunProgress(_ call: @escaping @Sendable () -> Void) {
    runProgress.add(call)
    watchIfWanted()
  }

  func onForeignEvents(_ call: @escaping @Sendable () -> Void) {
    foreignEvents.add(call)
    watchIfWanted()
  }

  /// Whoever observed before the store was open begins now.
  func tellObservers() {
    foreignChanges.tell()
  }

  /// Without a watch all works but one thing: what others write is seen only when it is asked for.
  func watchIfWanted() {
    guard let store = try? opened() else { return }
    do throws(RepositoryError) {
      if !foreignChanges.isEmpty { try store.watch(onCommit: foreignChanges.tell) }
      if !runChanges.isEmpty || !runProgress.isEmpty {
        try store.watchRuns(onChange: runChanges.tell, onProgress: runProgress.tell)
      }
      if !foreignEvents.isEmpty { try store.watchEvents(onEvents: foreignEvents.tell) }
    } catch {
      tell(.notWatched(error))
    }
  }
}
