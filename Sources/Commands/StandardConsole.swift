import Glibc
import ParleyWorkspace

/// The standard streams of the process.
public struct StandardConsole: Console {
  public init() {}

  public func write(_ bytes: [UInt8]) {
    send(bytes, to: STDOUT_FILENO)
  }

  public func note(_ line: String) {
    send(Array((Printable.lines(line) + "\n").utf8), to: STDERR_FILENO)
  }

  public func readLine() -> String? {
    Swift.readLine()
  }

  public var writesToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  public var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  public func ask(_ question: String, isSecret: Bool) -> String? {
    send(Array("\(Printable.text(question)): ".utf8), to: STDERR_FILENO)
    guard isSecret else { return Swift.readLine() }
    return withoutEcho { Swift.readLine() }
  }

  /// Whoever reads may have gone, as `head` does; then the rest is of no use to anybody.
  private func send(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private func withoutEcho(_ read: () -> String?) -> String? {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return read() }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
      send([UInt8(ascii: "\n")], to: STDERR_FILENO)
    }
    return read()
  }
}
