internal import CTerminal
import Glibc

/// Sends standard error to a file while the screen is up, for a line written by a library would smear it; afterwards its
/// end is shown where it belongs.
struct ErrorDiversion {
  private let file: Int32
  private var start: off_t

  /// - Parameter path: a file to append to; nil keeps the text in memory.
  /// - Returns: nil when there is nothing to divert, because a person already sent standard error elsewhere, or no file.
  init?(path: String?) {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    file = Self.open(path)
    guard file >= 0 else { return nil }
    start = lseek(file, 0, SEEK_END)
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
  func pause() { ct_restore_errors() }
  func resume() { _ = ct_divert_errors(file) }

  /// Ends the diversion and writes the last of what came meanwhile to standard error, its control characters made visible.
  func end(showing lines: Int = 20) {
    ct_restore_errors()
    let text = Self.tail(of: readTail(), lines: lines)
    close(file)
    let shown = Array(text.map { Sanitizer.visible($0) + "\n" }.joined().utf8)
    _ = write(STDERR_FILENO, shown, shown.count)
  }

  private func readTail(limit: Int = 8192) -> [UInt8] {
    let end = lseek(file, 0, SEEK_END)
    let from = max(start, end - off_t(limit))
    guard end > from else { return [] }
    return [UInt8](unsafeUninitializedCapacity: Int(end - from)) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, buffer.count, from))
    }
  }

  static func tail(of bytes: [UInt8], lines: Int) -> [String] {
    let all = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return all.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.prefix(lines).reversed().map(String.init)
  }
}
