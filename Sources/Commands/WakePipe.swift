import Glibc
internal import SystemCalls

/// Ends a wait for input from another thread.
final class WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// Nil where the system has no more of them.
  init?() {
    guard let pipe = makePipe() else { return nil }
    (reading, writing) = pipe
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
    _ = retryingInterrupts { poll(&files, 2, -1) }
    return files[1].revents == 0
  }
}
