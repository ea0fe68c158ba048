import Dispatch
import Glibc
import ParleyEngine
internal import SystemCalls

/// A lock on a file, between processes and between the threads of one. The system lets go of it when its holder dies, so
/// nothing is ever left locked.
final class FileLock: Sendable {
  enum Mode {
    case shared, exclusive
  }

  private let file: OpenFile

  /// Blocks, at most for `patience`, until those who hold it have let go.
  /// - Throws: `.writing` when they still have not.
  static func waiting(_ path: String, _ mode: Mode, patience: Duration) throws(RepositoryError) -> FileLock {
    let file = try OpenFile(path, O_RDWR | O_CREAT)
    guard lock(file, mode) || wait(for: file, mode, patience) else {
      throw RepositoryError(
        .writing, "Another program is using the store.", place: path,
        advice: "Try again, or close the other program.")
    }
    return FileLock(file)
  }

  /// The system has no lock with a time limit, so a thread waits for it. When it comes too late the thread's hold on the
  /// file is the last one, and ends with it.
  private static func wait(for file: OpenFile, _ mode: Mode, _ patience: Duration) -> Bool {
    let isLocked = DispatchSemaphore(value: 0)
    let work = { @Sendable in
      while flock(file.descriptor, flag(mode)) != 0, errno == EINTR {}
      _ = isLocked.signal()
    }
    if !DetachedThread.start(isAwaited: false, work) { work() }
    return isLocked.wait(timeout: .now() + .microseconds(Int(patience.inMicroseconds))) == .success
  }

  private static func flag(_ mode: Mode) -> Int32 {
    mode == .shared ? LOCK_SH : LOCK_EX
  }

  /// Nil when somebody else holds it.
  static func tryNow(_ path: String, _ mode: Mode) throws(RepositoryError) -> FileLock? {
    let file = try OpenFile(path, O_RDWR | O_CREAT)
    return lock(file, mode) ? FileLock(file) : nil
  }

  /// Locks a file that is open already, for as long as it stays open.
  static func lock(_ file: OpenFile, _ mode: Mode) -> Bool {
    flock(file.descriptor, flag(mode) | LOCK_NB) == 0
  }

  private init(_ file: OpenFile) {
    self.file = file
  }

  /// Lets go of the lock, which also happens when nobody holds this value any more.
  func release() {
    flock(file.descriptor, LOCK_UN)
  }
}
