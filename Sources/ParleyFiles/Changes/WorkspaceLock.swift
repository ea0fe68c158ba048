/// Held while files of a workspace are written, by everybody who writes any. Whoever gets it finishes first what another program began
/// and could not end.
///
/// Its holder never reads the workspace as a whole: that asks for the lock itself where something was begun.
struct WorkspaceLock: ~Copyable {
  private let lock: WriterLock

  /// Waits until no one else holds it.
  /// - Parameter root: the workspace's folder, as a real path.
  init(_ root: String) throws(FileError) {
    let lock = try WriterLock(ofFilesIn: root)
    try BegunChange.settle(in: root)
    self.lock = lock
  }

  func release() { lock.release() }
}
