import Glibc
import ParleyEngine
import SystemCalls

/// Ties the life of this process to the one that started it.
///
/// The parent holds the writing end of a pipe that is our standard input. However the parent ends, `kill -9`
/// included, the kernel closes that end and the blocking read below returns.
enum ParentWatch {
  static func endWithStandardInput() {
    _ = DetachedThread.start(isAwaited: false) {
      var byte: UInt8 = 0
      while retryingInterrupts({ read(STDIN_FILENO, &byte, 1) }) > 0 {}
      exit(0)
    }
  }
}
