/// The result of a widget's handling of a key.
package enum Outcome: Hashable, Sendable {
  /// The widget does not use the key; another one may.
  case ignored
  /// The widget moved or scrolled; its content is the same.
  case handled
  /// The content of the widget changed.
  case changed
  /// Enter on it: open, choose, submit.
  case activated
}
