internal import CTerminal
import Glibc

/// Sends standard error to a file while the screen is up, for a line written by a library would smear it; afterwards its
/// end is shown where it belongs.
struct ErrorDiversion {
  private let file: Int32

  /// - Parameter path: a file to append to; nil keeps the text in memory.
  /// - Returns: nil when there is nothing to divert, because a person already sent standard error elsewhere, or no file.
  init?(path: String?) {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    file = Self.open(path)
    guard file >= 0 else { return nil }
    guard ct_divert_errors(file) else {
      close(file)
      return nil
    }
  }

  private static func open(_ path: String?) -> Int32 {
    guard let path else { return ct_memory_file() }
    return Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  /// Lets standard error through while another program has the screen.
  func pause() { ct_pause_errors() }
  func resume() { ct_resume_errors() }

  /// Ends the diversion and shows the last of what came meanwhile.
  func end() {
    ct_end_errors()
    close(file)
  }
}
