import Glibc
import ParleyEngine

/// A lock on a file, between processes and between the threads of one. The system lets go of it when its holder dies, so
/// nothing is ever left locked.
final class FileLock: Sendable {
  enum Mode {
    case shared, exclusive
  }

  private let file: OpenFile

  /// Waits at most `patience` for those who hold it.
  /// - Throws: `.writing` when they still do.
  static func waiting(_ path: String, _ mode: Mode, patience: Duration) throws(RepositoryError) -> FileLock {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    let file = try OpenFile(path, O_RDWR | O_CREAT)
    while !lock(file, mode) {
      guard clock.now < deadline else {
        throw RepositoryError(
          .writing, "Another program holds the store.", place: path,
          advice: "Try again; if it stays, end the other program.")
      }
      usleep(2000)
    }
    return FileLock(file)
  }

  /// Nil when somebody else holds it.
  static func tryNow(_ path: String, _ mode: Mode) throws(RepositoryError) -> FileLock? {
    let file = try OpenFile(path, O_RDWR | O_CREAT)
    return lock(file, mode) ? FileLock(file) : nil
  }

  /// Locks a file that is open already, for as long as it stays open.
  static func lock(_ file: OpenFile, _ mode: Mode) -> Bool {
    flock(file.descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
  }

  private init(_ file: OpenFile) {
    self.file = file
  }

  /// Lets go of the lock, which also happens when nobody holds this value any more.
  func release() {
    flock(file.descriptor, LOCK_UN)
  }
}
