import Glibc

/// Ends a wait for input from another thread.
final class WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// Nil where the system has no more of them.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  func wake() {
    _ = write(writing, "!", 1)
  }

  /// - Returns: whether there is something to read, or nothing will ever be; not, where somebody has ended the wait.
  func waitForInput(on file: Int32) -> Bool {
    var files = [
      pollfd(fd: file, events: Int16(POLLIN), revents: 0), pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&files, 2, -1) < 0, errno == EINTR {}
    return files[1].revents == 0
  }
}
