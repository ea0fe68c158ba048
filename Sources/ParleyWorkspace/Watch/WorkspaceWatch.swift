internal import Glibc

/// Tells when files of a workspace change on disk, whoever changes them, through inotify(7) and on a thread of its own.
///
/// Changes that come close together are told as one, in order. Only what belongs to a workspace counts: builds and editors
/// that write beside it wake nobody. Editors that put a new file in the place of the old one are seen, because folders are
/// watched and not files.
///
///     let watch = try WorkspaceWatch(workspace.root) { changes in … }
///     …
///     watch.stop()
public final class WorkspaceWatch: Sendable {
  private let thread: WatchThread

  /// - Parameters:
  ///   - root: the workspace's folder, a real path.
  ///   - onChange: called on the watch's own thread, one call at a time.
  /// - Throws: `WorkspaceError` when the system has no watch to give, as when its limit is reached.
  public init(_ root: String, onChange: @escaping @Sendable (WorkspaceChanges) -> Void) throws(WorkspaceError) {
    do throws(FileError) {
      thread = try WatchThread(folders: WatchedFolders(root: root), onChange: onChange)
    } catch {
      throw .cannotWatch(error)
    }
  }

  /// The same, for those who read everything again whatever changed.
  public convenience init(_ root: String, onChange: @escaping @Sendable () -> Void) throws(WorkspaceError) {
    try self.init(root) { _ in onChange() }
  }

  deinit {
    thread.stop()
  }

  /// Ends the watch. Nothing is told after this returns, unless it is called while a change is being told.
  public func stop() {
    thread.stop()
  }
}

extension WorkspaceError {
  static func cannotWatch(_ error: FileError) -> WorkspaceError {
    WorkspaceError(
      "cannotWatch", "Changes of files in \(error.path) cannot be followed: \(error.reason).",
      advice: "Files are still read at each start; the limit is in /proc/sys/fs/inotify/max_user_watches.")
  }
}
