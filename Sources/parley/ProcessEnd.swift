import Commands
import Glibc
import ParleyEngine

/// The end of the program, in an order: commands close their session (requests, programs, watchers, store) and have written what they
/// print; then the threads that are left end their work; then the process is gone, at once.
///
/// `exit` would run the clean-up of C and C++ libraries (OpenSSL's, among others) beside the threads of Swift's and Dispatch's pools, which
/// nobody can wait for. There is nothing for it to do here: nothing is written through C's buffers, and the system takes the memory.
enum ProcessEnd {
  /// Longer than this no thread keeps a process.
  private static let patience = Duration.seconds(5)

  static func now(_ status: Int32) -> Never {
    DetachedThread.waitForAll(within: patience)
    atOnce(status)
  }

  /// Waits for no thread.
  static func atOnce(_ status: Int32) -> Never {
    TerminalPrompt.restore()
    _exit(status)
  }
}
