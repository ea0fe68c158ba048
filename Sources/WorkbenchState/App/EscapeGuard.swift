package import TerminalKit

/// Holds back an Esc that is pressed out of habit, where it would leave the screen right after another Esc, or after a
/// field was ended. The next Esc leaves; any other key in between begins anew. From pane to pane nothing is lost, so
/// nothing is held back.
package struct EscapeGuard: Sendable {
  private struct Press: Sendable {
    var isEscape = false
    /// The pane whose field it ended, or went on in, by accepting what was typed.
    var acceptedIn: Pane?
    var wasHeldBack = false
  }

  private static let accepting: Set<Key> = [.enter, .tab, .backtab]

  private var last = Press()
  private var before = Press()

  /// - Parameter pane: the one that has the keys, if a field is open in it.
  package mutating func note(_ event: InputEvent, typingIn pane: Pane?) {
    guard case .key(let key) = event else { return forget() }
    before = last
    last = Press(isEscape: key == .escape, acceptedIn: Self.accepting.contains(key) ? pane : nil)
  }

  package mutating func forget() { self = EscapeGuard() }

  /// Whether the key pressed last must not leave the screen.
  /// - Parameter pane: the one that has the keys.
  package mutating func holdsBack(in pane: Pane) -> Bool {
    let isHabit = before.isEscape || before.acceptedIn == pane
    last.wasHeldBack = last.isEscape && isHabit && !before.wasHeldBack
    return last.wasHeldBack
  }
}
