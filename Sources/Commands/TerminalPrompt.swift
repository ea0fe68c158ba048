import Glibc
import ParleyEngine

/// Reads a line that a person types at a terminal. What ends the program, or stops what the question is for, ends the question too,
/// and leaves the terminal as it was.
package enum TerminalPrompt {
  private struct Silenced: @unchecked Sendable {  // plain numbers
    let terminal: Int32
    var modes: termios
  }

  /// The wait for the line that is being typed.
  private static let waiting = Lock<WakePipe?>(nil)
  private static let interrupted = Lock(0)
  /// The terminal whose echo is off, with its previous modes; nil if there is none.
  private static let silenced = Lock<Silenced?>(nil)

  /// - Parameters:
  ///   - isSecret: whether what is typed is not shown.
  ///   - show: shows the question. What is typed from then on is neither shown nor dropped.
  ///   - read: blocks until there is a line.
  /// - Returns: nil where there was none, or the question was interrupted.
  static func line(
    on terminal: Int32, isSecret: Bool, asking show: () -> Void, _ read: () -> String?
  ) -> String? {
    let interruption = PromptInterruption { restore() }
    let pipe = WakePipe()
    waiting.withLock { $0 = pipe }
    if isSecret { silence(terminal) }
    defer {
      waiting.withLock { $0 = nil }
      restore()
      interruption.end()
    }
    show()
    return isWanted && pipe?.waitForInput(on: terminal) != false ? read() : nil
  }

  /// Waits for input that is no terminal's.
  /// - Returns: whether there is something to read, or nothing will ever be; not, where somebody has ended the wait.
  static func waitForInput(on input: Int32) -> Bool {
    let pipe = WakePipe()
    waiting.withLock { $0 = pipe }
    defer { waiting.withLock { $0 = nil } }
    return isWanted && pipe?.waitForInput(on: input) != false
  }

  /// Whether the task that asks was not cancelled before it could notice an interruption.
  private static var isWanted: Bool { !Task.isCancelled }

  /// Ends the present question without an answer, if there is one.
  package static func interrupt() {
    waiting.withLock { pipe in
      interrupted.withLock { $0 += 1 }
      pipe?.wake()
    }
  }

  /// The number of interruptions so far, by which a caller sees that a question has no answer because of one.
  static var interruptions: Int { interrupted.withLock { $0 } }

  private static func silence(_ terminal: Int32) {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return }
    silenced.withLock { [modes] in $0 = Silenced(terminal: terminal, modes: modes) }
    modes.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal, TCSAFLUSH, &modes)
  }

  /// Shows typed text again, if a question hides it: for whoever ends the program, from whatever thread. The end of the
  /// line was typed unseen, too.
  package static func restore() {
    silenced.withLock { silenced in
      guard var modes = silenced?.modes, let terminal = silenced?.terminal else { return }
      tcsetattr(terminal, TCSAFLUSH, &modes)
      _ = write(STDERR_FILENO, "\n", 1)
      silenced = nil
    }
  }
}
