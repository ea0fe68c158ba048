/// A storage of shared data, as a row of changes: in memory (`InMemorySharedData`) or on disk (`ParleyStore`). A
/// program chooses between these two; what they keep of a change is not public.
///
/// Each call is one transaction. A storage knows nothing of ciphers: it gets values as ciphers have written them.
public protocol SharedDataStorage: Sendable {
  /// The number of the last change; 0 before the first.
  func lastSequence() async throws(RepositoryError) -> Int64

  /// The numbers of the last changes, of each of the rows of numbers that changes are counted by: one, unless it is made of several
  /// storages. Nil for a row of which nothing is known yet: what is found there at first is no news.
  /// - Parameter lane: the row that may be waited for; nil waits for none.
  func lastSequences(waitingFor lane: Int?) async throws(RepositoryError) -> [Int64?]

  /// The same at once, on the caller's thread; nil where that would mean to wait for somebody else, or the storage is not open.
  func lastSequencesNow() -> [Int64?]?

  /// The row of numbers that the changes of a key are counted by.
  func lane(of key: SharedKey) -> Int

  /// A key's last change, which may be its removal; nil when it never had one.
  func lastChange(of key: SharedKey) async throws(RepositoryError) -> SharedRecord?

  /// All changes after that number in its row of numbers, oldest first.
  func changes(after sequence: Int64, limit: Int) async throws(RepositoryError) -> [SharedRecord]

  /// The changes of one key, newest first.
  /// - Parameters:
  ///   - key: the key.
  ///   - before: only those before this number.
  ///   - limit: the most that are given.
  func history(of key: SharedKey, before: Int64?, limit: Int) async throws(RepositoryError) -> [SharedRecord]

  /// The newest changes of many keys, each key's newest first, in the order of the keys.
  /// - Parameters:
  ///   - keys: may be thousands.
  ///   - limit: the most changes of one key.
  func histories(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SharedRecord]]

  /// The same without what the keys held, which is not read.
  func heads(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SharedHead]]

  /// The last changes of the keys that are there, in the order that the query asks for.
  func list(_ query: SharedQuery) async throws(RepositoryError) -> SharedRecordPage

  /// The keys that the query finds, by their names, whatever its window: nothing of what they hold is read.
  func keys(_ query: SharedQuery) async throws(RepositoryError) -> [SharedKey]

  /// The keys that the query finds, told apart by what stands between its prefix and the next dot. Its window and its order
  /// do not count.
  /// - Parameter limit: the most groups that are given, the first by name; all are counted.
  func level(_ query: SharedQuery, limit: Int) async throws(RepositoryError) -> SharedLevel

  /// Makes the change. The removal of a key that is not there is none, and gives nil.
  /// - Returns: the change as it is kept, or who came first.
  func append(_ edit: SharedEdit) async throws(RepositoryError) -> SharedAppend

  /// Makes all of the changes or none, in their order, as one batch. Removals of keys that are not there are left out.
  func append(all edits: [SharedEdit]) async throws(RepositoryError) -> SharedBatch

  /// The same, of changes that belong to a batch which has begun in another row of numbers.
  /// - Parameter batch: the number of its first change there; nil for a batch of its own.
  func append(all edits: [SharedEdit], asPartOf batch: Int64?) async throws(RepositoryError) -> SharedBatch

  /// Removes every key that the query finds, whatever its window, as one batch.
  /// - Parameters:
  ///   - query: which keys.
  ///   - edit: makes the removal of one key.
  func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) -> SharedEdit
  ) async throws(RepositoryError) -> Int

  /// Writes the content of changes again, all of them or none: nothing else about them changes, and nobody is told.
  /// - Parameters:
  ///   - names: the patterns of the keys' names; may be thousands of exact ones.
  ///   - cipher: changes whose content it keeps already are left out.
  ///   - content: the new content; nil leaves a change as it is.
  func rewrite(
    _ names: [KeyPattern], unlessBy cipher: String?,
    content: @escaping @Sendable (SharedRecord) throws(SharedDataError) -> SharedContent?
  ) async throws(SharedDataError)

  /// The storage of snapshots; nil if none are kept.
  var snapshots: (any SharedSnapshotStorage)? { get }

  /// Calls after every change that may have been made by somebody else, from any thread.
  func onForeignChange(_ call: @escaping @Sendable () -> Void)
}

extension SharedDataStorage {
  public func lastSequences(waitingFor lane: Int?) async throws(RepositoryError) -> [Int64?] {
    [try await lastSequence()]
  }

  public func lastSequencesNow() -> [Int64?]? { nil }

  public func lane(of key: SharedKey) -> Int { 0 }

  public func histories(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SharedRecord]] {
    var found: [[SharedRecord]] = []
    for key in keys { found.append(try await history(of: key, before: nil, limit: limit)) }
    return found
  }

  public func heads(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SharedHead]] {
    try await histories(of: keys, limit: limit).map { $0.map(SharedHead.init) }
  }

  public func keys(_ query: SharedQuery) async throws(RepositoryError) -> [SharedKey] {
    var all = query
    (all.offset, all.limit, all.isCounted, all.sort) = (0, .max, false, SharedSort())
    return try await list(all).records.map(\.key)
  }

  public func append(all edits: [SharedEdit], asPartOf batch: Int64?) async throws(RepositoryError) -> SharedBatch {
    try await append(all: edits)
  }
}

/// The outcome of an edit.
public enum SharedAppend: Sendable, Hashable {
  /// The change it made.
  case made(SharedRecord)
  /// The key was not there, so that there was nothing to remove.
  case nothingToRemove
  /// The key's last change is not the one that was expected.
  case conflict
}

/// The outcome of edits that belong together.
public enum SharedBatch: Sendable, Hashable {
  /// The changes they made, in their order.
  case made([SharedRecord])
  /// The last change of this key is not the one that was expected; nothing was changed.
  case conflict(SharedKey)
}
