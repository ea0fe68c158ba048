internal import GRDB
import Glibc
import ParleyEngine

/// Hears of what other processes commit to a database file: inotify tells when its write-ahead log grows, on a thread that
/// sleeps otherwise.
///
/// The log grows a moment before the commit can be seen. So the watch waits for the writers' lock, which the other process
/// holds until then, before it tells.
final class CommitWatch: Sendable {
  private let stopping: Int32

  /// - Parameter onCommit: called on the watch's thread after somebody else's commit, or after several.
  /// - Throws: `.unusablePath` when the system watches no more files.
  init(_ file: DatabaseFile, onCommit: @escaping @Sendable () -> Void) throws(RepositoryError) {
    let log = file.path + "-wal"
    let events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { throw .system("Changes of other programs cannot be watched.", at: log) }
    guard inotify_add_watch(events, log, UInt32(IN_MODIFY)) >= 0 else {
      let error = RepositoryError.system("Changes of other programs cannot be watched.", at: log)
      close(events)
      throw error
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      close(events)
      throw .system("Changes of other programs cannot be watched.", at: log)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopping = ends[1]
    let loop = CommitLoop(file: file, events: events, stop: ends[0], onCommit: onCommit)
    OwnThread.start { loop.run() }
  }

  /// The thread ends soon, and tells nothing more once it has.
  deinit {
    close(stopping)
  }
}

private struct CommitLoop: Sendable {
  let file: DatabaseFile
  let events: Int32
  let stop: Int32
  let onCommit: @Sendable () -> Void

  func run() {
    defer {
      close(events)
      close(stop)
    }
    // The first growth is always told: who knows what came before it.
    var version: Int64?
    while waitForGrowth() {
      let latest = file.committedVersion()
      // A version that could not be read may hide a commit.
      if latest == nil || latest != version { onCommit() }
      version = latest
    }
  }

  /// False when the watch is to end.
  private func waitForGrowth() -> Bool {
    var descriptors = [
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0), pollfd(fd: events, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, -1) < 0 {
      guard errno == EINTR else { return false }
    }
    drain()
    return descriptors[0].revents == 0
  }

  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(events, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}

extension DatabaseFile {
  /// Changes with every commit of others, and only with those. Waits for who is writing; nil when that takes too long.
  fileprivate func committedVersion() -> Int64? {
    try? connection.writeWithoutTransaction { database in
      var version: Int64?
      try database.inTransaction(.immediate) {
        version = try Int64.fetchOne(database, sql: "PRAGMA data_version")
        return .rollback
      }
      return version
    }
  }
}
