/// What a widget made of a key.
package enum Outcome: Hashable, Sendable {
  /// Not mine: someone else may have it.
  case ignored
  /// The widget moved or scrolled; what it holds is the same.
  case handled
  /// What it holds is different now.
  case changed
  /// Enter on it: open, choose, submit.
  case activated
}
