import Glibc

@testable import TerminalKit

/// A terminal without a person: what the program writes is collected, what the test types is its input.
final class PseudoTerminal: Sendable {
  let master: Int32
  let program: Int32
  let path: String
  private let output = Monitor<[UInt8]>([])

  /// Where there are no pseudo-terminals the descriptors are none, and every test fails with a reason.
  /// - Parameter mark: when this is written the terminal goes away.
  init(size: Size = Size(width: 40, height: 8), hangingUpAfter mark: String? = nil) {
    var ends: (master: Int32, program: Int32) = (-1, -1)
    openpty(&ends.master, &ends.program, nil, nil, nil)
    (master, program) = ends
    for end in [master, program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    path = ttyname(program).map { String(cString: $0) } ?? ""
    resize(to: size)
    collect(until: mark.map { Array($0.utf8) })
  }

  deinit {
    close(program)
  }

  func resize(to size: Size) {
    var size = winsize(ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      sent += count
    }
  }

  /// What was written so far.
  var written: String { output.withLock { String(decoding: $0, as: UTF8.self) } }

  func forget() { output.withLock { $0 = [] } }

  /// Whether the text is written within the time a hanging test is given up after.
  func writes(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return output.wait(timeout: .seconds(20)) { $0.contains(wanted) ? true : nil } ?? false
  }

  /// Whether the terminal echoes and edits lines, as a shell wants it.
  var isCooked: Bool {
    var modes = termios()
    tcgetattr(program, &modes)
    return modes.c_lflag & UInt32(ECHO) != 0 && modes.c_lflag & UInt32(ICANON) != 0
  }

  private func collect(until mark: [UInt8]?) {
    let master = master
    let output = output
    Thread.detach {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(master, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        let isOver = output.withLock { output in
          output += buffer[..<count]
          return mark.map { output.contains($0) } ?? false
        }
        if isOver { break }
      }
      close(master)
    }
  }
}

extension Array where Element: Equatable {
  fileprivate func contains(_ part: [Element]) -> Bool {
    guard let first = part.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: part) }
  }
}
