internal import Glibc
internal import ParleyEngine

/// Tells when files of a workspace change on disk, whoever changes them.
///
/// What happens within a moment is told once, so that an editor that writes a file in three steps causes one reload. Editors
/// that put a new file in the place of the old one are seen, because folders are watched and not files.
///
/// ```swift
/// let watch = try WorkspaceWatch(workspace.root) { reload() }
/// …
/// watch.stop()
/// ```
public final class WorkspaceWatch: Sendable {
  /// Closing this end of a pair of sockets ends the thread at the other.
  private let stopper: Lock<Descriptor?>

  /// - Parameters:
  ///   - root: the workspace's folder.
  ///   - onChange: called on a thread of the watch's own, one call at a time.
  /// - Throws: `WorkspaceError` when the system has no watch to give, as when its limit is reached.
  public init(_ root: String, onChange: @escaping @Sendable () -> Void) throws(WorkspaceError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .cannotWatch(root) }
    let loop = WatchLoop(
      folders: try WatchedFolders(root), stop: Descriptor(ends[0]), onChange: onChange)
    stopper = Lock(Descriptor(ends[1]))
    try loop.start()
  }

  deinit {
    stop()
  }

  /// Ends the watch. A call that is under way comes to its end.
  public func stop() {
    stopper.withLock { $0 = nil }
  }
}

extension WorkspaceError {
  static func cannotWatch(_ path: String) -> WorkspaceError {
    WorkspaceError(
      "cannotWatch", "Changes of files in \(path) cannot be followed: \(String(cString: strerror(errno))).",
      advice: "Files are still read at each start; the limit is in /proc/sys/fs/inotify/max_user_watches.")
  }
}
