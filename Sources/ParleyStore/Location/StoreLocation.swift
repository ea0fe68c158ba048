import Glibc
package import ParleyEngine

/// The place of one workspace's store in the state folder.
///
/// A workspace that is opened at a new path, with an id that is known elsewhere, was moved or copied. The person is
/// asked:
///
/// ```swift
/// if !location.exists, let other = location.others().first {
///   switch ask("Moved from \(other.owner.path), or a copy?") {
///   case .moved: try location.adopt(from: other)
///   case .copy: break  // begins with an empty store
///   }
/// }
/// ```
package struct StoreLocation: Sendable, Hashable {
  /// The store's owner: a workspace.
  package let owner: StoreOwner
  /// The folder of all stores.
  package let state: StateFolder

  init(owner: StoreOwner, in state: StateFolder) {
    self.owner = owner
    self.state = state
  }

  /// The store's folder.
  package var folder: String { state.stores.file(owner.key) }

  /// Whether the store has been opened before.
  package var exists: Bool { StoreOwner(recordedIn: Folder(path: folder)) == owner }

  /// The stores of the same workspace id at other paths, by path.
  package func others() -> [StoreLocation] {
    state.stores.names()
      .compactMap { StoreOwner(recordedIn: Folder(path: state.stores.file($0))) }
      .filter { $0.workspace == owner.workspace && !$0.path.isIdentical(to: owner.path) }
      .map { StoreLocation(owner: $0, in: state) }
      .sorted { $0.owner.path < $1.owner.path }
  }

  /// Takes the store of a workspace that was moved here. Afterwards the other place has none.
  /// - Throws: `.unusablePath` when this place has a store already or the other one is in use; nothing has been changed then.
  package func adopt(from other: StoreLocation) throws(RepositoryError) {
    guard access(folder, F_OK) != 0 else {
      throw RepositoryError(.unusablePath, "This workspace already has a store.", place: folder)
    }
    let source = Folder(path: other.folder)
    guard let lock = try FileLock.tryNow(source.file(StoreLocks.inUse), .exclusive) else {
      throw RepositoryError(
        .unusablePath, "The workspace in \(other.owner.path) is open.", place: other.folder,
        advice: "If this one is a copy, say so. If it was moved, close the other program first.")
    }
    defer { lock.release() }
    guard rename(source.path, folder) == 0 else { throw .system("The store cannot be moved.", at: other.folder) }
    try owner.record(in: Folder(path: folder))
  }
}

/// The lock files in a store's folder.
enum StoreLocks {
  /// Held while a store is opened, migrated or set aside.
  static let opening = "opening.lock"
  /// Held, shared, by everybody who has the store open.
  static let inUse = "use.lock"
  /// Held while body files are matched with rows.
  static let bodies = "bodies.lock"
  /// No lock: opened and closed by whoever has begun, ended or deleted a run.
  static let runs = "runs.changed"

  /// Held by a program for as long as it may run groups.
  static func owner(_ name: String) -> String { "owner-\(name).lock" }

  /// The name of the program that holds such a lock; nil for another file.
  static func owner(of file: String) -> String? {
    guard file.hasPrefix("owner-"), file.hasSuffix(".lock") else { return nil }
    return String(file.dropFirst("owner-".count).dropLast(".lock".count))
  }
}
