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

  public func readInput(limit: Int) -> [UInt8]? {
    var input: [UInt8] = []
    while input.count <= limit {
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, read(STDIN_FILENO, buffer.baseAddress, buffer.count))
      }
      if chunk.isEmpty { return input }
      input += chunk
    }
    return nil
  }

  public func askAtTerminal(_ question: String) -> String? {
    guard let terminal = fopen("/dev/tty", "r+") else { return nil }
    defer { fclose(terminal) }
    send(Array("\(Printable.text(question)): ".utf8), to: fileno(terminal))
    return withoutEcho(on: fileno(terminal)) { Self.line(from: terminal) }
  }

  private static func line(from file: UnsafeMutablePointer<FILE>) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(text) }
    let count = getline(&text, &size, file)
    guard count > 0, let text else { return nil }
    let line = String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
    return line.hasSuffix("\n") ? String(line.dropLast()) : line
  }

  public var writesToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  public var notesToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  public func showProgress(_ line: String?) {
    // Back to the margin, and away with what stands there.
    send(Array("\r\u{1B}[K\(line.map(Printable.text) ?? "")".utf8), to: STDERR_FILENO)
  }

  public var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  public func ask(_ question: String, isSecret: Bool) -> String? {
    send(Array("\(Printable.text(question)): ".utf8), to: STDERR_FILENO)
    guard isSecret else { return Swift.readLine() }
    return withoutEcho(on: STDIN_FILENO) { Swift.readLine() }
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

  private func withoutEcho(on terminal: Int32, _ read: () -> String?) -> String? {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return read() }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    defer {
      tcsetattr(terminal, TCSAFLUSH, &settings)
      send([UInt8(ascii: "\n")], to: STDERR_FILENO)
    }
    return read()
  }
}
