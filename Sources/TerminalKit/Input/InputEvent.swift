/// What a terminal reports.
public enum InputEvent: Hashable, Sendable {
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
public struct Mouse: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press(Button), release, wheelUp, wheelDown
  }

  public enum Button: Hashable, Sendable {
    case left, middle, right
  }

  public let action: Action
  public let point: Point
  public let modifiers: Key.Modifiers

  public init(_ action: Action, at point: Point, modifiers: Key.Modifiers = []) {
    self.action = action
    self.point = point
    self.modifiers = modifiers
  }
}
