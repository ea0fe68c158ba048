internal import GRDB
import Glibc
import ParleyEngine

/// Hears of what other processes commit to a database file: inotify tells when its write-ahead log grows.
///
/// The log grows a moment before the commit can be seen. So the watch waits for the writers' lock, which the other process
/// holds until then, before it tells.
final class CommitWatch: Sendable {
  private let watch: InotifyWatch

  /// - Parameter onCommit: called on the watch's thread after somebody else's commit, or after several.
  /// - Throws: `.unusablePath` when the system watches no more files.
  init(_ file: DatabaseFile, onCommit: @escaping @Sendable () -> Void) throws(RepositoryError) {
    // The first growth is always told: who knows what came before it.
    let version = Lock<Int64?>(nil)
    watch = try InotifyWatch(file.path + "-wal", Int32(IN_MODIFY)) { _ in
      let latest = file.committedVersion()
      let before = version.withLock { version in
        defer { version = latest }
        return version
      }
      // A version that could not be read may hide a commit.
      if latest == nil || latest != before { onCommit() }
    }
  }
}

extension DatabaseFile {
  /// Changes with every commit of others, and only with those. Waits for who is writing; nil when that takes too long.
  fileprivate func committedVersion() -> Int64? {
    try? workNow { database in
      var version: Int64?
      try database.inTransaction(.immediate) {
        version = try Int64.fetchOne(database, sql: "PRAGMA data_version")
        return .rollback
      }
      return version
    }
  }
}
