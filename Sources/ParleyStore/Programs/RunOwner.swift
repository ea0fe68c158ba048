internal import GRDB
import Glibc
import ParleyEngine
internal import SystemCalls

/// The owner of runs: a program that has the store open. It holds a lock for as long as it lives, so that others can
/// tell whether it still does.
final class RunOwner: Sendable {
  let name: String
  private let path: String
  private let lock: FileLock

  init(in folder: Folder) throws(RepositoryError) {
    name = ExchangeID().rawValue
    path = folder.file(StoreLocks.owner(name))
    guard let lock = try FileLock.tryNow(path, .exclusive) else {
      throw RepositoryError(.writing, "Another program holds one of the store's locks.", place: path)
    }
    self.lock = lock
  }

  func release() {
    unlink(path)
    lock.release()
  }

  /// Marks the runs as interrupted whose programs have died, and clears away what those left.
  static func markInterrupted(in log: DatabaseFile, _ folder: Folder) throws(RepositoryError) {
    do {
      let owners = try log.readNow { database in
        try String.fetchAll(database, sql: "SELECT DISTINCT owner FROM run WHERE state = 'running'")
      }
      let left = folder.names().compactMap(StoreLocks.owner(of:))
      for owner in Set(owners).union(left) {
        guard let lock = try FileLock.tryNow(folder.file(StoreLocks.owner(owner)), .exclusive) else { continue }
        defer { lock.release() }
        try markInterrupted(owner, in: log)
        unlink(folder.file(StoreLocks.owner(owner)))
      }
    } catch let error as RepositoryError {
      throw error
    } catch {
      throw log.explain(error)
    }
  }

  /// Marks the runs of a program that has died.
  static func markInterrupted(_ owner: String, in log: DatabaseFile) throws {
    try log.writeNow { database in
      try database.execute(
        sql: "UPDATE run SET state = 'interrupted' WHERE owner = ? AND state = 'running'", arguments: [owner])
    }
  }

  /// Whether a program still holds its lock. Only looks at it, so that nobody who watches the folder hears of that.
  static func isAlive(_ owner: String, in folder: Folder) -> Bool {
    guard let file = try? OpenFile(folder.file(StoreLocks.owner(owner)), O_RDONLY) else { return false }
    return !FileLock.lock(file, .exclusive)
  }
}
