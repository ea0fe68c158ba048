/// A screen and a keyboard. Owned by one thread, the program's loop; only its ``waker`` may be used from others.
///
///     try terminal.start()
///     defer { terminal.stop() }
///     while let event = terminal.nextEvent() {
///       state.update(event)
///       terminal.draw(state.frame(of: terminal.size))
///     }
package protocol Terminal: AnyObject {
  var size: Size { get }
  var theme: Theme { get set }
  /// Ends a ``nextEvent(timeout:)`` that sleeps, from any thread.
  var waker: any Waker { get }

  /// Takes the screen over.
  func start() throws(TerminalError)
  /// Gives the screen back as it was. Harmless when it was not taken.
  func stop()
  /// Shows a frame. Only what differs from the one before is written.
  func draw(_ frame: Frame)
  /// Draws the next frame from nothing, for a screen that something else wrote on.
  func redraw()

  /// The next thing that happens. Without a timeout this sleeps until there is one, and nil never comes.
  func nextEvent(timeout: Duration?) -> InputEvent?

  /// Leaves the screen and stops the program's whole process group, as Ctrl-Z does in a shell. Returns when it goes on;
  /// the next event is then ``InputEvent/resumed``, and what was typed in between is dropped.
  func suspend()
  /// Leaves the screen to another program, such as an editor, until that has ended.
  ///
  /// - Parameter variables: names of environment variables that it does not get.
  /// - Returns: its exit status, 128 + n when signal n ended it.
  func handOver(to command: [String], without variables: Set<String>) throws(TerminalError) -> Int32

  func setTitle(_ title: String)
  /// Puts text into the clipboard of the person's machine, by the escape sequence OSC 52, over ssh too.
  ///
  /// - Returns: whether it was sent; terminals do not say whether they took it, and too long a text is not sent.
  @discardableResult
  func copy(_ text: String) -> Bool
}

extension Terminal {
  /// Sleeps until something happens.
  package func nextEvent() -> InputEvent? { nextEvent(timeout: nil) }
}

/// Ends the sleep of a terminal. Several calls in a row end it once.
package protocol Waker: Sendable {
  func wake()
}

/// An error because of which there is no screen.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Stays the same over versions.
  package let code: Code
  package let summary: String
  /// Advice for the person: how to get a screen.
  package let advice: String

  package enum Code: String, Hashable, Sendable {
    case notATerminal = "terminal.not-a-terminal"
    case unknownTerminal = "terminal.unknown-type"
    case busy = "terminal.busy"
    case commandNotStarted = "terminal.command-not-started"
  }

  package var description: String { "\(summary) \(advice)" }
}

extension Terminal {
  package func handOver(to command: [String]) throws(TerminalError) -> Int32 { try handOver(to: command, without: []) }
}
