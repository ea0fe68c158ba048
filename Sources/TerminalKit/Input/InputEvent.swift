/// An event that a terminal reports.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// Text from the clipboard, with its line ends as `\n`. Never acts as keys, whatever it holds.
  case paste(String)
  case mouse(Mouse)
  case resize(Size)
  /// The program was stopped and goes on, or a program it had handed the screen to has ended: draw again.
  case resumed
  /// The terminal is gone. Nothing can be shown any more: keep what must be kept and end.
  case hangup
  /// Another process asks the program to end (SIGTERM, SIGINT). The screen is still there.
  case terminate
  /// A ``Waker`` was used.
  case woken
}

/// A press, a release or a turn of the wheel.
package struct Mouse: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press(Button), release, wheelUp, wheelDown
  }

  package enum Button: Hashable, Sendable {
    case left, middle, right
  }

  package let action: Action
  package let point: Point
  package let modifiers: Key.Modifiers

  package init(_ action: Action, at point: Point, modifiers: Key.Modifiers = []) {
    self.action = action
    self.point = point
    self.modifiers = modifiers
  }
}
