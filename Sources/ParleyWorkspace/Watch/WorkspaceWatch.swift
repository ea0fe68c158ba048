internal import Glibc
package import ParleyFiles

/// Reports changes of a workspace's files on disk, by any program, through inotify(7) and on a thread of its own.
///
/// Changes that come close together are reported as one, in order. Only files that belong to a workspace count, and
/// those it refers to: bodies, certificates, programs. Builds and editors that write beside these are not reported.
/// Editors that put a new file in the place of the old one are noticed, because folders are watched and not files.
///
/// It is begun before the files are read, so that nothing comes between the reading and the watching.
///
///     let watch = try WorkspaceWatch(folder) { changes in … }
///     let workspace = try Workspace.load(at: folder)
///     watch.follow(ReferredPaths(of: workspace).all)
///     …
///     watch.stop()
package final class WorkspaceWatch: Sendable {
  private let thread: WatchThread
  private let referred: ReferredFiles

  /// - Parameters:
  ///   - folder: of the workspace.
  ///   - onBeginning: called as soon as something changes: `onChange` follows when it is quiet.
  ///   - onChange: called on the watch's own thread, one call at a time.
  /// - Throws: `WorkspaceError` when the system has no watch to give, as when its limit is reached.
  package init(
    _ folder: String, onBeginning: @escaping @Sendable () -> Void = {},
    onChange: @escaping @Sendable (WorkspaceChanges) -> Void
  ) throws(WorkspaceError) {
    do throws(FileError) {
      let root = try FileSystem.realPath(folder)
      referred = try ReferredFiles(root: root)
      thread = try WatchThread(
        folders: WatchedFolders(root: root), referred: referred,
        listener: WatchListener(onBeginning: onBeginning, onChange: onChange))
    } catch {
      throw .cannotWatch(error)
    }
  }

  /// The same, for those who read everything again whatever changed.
  package convenience init(_ folder: String, onChange: @escaping @Sendable () -> Void) throws(WorkspaceError) {
    try self.init(folder) { _ in onChange() }
  }

  deinit {
    thread.stop()
  }

  /// Reports these files too from now on, and no longer those that were followed before: the files that the workspace
  /// refers to. Each is reported when it is written, made, removed, or has another in its place, itself or by a link or
  /// folder on the way to it.
  /// - Parameter files: whole paths, such as ``ReferredPaths/all``; they need not be there.
  /// - Returns: whether some of them were not followed before: their changes until now were not reported.
  @discardableResult
  package func follow(_ files: Set<String>) -> Bool {
    referred.follow(files)
  }

  /// Ends the watch. Nothing is reported after this returns, unless it is called while a change is being reported.
  package func stop() {
    thread.stop()
  }
}

/// The functions that the watch calls.
struct WatchListener: Sendable {
  let onBeginning: @Sendable () -> Void
  let onChange: @Sendable (WorkspaceChanges) -> Void
}

extension WorkspaceError {
  static func cannotWatch(_ error: FileError) -> WorkspaceError {
    WorkspaceError(
      "cannotWatch", "Cannot watch the files in \(error.path): \(error.reason).",
      advice: "Files are still read at each start. The limit is in /proc/sys/fs/inotify/max_user_watches.")
  }
}
