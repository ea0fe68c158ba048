/// A named record of what all keys of an environment held at a moment. It refers to the changes that set them, so that
/// it takes as little room as its name.
public struct SharedSnapshot: Sendable, Hashable {
  /// 1 to 200 bytes, unique in its environment.
  public let name: String
  /// The environment of the keys; nil if there is none.
  public let environment: String?
  /// How many keys were there.
  public let count: Int
  /// How many of these a team shares; nil for a snapshot that has none of a team's keys.
  package let teamCount: Int?
  /// Whether it has keys of this machine: not one that somebody else of the team has taken.
  package let hasOwnKeys: Bool
  /// The person or program that took it, for people to read.
  public let writer: String?
  /// The time at which it was taken, by the clock of whoever took it.
  public let at: Timestamp

  /// A snapshot as a storage keeps it.
  package init(
    name: String, environment: String?, count: Int, teamCount: Int? = nil, hasOwnKeys: Bool = true, writer: String?,
    at: Timestamp
  ) {
    (self.name, self.environment, self.count, self.writer, self.at) = (name, environment, count, writer, at)
    (self.teamCount, self.hasOwnKeys) = (teamCount, hasOwnKeys)
  }
}

/// The snapshots that are known.
public struct SharedSnapshotList: Sendable, Hashable {
  /// The newest first.
  public let snapshots: [SharedSnapshot]
  /// The reason why there may be other snapshots, and more keys in these: those of a team are not known just now. Nil
  /// if all are known.
  public let problem: RepositoryError?

  /// Those that a storage knows.
  package init(_ snapshots: [SharedSnapshot], problem: RepositoryError? = nil) {
    (self.snapshots, self.problem) = (snapshots, problem)
  }
}

/// Keeps snapshots beside the changes that they refer to: what a snapshot needs is never forgotten while it is there.
///
/// Each call is one transaction.
public protocol SharedSnapshotStorage: Sendable {
  /// Those of an environment, the newest first.
  func snapshots(of environment: String?) async throws(RepositoryError) -> [SharedSnapshot]

  /// Those of an environment as far as they are known.
  func snapshotList(of environment: String?) async throws(RepositoryError) -> SharedSnapshotList

  /// Keeps what the keys hold at this moment: those that the query finds from its environment, whatever its window.
  /// - Returns: nil where the environment has a snapshot of this name.
  func takeSnapshot(
    _ name: String, of query: SharedQuery, writer: String?, at time: Timestamp
  ) async throws(RepositoryError) -> SharedSnapshot?

  /// - Returns: whether there was one.
  func removeSnapshot(_ name: String, of environment: String?) async throws(RepositoryError) -> Bool

  /// As `SharedDataStorage.list`, but the changes that were the last ones when the snapshot was taken. The page says which keys
  /// the snapshot has at all.
  /// - Returns: nil where the query's environment has no snapshot of this name.
  func list(_ query: SharedQuery, inSnapshot name: String) async throws(RepositoryError) -> SharedRecordPage?
}

extension SharedSnapshotStorage {
  /// All of them are known.
  public func snapshotList(of environment: String?) async throws(RepositoryError) -> SharedSnapshotList {
    SharedSnapshotList(try await snapshots(of: environment))
  }
}

extension SharedDataStorage {
  /// Keeps none.
  public var snapshots: (any SharedSnapshotStorage)? { nil }
}

// Snapshots of the active environment.
extension SharedData {
  /// The newest first.
  public func snapshots() async throws(SharedDataError) -> [SharedSnapshot] {
    let (storage, environment) = (try snapshotStorage(), environment)
    do throws(RepositoryError) { return try await storage.snapshots(of: environment) } catch {
      throw SharedDataError(error)
    }
  }

  /// The same, as far as they are known.
  package func snapshotList() async throws(SharedDataError) -> SharedSnapshotList {
    let (storage, environment) = (try snapshotStorage(), environment)
    do throws(RepositoryError) { return try await storage.snapshotList(of: environment) } catch {
      throw SharedDataError(error)
    }
  }

