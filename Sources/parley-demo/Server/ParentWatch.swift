import Glibc

/// Ties the life of this process to the one that started it.
///
/// The parent holds the writing end of a pipe that is our standard input. However the parent ends, `kill -9`
/// included, the kernel closes that end and the blocking read below returns.
enum ParentWatch {
  static func endWithStandardInput() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        var byte: UInt8 = 0
        while true {
          let count = read(STDIN_FILENO, &byte, 1)
          guard count > 0 || (count < 0 && errno == EINTR) else { exit(0) }
        }
      }, nil)
  }
}
