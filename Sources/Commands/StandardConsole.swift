import Glibc
import ParleyText
import ParleyWorkspace

/// The standard streams of the process.
package struct StandardConsole: Console {
  private let output = OutputStream(STDOUT_FILENO, name: "standard output")
  private let input = InputLines(of: STDIN_FILENO)
  private let errors = OutputStream(STDERR_FILENO, name: "standard error")

  package init() {}

  package func write(_ bytes: [UInt8]) {
    output.write(bytes)
  }

  package var takesOutput: Bool { output.isOpen }

  package func note(_ line: String) {
    errors.write(Array((Printable.lines(line) + "\n").utf8))
  }

  /// Reports output that could not be written, if there is any.
  /// - Returns: the program's exit status then; nil if everything was written, or the reader closed the stream.
  package func tellLostOutput() -> ExitStatus? {
    guard let error = output.failure ?? errors.failure else { return nil }
    tell(error)
    return .internal
  }

  package func readLine() -> String? { input.line() }

  package func readInput(limit: Int) -> [UInt8]? { input.rest(limit: limit) }

  package func askAtTerminal(_ question: String) -> String? {
    guard let terminal = fopen("/dev/tty", "r+") else { return nil }
    defer { fclose(terminal) }
    let screen = OutputStream(fileno(terminal), name: "the terminal")
    return TerminalPrompt.line(on: fileno(terminal), isSecret: true) {
      screen.write(Self.prompt(question))
    } _: {
      Self.line(from: terminal)
    }
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

  package var writesToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  package var columns: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// https://no-color.org
  package var usesColor: Bool {
    let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
    return writesToTerminal && !isRefused && !isDumb
  }

  package var notesToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  package func dropTypedAhead() { tcflush(STDIN_FILENO, TCIFLUSH) }

  package func showProgress(_ line: String?) {
    // Back to the margin, and away with what stands there.
    errors.write(Array("\r\u{1B}[K\(line.map(Printable.text) ?? "")".utf8))
  }

  package var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  package func ask(_ question: String, isSecret: Bool) -> String? {
    TerminalPrompt.line(on: STDIN_FILENO, isSecret: isSecret) {
      errors.write(Self.prompt(question))
    } _: {
      Swift.readLine()
    }
  }

  private static func prompt(_ question: String) -> [UInt8] {
    Array("\(Printable.text(question)): ".utf8)
  }
}