  /// Keeps what all keys hold that are seen from the active environment.
  ///
  /// ```swift
  /// try await shared.takeSnapshot("before-payment")
  /// try await shared.restoreSnapshot("before-payment")
  /// ```
  /// - Throws: `.conflict` where there is a snapshot of this name.
  @discardableResult
  public func takeSnapshot(_ name: String, writer: String? = nil) async throws(SharedDataError) -> SharedSnapshot {
    guard SharedKey.isName(name), name.utf8.count <= 200 else {
      throw SharedDataError(
        .invalidKey, "This cannot be the name of a snapshot.",
        advice: "Use 1 to 200 bytes without control characters, such as before-payment.")
    }
    let (storage, query, time) = (try snapshotStorage(), query(prefix: "", filter: ""), now())
    let taken: SharedSnapshot?
    do throws(RepositoryError) {
      taken = try await storage.takeSnapshot(name, of: query, writer: writer, at: time)
    } catch {
      throw SharedDataError(error)
    }
    guard let taken else {
      throw SharedDataError(
        .conflict, "There is a snapshot “\(name)” already.", place: name, advice: "Choose another name, or delete it.")
    }
    return taken
  }

  /// The keys and what they hold stay as they are.
  /// - Throws: `.noSnapshot`
  public func removeSnapshot(_ name: String) async throws(SharedDataError) {
    let (storage, environment) = (try snapshotStorage(), environment)
    let isRemoved: Bool
    do throws(RepositoryError) { isRemoved = try await storage.removeSnapshot(name, of: environment) } catch {
      throw SharedDataError(error)
    }
    guard isRemoved else { throw .noSnapshot(name, in: environment) }
  }

  /// Brings back what the keys held when a snapshot was taken, as one batch: keys that came since are removed. `undo(batch:)`
  /// takes it back.
  /// - Returns: the changes that were made; none where everything is as it was.
  /// - Throws: `.noSnapshot`; `.locked` and the like where a value cannot be read that has changed since; `.conflict` where
  ///   somebody writes meanwhile. Then nothing has changed.
  @discardableResult
  public func restoreSnapshot(_ name: String, writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    try await restoreSnapshot(name, isOwnOnly: false, writer: writer)
  }

  /// The same.
  /// - Parameter isOwnOnly: whether keys that a team shares stay as they are.
  package func restoreSnapshot(
    _ name: String, isOwnOnly: Bool, writer: String? = nil
  ) async throws(SharedDataError) -> [SharedEntry] {
    var edits: [SharedEdit] = []
    let pairs = try await pairs(.snapshot(name), .environment(environment), isOwnOnly: isOwnOnly)
    // A key that is not there now may have been removed since.
    let gone = pairs.filter { $0.right == nil }.map { key($0.name) }
    let lastOfGone = Dictionary(zip(gone, try await lastHeads(of: gone).map { $0?.sequence ?? 0 })) { $1 }
    SharedProgress.begin(pairs.count)
    for pair in pairs where !pair.isSameChange {
      try SharedProgress.step()
      let key = key(pair.name)
      let content = try pair.left?.content.map { content throws(SharedDataError) in
        try resealed(content, from: key, to: key)
      }
      if let now = pair.right, let content, try holds(now, content) { continue }
      edits.append(edit(key, content, writer, .lastChange(pair.right?.sequence ?? lastOfGone[key] ?? 0)))
    }
    return try await make(edits)
  }

  /// Whether a key holds this already, and as long.
  private func holds(_ now: SharedRecord, _ content: SharedContent) throws(SharedDataError) -> Bool {
    guard let current = now.content, current.expires == content.expires, current.cipher == content.cipher else {
      return false
    }
    let value = try decode(content, of: now.key)
    do throws(SharedDataError) { return try decode(current, of: now.key) == value } catch { return false }
  }

  func snapshotStorage() throws(SharedDataError) -> any SharedSnapshotStorage {
    guard let snapshots = storage.snapshots else {
      throw SharedDataError(.noSnapshot, "Snapshots are not kept here.")
    }
    return snapshots
  }
}

extension SharedDataError {
  static func noSnapshot(_ name: String, in environment: String?) -> SharedDataError {
    SharedDataError(
      .noSnapshot, "There is no snapshot “\(name)”\(environment.map { " of \($0)" } ?? "").", place: name,
      advice: "`parley shared snapshot list` lists them.")
  }
}
