package import TerminalKit

/// The keys that have been pressed, as far as it matters for the next one.
package struct KeyInput: Sendable {
  /// The keys of a sequence pressed so far.
  package var keys = KeyReader()
  package var escapes = EscapeGuard()
  /// The keys that were typed before they could act.
  package var held = TypeAheadBuffer()
  /// The line that a key was to open, and could not: what is typed for it does nothing.
  package var refusedLine: RefusedLine?
  /// Whether a key has been pressed yet.
  package var hasBegun = false

  /// Drops what was typed ahead, and the beginning of a sequence: it was not meant for what has come up.
  package mutating func drop() {
    held.drop()
    keys.reset()
  }
}
